import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDate, formatRecent, timeOf } from '../../../../core/contract/format-date.ts'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { SearchField, setFilters } from '../../../../core/web/admin/lists/filters.tsx'
import { byId, ListStates, Rows, useListPage } from '../../../../core/web/admin/lists/list-screen.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { Button, TextButton } from '../../../../core/web/ui/button.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { type Post, postList } from '../../../posts/contract/posts.ts'
import { type IssuePreview, issueList, issueStart } from '../../contract/newsletter.ts'
import {
  countEmails,
  countPeople,
  describeStart,
  IssueForm,
  isLater,
  noTexts,
  requestOf,
} from './issue-form.tsx'

/** Sends a post as a newsletter issue: choose a post, check the preview, send a test, then send it to all subscribers. */
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
          <Sending key={post.id} post={post} onClose={onClose} />
        </>
      ) : (
        <PostChooser onChoose={setPost} />
      )}
    </Modal>
  )
}

/** Sends words without a post. */
export const WriteDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal title="Write an issue" onClose={onClose} wide>
    <Sending post={undefined} onClose={onClose} />
  </Modal>
)

function Sending({ post, onClose }: { post: Post | undefined; onClose: () => void }) {
  const queries = useQueryClient()
  const [texts, setTexts] = useState(noTexts)
  const [asking, setAsking] = useState<IssuePreview>()
  const source = post ? { postId: post.id } : {}
  const { run, busy, problem } = useApiMutation(
    (_: IssuePreview) => call(issueStart, { body: { ...source, ...requestOf(texts) } }),
    {
      onSuccess(issues, shown) {
        queries.setQueryData(queryKeyOf(issueList), issues)
        showToast(describeStart(shown, texts))
        onClose()
      },
    },
  )
  const people = countPeople(asking?.recipients ?? 0)
  const later = isLater(texts) ? formatRecent(timeOf(texts.startsAt)) : ''
  const verb = later ? 'Schedule for' : 'Send to'
  return (
    <>
      <IssueForm
        source={source}
        defaults={post}
        texts={texts}
        onChange={(change) => setTexts({ ...texts, ...change })}
        problem={problem}
      >
        {(preview) =>
          preview.recipients > 0 && (
            <Button busy={busy} onClick={() => setAsking(preview)}>
              {busy ? 'Starting...' : `${verb} ${countPeople(preview.recipients)}`}
            </Button>
          )
        }
      </IssueForm>
      {asking && (
        <AskDialog
          title={`${verb} ${people}?`}
          yes={later ? 'Schedule' : asking.byHand ? 'Put in Outbox' : 'Send now'}
          onYes={() => run(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>{describeSending(asking, later)}</p>
        </AskDialog>
      )}
    </>
  )
}

function describeSending({ byHand, recipients }: IssuePreview, later: string): string {
  const when = later && `On ${later}, `
  if (byHand) return `${when}${countEmails(recipients)} will wait in the Outbox for you to send by hand.`
  if (later) return `It goes out ${later}. You can cancel it until then.`
  return 'It goes out now. You can pause it, but you can’t recall emails already sent.'
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
