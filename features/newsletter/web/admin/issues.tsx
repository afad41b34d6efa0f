import { formatRecent } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { byId, Rows } from '../../../../core/web/admin/lists/list-screen.tsx'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { SmallButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { type Issue, issueCancel, issueList, issuePause, issueResume } from '../../contract/newsletter.ts'
import { isOver, stateOf } from './issue-state.ts'

const issuesQuery = apiQuery(issueList)

export function Issues() {
  const { data, query, notLoaded } = useLoaded(issuesQuery, 'newsletters')
  const maySend = useMay('sendToLists')
  return (
    <section className="mail-section" aria-labelledby="issues-title">
      <div className="list-head">
        <h2 id="issues-title">Newsletters</h2>
        {data?.some((issue) => !isOver(issue)) && (
          <TextButton onClick={() => void query.refetch()}>
            {query.isFetching ? 'Counting...' : 'Refresh'}
          </TextButton>
        )}
      </div>
      {notLoaded}
      {data?.length === 0 && (
        <div className="card empty">
          <h3>Nothing sent yet</h3>
          <p>
            {maySend
              ? 'Choose a published post or write a few words, check the preview, send a test to yourself, then send it to everyone.'
              : 'Newsletters that an editor or an owner sends are listed here.'}
          </p>
        </div>
      )}
      <Rows className="post-list" rows={data} keyOf={byId}>
        {(issue) => <IssueRow issue={issue} />}
      </Rows>
    </section>
  )
}

function IssueRow({ issue }: { issue: Issue }) {
  const over = isOver(issue)
  const maySend = useMay('sendToLists')
  const { run: change } = useApiMutation((endpoint: Change) => call(endpoint, { params: { id: issue.id } }), {
    failure: 'Something went wrong.',
    onSuccess: (_, endpoint) => showToast({ title: changed(endpoint), description: issue.subject }),
    // A failure usually means that the newsletter issue was changed or finished in the meantime.
    alwaysInvalidates: [issuesQuery.queryKey],
  })
  const button = (label: string, endpoint: Change) => (
    <SmallButton onClick={() => change(endpoint)}>
      {label}
      <span className="sr-only"> {issue.subject}</span>
    </SmallButton>
  )

  return (
    <article className="issue-row" aria-labelledby={`issue-${issue.id}`}>
      <h3 id={`issue-${issue.id}`} dir="auto">
        {issue.subject}
      </h3>
      <p className="issue-fact">
        {issue.startsAt ? `Goes out ${formatRecent(issue.startsAt)}` : formatRecent(issue.createdAt)} by{' '}
        {issue.startedBy}
      </p>
      <p className="issue-fact">{issue.startsAt ? 'All subscribers' : describeCounts(issue)}</p>
      <p>
        <span className={over ? 'badge badge-live' : 'badge badge-draft'}>{stateOf(issue)}</span>
      </p>
      <IssueNotes issue={issue} />
      {!over && maySend && (
        <div className="post-row-actions">
          {issue.pausedAt && button('Resume', issueResume)}
          {issue.startsAt && button('Cancel', issueCancel)}
          {/* Emails that an admin sends by hand cannot be paused. */}
          {!issue.pausedAt && !issue.startsAt && !issue.byHand && button('Pause', issuePause)}
        </div>
      )}
    </article>
  )
}

type Change = typeof issuePause | typeof issueResume | typeof issueCancel

const changed = (endpoint: Change) =>
  endpoint === issuePause ? 'Paused' : endpoint === issueResume ? 'Resumed' : 'Canceled'

const describeCounts = ({ sent, total, failed, leftOut }: Issue) =>
  `${sent} of ${total - leftOut} sent${failed > 0 ? `, ${failed} failed` : ''}${leftOut > 0 ? `. ${leftOut} skipped (no longer subscribed).` : ''}`

/** What a sender should know about an issue that is not over */
function IssueNotes({ issue }: { issue: Issue }) {
  const isLate = issue.startsAt !== null && issue.pausedAt !== null && new Date(issue.startsAt) < new Date()
  return (
    <>
      {isLate && (
        <p className="mail-problem">
          It didn’t go out on time: its post wasn’t public, or the newsletter was off. Resume to send it now.
        </p>
      )}
      {issue.isRefused && (
        <p className="mail-problem">
          The email server rejected ten emails in a row. Check the Outbox for the reason, fix it, then resume.
          These emails will be retried too.
        </p>
      )}
      {issue.byHand && issue.queued + issue.waiting > 0 && (
        <p className="form-note">
          Email isn’t set up, so these emails are waiting in the Outbox for you to send.{' '}
          <InlineLink href={paths.adminOutbox}>Open Outbox</InlineLink>
        </p>
      )}
      {!isOver(issue) && !issue.startsAt && (
        <progress
          className="progress-bar"
          max={issue.total - issue.leftOut}
          value={issue.sent + issue.failed}
          aria-label={`Sent of ${issue.subject}`}
        />
      )}
    </>
  )
}
