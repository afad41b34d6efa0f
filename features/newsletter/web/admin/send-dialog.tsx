import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDate } from '../../../../core/contract/format-date.ts'
import { outboxList } from '../../../../core/contract/outbox.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { AddressField } from '../../../../core/web/address-field.tsx'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { EmailPreview } from '../../../../core/web/admin/email-preview.tsx'
import { SearchField, setFilters } from '../../../../core/web/admin/lists/filters.tsx'
import { byId, ListStates, Rows, useListPage } from '../../../../core/web/admin/lists/list-screen.tsx'
import { TextLink } from '../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { explainFailure } from '../../../../core/web/api-failures.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { Button, QuietButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { ScrollRegion } from '../../../../core/web/ui/scroll-region.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { type Post, postList } from '../../../posts/contract/posts.ts'
import {
  type IssuePreview,
  issueList,
  issuePreviewRead,
  issueStart,
  issueTestSend,
} from '../../contract/newsletter.ts'

/**
 * Sends a post as a newsletter issue: choose a post, check the preview, send a test, then send it to all subscribers.
 */
export function SendDialog({ onClose }: { onClose: () => void }) {
  const [post, setPost] = useState<Post>()
  const other = useRef<HTMLButtonElement>(null)

  // The clicked button was removed together with the list of posts.
  useEffect(() => {
    if (post) other.current?.focus()
  }, [post])

  return (
    <Modal title="Send a post" onClose={onClose} wide>
      {post ? (
        <>
          <div className="chosen-post">
            <strong dir="auto">{post.title}</strong>
            <TextButton ref={other} onClick={() => setPost(undefined)}>
              Choose another post
            </TextButton>
          </div>
          <Preview key={post.id} postId={post.id} onClose={onClose} />
        </>
      ) : (
        <PostChooser onChoose={setPost} />
      )}
    </Modal>
  )
}

function Preview({ postId, onClose }: { postId: number; onClose: () => void }) {
  const queries = useQueryClient()
  const [to, setTo] = useState('')
  const [asking, setAsking] = useState(false)
  const { data, error } = useQuery({ ...apiQuery(issuePreviewRead, { body: { postId } }), staleTime: 0 })
  const testing = useApiMutation(issueTestSend, { isChecked: true, invalidates: [queryKeyOf(outboxList)] })
  const starting = useApiMutation(issueStart, {
    async onSuccess(issues) {
      queries.setQueryData(queryKeyOf(issueList), issues)
      if (data) showToast(describeStart(data))
      onClose()
    },
  })
  if (error) return <Notice tone="problem">{explainFailure(error)}</Notice>
  if (!data) return <p>Preparing the preview...</p>
  const people = countPeople(data.recipients)

  return (
    <div className="mail">
      <p>{describeRecipients(data)}</p>
      {data.byHand && data.recipients > 0 && (
        <p className="notice">
          Email isn’t set up, so nothing is sent automatically: {countEmails(data.recipients)} would wait in
          the Outbox, and you would send each by hand. To send automatically, connect email in Settings &gt;
          Connections, or ask an owner to.
        </p>
      )}
      <Email {...data} />
      <AddressField
        label="Send a test to"
        pointsOutNoDot
        name="to"
        value={to}
        error={testing.problem}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      {testing.output && <TestResult {...testing.output} byHand={data.byHand} />}
      {starting.problem && <Notice tone="problem">{starting.problem}</Notice>}
      <div className="mail-actions">
        <QuietButton onClick={() => testing.run({ body: { postId, to } })}>Send test</QuietButton>
        {data.recipients > 0 && (
          <Button busy={starting.busy} onClick={() => setAsking(true)}>
            {starting.busy ? 'Starting...' : `Send to ${people}`}
          </Button>
        )}
      </div>
      {asking && (
        <AskDialog
          title={`Send to ${people}?`}
          yes={data.byHand ? 'Put in Outbox' : 'Send now'}
          onYes={() => starting.run({ body: { postId } })}
          onClose={() => setAsking(false)}
        >
          <p>
            {data.byHand
              ? `${countEmails(data.recipients)} will wait in the Outbox for you to send by hand.`
              : 'It goes out now. You can pause it, but you can’t recall emails already sent.'}
          </p>
        </AskDialog>
      )}
    </div>
  )
}

const TestResult = ({ mailId, byHand }: { mailId: number; byHand: boolean }) => (
  <Notice tone="success">
    <p>
      {byHand ? 'Email isn’t set up, so the test is waiting in the Outbox.' : 'The test is in the Outbox.'}{' '}
      <TextLink href={paths.adminMail(mailId)}>{byHand ? 'Open it' : 'See whether it was sent'}</TextLink>
    </p>
  </Notice>
)

const Email = ({ html, subject, text }: IssuePreview) => (
  <>
    <ScrollRegion label="Preview">
      <EmailPreview html={html} title={`The email “${subject}”`} />
    </ScrollRegion>
    <details>
      <summary>Plain-text version</summary>
      <ScrollRegion label="Plain-text version">
        <p className="mail-text" dir="auto">
          {text}
        </p>
      </ScrollRegion>
    </details>
  </>
)

const countPeople = (count: number) => (count === 1 ? '1 person' : `${count} people`)
const countEmails = (count: number) => (count === 1 ? '1 email' : `${count} emails`)

/** Text of the toast after sending was started. The emails wait for the mail server, or for the admin without one. */
function describeStart({ byHand, recipients }: IssuePreview) {
  const emails = countEmails(recipients)
  return byHand
    ? {
        title: `${emails} will wait in the Outbox`,
        description: 'Email isn’t set up, so send each one yourself.',
      }
    : {
        title: `${emails} queued`,
        description: 'Sending starts now. This page shows how many were sent.',
      }
}

function describeRecipients({ recipients, waiting, had, lastSentAt }: IssuePreview): string {
  if (had + waiting === 0)
    return recipients === 0
      ? 'This post has no recipients yet: no one has subscribed, or everyone wants one email a month and already got it.'
      : `This post goes to ${countPeople(recipients)}.`
  const have = `${countPeople(had)} ${had === 1 ? 'has' : 'have'}`
  const sentences = [
    had > 0 &&
      (lastSentAt === null
        ? `${have} this post.`
        : `This post was sent on ${formatDate(lastSentAt)}, and ${have} it.`),
    waiting > 0 && `${countEmails(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting in the Outbox.`,
    recipients === 0
      ? `There’s no one ${waiting > 0 ? 'else' : 'left'} to send it to.`
      : waiting > 0
        ? `Now it goes only to the ${recipients === 1 ? 'other person' : `${recipients} other people`}.`
        : `Now it goes only to the ${countPeople(recipients)} who ${recipients === 1 ? 'doesn’t' : 'don’t'} have it.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

const postsPerPage = 10

/** A searchable list of all published posts, newest first, in which the user chooses one */
function PostChooser({ onChoose }: { onChoose: (post: Post) => void }) {
  const [q, setQ] = useState('')
  const list = useListPage(postList, {
    query: { status: 'published', limit: postsPerPage, ...setFilters({ q }) },
  })
  if (list.rows?.length === 0 && q === '') return <p>No published posts yet. Publish one first.</p>
  return (
    <section className="post-chooser" aria-label="Published posts">
      <SearchField label="Choose a published post" placeholder="Search posts" q={q} onSearch={setQ} />
      <ListStates
        of="posts"
        list={list}
        empty={<p role="status">No posts match. Try different words.</p>}
        moreClass="btn-small"
      >
        <Rows rows={list.rows} keyOf={byId}>
          {(post) => (
            <button type="button" onClick={() => onChoose(post)}>
              <span dir="auto">{post.title}</span>
              <span className="form-note">{formatDate(post.publishedAt)}</span>
            </button>
          )}
        </Rows>
      </ListStates>
    </section>
  )
}
