import { formatRecent } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { byId, Rows } from '../../../../core/web/admin/lists/list-screen.tsx'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { TextLink } from '../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { SmallButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { type Issue, issueList, issuePause, issueResume } from '../../contract/newsletter.ts'
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
              ? 'Choose a published post, check the preview, send a test to yourself, then send it to everyone.'
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
  const { run: change } = useApiMutation(
    (endpoint: typeof issuePause | typeof issueResume) => call(endpoint, { params: { id: issue.id } }),
    {
      failure: 'Something went wrong.',
      onSuccess: (_, endpoint) =>
        showToast({
          title: endpoint === issuePause ? 'Paused' : 'Resumed',
          description: issue.subject,
        }),
      // A failure usually means that the newsletter issue was paused, resumed, or finished in the meantime.
      alwaysInvalidates: [issuesQuery.queryKey],
    },
  )

  return (
    <article className="post-row" aria-labelledby={`issue-${issue.id}`}>
      <div className="post-row-text">
        <h3 id={`issue-${issue.id}`} dir="auto">
          {issue.subject}
        </h3>
        <p className="post-row-facts">
          <span className={over ? 'badge badge-live' : 'badge badge-draft'}>{stateOf(issue)}</span>
          <span>
            {issue.sent} of {issue.total - issue.leftOut} sent{issue.failed > 0 && `, ${issue.failed} failed`}
            {issue.leftOut > 0 && `. ${issue.leftOut} skipped (no longer subscribed).`}
          </span>
          <span>
            {formatRecent(issue.createdAt)} by {issue.startedBy}
          </span>
        </p>
        {issue.isRefused && (
          <p className="mail-problem">
            The email server rejected ten emails in a row. Check the Outbox for the reason, fix it, then
            resume. These emails will be retried too.
          </p>
        )}
        {issue.byHand && issue.queued + issue.waiting > 0 && (
          <p className="form-note">
            Email isn’t set up, so these emails are waiting in the Outbox for you to send.{' '}
            <TextLink href={paths.adminOutbox}>Open Outbox</TextLink>
          </p>
        )}
        {!over && (
          <progress
            className="progress-bar"
            max={issue.total - issue.leftOut}
            value={issue.sent + issue.failed}
            aria-label={`Sent of ${issue.subject}`}
          />
        )}
      </div>
      {!over && maySend && (
        <div className="post-row-actions">
          {issue.pausedAt ? (
            <SmallButton onClick={() => change(issueResume)}>
              Resume<span className="sr-only"> {issue.subject}</span>
            </SmallButton>
          ) : (
            // Emails that an admin sends by hand cannot be paused.
            !issue.byHand && (
              <SmallButton onClick={() => change(issuePause)}>
                Pause<span className="sr-only"> {issue.subject}</span>
              </SmallButton>
            )
          )}
        </div>
      )}
    </article>
  )
}
