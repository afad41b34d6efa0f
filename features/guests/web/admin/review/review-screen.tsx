import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatRecent } from '../../../../../core/contract/format-date.ts'
import { paths } from '../../../../../core/contract/paths.ts'
import { apiQuery, queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { LoadProblem } from '../../../../../core/web/admin/load-problem.tsx'
import { BackLink } from '../../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { useUnsavedQuestion } from '../../../../../core/web/admin/use-leave-guard.ts'
import { QuietButton } from '../../../../../core/web/ui/button.tsx'
import { TextField } from '../../../../../core/web/ui/field.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { inviteStatusLabels } from '../../../../posts/contract/post-guest.ts'
import { postList } from '../../../../posts/contract/posts.ts'
import { inviteLimits, inviteList, inviteName, whatNext } from '../../../contract/invites.ts'
import { changesRequest, type Review, reviewRead } from '../../../contract/reviews.ts'
import { SendByHand } from '../invites/send-by-hand.tsx'
import { Publish } from './publish.tsx'
import { ReviewedText } from './reviewed-text.tsx'

/** A guest's text with comments, and the editor's actions: comment, request changes, publish */
export function ReviewScreen({ inviteId }: { inviteId: number }) {
  const queries = useQueryClient()
  const query = apiQuery(reviewRead, { params: { id: inviteId } })
  // No cache between visits, because the guest may have submitted or edited the text in the meantime.
  const { data, error, refetch } = useQuery({ ...query, gcTime: 0 })
  const reload = async () => {
    await Promise.all(
      [query.queryKey, queryKeyOf(postList), queryKeyOf(inviteList)].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  }
  if (error)
    return (
      <div className="admin-page">
        <h1>Review</h1>
        <LoadProblem what="This draft couldn’t be opened." error={error} onRetry={refetch} />
      </div>
    )
  if (!data)
    return (
      <div className="admin-page">
        <h1 className="sr-only">Review</h1>
        <p>Opening the draft...</p>
        <div className="skeleton skeleton-text" />
      </div>
    )
  return (
    <>
      <div className="admin-top">
        <BackLink href={paths.adminTab('authors')}>Author Invites</BackLink>
      </div>
      <div className="post-form">
        <div className="post-page">
          {data.text ? (
            <ReviewedText review={data} text={data.text} onChanged={reload} />
          ) : (
            <>
              <h1>{data.invite.suggestedTopic}</h1>
              <p>Nothing here yet. The draft shows up as soon as the guest starts writing.</p>
            </>
          )}
        </div>
        <aside className="post-panel reading-panel" aria-label="About this draft">
          <About review={data} onChanged={reload} />
          {data.invite.status === 'submitted' && <RequestChanges review={data} onChanged={reload} />}
          {data.text && <Publish text={data.text} review={data} onChanged={reload} />}
        </aside>
      </div>
    </>
  )
}

type AboutProps = { review: Review; onChanged: () => Promise<void> }

function About({ review: { invite, profile, approval, approvedAt, text }, onChanged }: AboutProps) {
  const { toSend } = invite
  return (
    <>
      <section aria-labelledby="author-title" className="reading-author">
        {profile.photoUrl !== '' && <img src={profile.photoUrl} alt="" className="room-photo" />}
        <h2 id="author-title" dir="auto">
          {profile.name || invite.email}
        </h2>
        <p>
          <span className={invite.status === 'submitted' ? 'badge badge-review' : 'tag'}>
            {invite.status === 'accepted' ? 'Guest is still writing' : inviteStatusLabels[invite.status]}
          </span>
        </p>
        {profile.bio && <p dir="auto">{profile.bio}</p>}
        <p className="field-hint">
          Topic: <span dir="auto">{invite.suggestedTopic}</span>
        </p>
        {toSend && <SendByHand name={inviteName(invite)} toSend={toSend} onSent={onChanged} />}
      </section>
      {text && (
        <Section id="approval-title" title="Approval">
          {approval === 'none' ? (
            <p className="field-hint">
              <span dir="auto">{profile.name || 'The guest'}</span> hasn’t approved this draft yet.
              {!text.isLive && !text.scheduledFor && ' You can publish without their approval.'}
              {(invite.status === 'accepted' || invite.status === 'changes_requested') &&
                ' They can approve it once they’ve submitted it.'}
            </p>
          ) : (
            <p>
              <span className={approval === 'changed' ? 'badge badge-warning' : 'badge badge-live'}>
                {approval === 'changed' ? 'Changed after approval' : 'Approved'}
              </span>{' '}
              {approvedAt && `by the guest, ${formatRecent(approvedAt)}`}
            </p>
          )}
        </Section>
      )}
    </>
  )
}

/** Sends a submitted text back to the guest, with a message and the comments. */
function RequestChanges({ review, onChanged }: { review: Review; onChanged: () => Promise<void> }) {
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string>()
  useUnsavedQuestion(message !== '')
  const { run, busy } = useApiMutation(changesRequest, {
    failure: 'Not sent.',
    onSuccess() {
      setMessage('')
      showToast({
        title: 'Changes requested',
        description: `The guest can write again.\n${whatNext[review.delivery]}`,
      })
    },
    onSettled: onChanged,
  })

  function send() {
    const isEmpty = message.trim() === '' && review.comments.every(({ doneAt }) => doneAt)
    setProblem(isEmpty ? 'Say what to change, here or in a comment.' : undefined)
    if (!isEmpty) run({ params: { id: review.invite.id }, body: { message } })
  }

  return (
    <Section id="changes-title" title="Request changes" className="reading-act">
      <TextField
        label="Note to the guest (optional)"
        hint={
          review.delivery === 'sent'
            ? 'The guest sees it by email and on their writing page, next to your comments.'
            : 'The guest sees it on their writing page, next to your comments.'
        }
        maxLength={inviteLimits.customMessage}
        value={message}
        error={problem}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <QuietButton busy={busy} onClick={send}>
        {busy ? 'Sending...' : 'Request changes'}
      </QuietButton>
    </Section>
  )
}
