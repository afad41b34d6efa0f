import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDate, formatRecent } from '../../../contracts/format-date.ts'
import {
  endReasonLabels,
  type Issue,
  issueList,
  issuePause,
  issueResume,
  type Subscriber,
  subscriberErase,
  subscriberList,
  subscriberRemove,
  subscriberRetry,
} from '../../../contracts/newsletter.ts'
import { paths } from '../../../contracts/paths.ts'
import { call } from '../../api.ts'
import { showToast } from '../../ui/toast.ts'
import { apiQuery, listQuery, queryKeyOf } from '../api.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { useFocusAfterRemoval } from '../focus-after-removal.ts'
import { replaceUrl } from '../history.ts'
import { LoadProblem } from '../load-problem.tsx'
import { ScreenLink } from '../screen-link.tsx'
import { SearchField } from '../search-field.tsx'
import { searchId } from '../shortcuts.tsx'
import { ShowMore } from '../show-more.tsx'
import { useApiMutation } from '../use-api-mutation.ts'
import { ImportDialog } from './import-dialog.tsx'
import { isOver, stateOf } from './issue-state.ts'
import { SendDialog } from './send-dialog.tsx'

const perPage = 25
const issuesQuery = apiQuery(issueList)

/** Issues of the newsletter, and its subscribers. */
export function NewsletterScreen({ query }: { query: URLSearchParams }) {
  const [open, setOpen] = useState<'send' | 'import'>()
  return (
    <div className="admin-page">
      <div className="list-head">
        <h1>Newsletter</h1>
        <div className="mail-actions">
          <button type="button" className="btn" onClick={() => setOpen('send')}>
            Send a post
          </button>
          <button type="button" className="btn btn-quiet" onClick={() => setOpen('import')}>
            Import subscribers
          </button>
          <a className="btn btn-quiet" href={paths.api.subscribersFile} download>
            Download CSV
          </a>
        </div>
      </div>
      <Issues />
      <Subscribers q={query.get('q') ?? ''} />
      {open === 'send' && <SendDialog onClose={() => setOpen(undefined)} />}
      {open === 'import' && <ImportDialog onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function Issues() {
  const { data, error, refetch, isFetching } = useQuery(issuesQuery)
  return (
    <section className="mail-section" aria-labelledby="issues-title">
      <div className="list-head">
        <h2 id="issues-title">Newsletters</h2>
        {data?.some((issue) => !isOver(issue)) && (
          <button type="button" className="text-button" onClick={() => void refetch()}>
            {isFetching ? 'Counting...' : 'Refresh'}
          </button>
        )}
      </div>
      {error && <LoadProblem what="The newsletters couldn’t be loaded." error={error} onRetry={refetch} />}
      {!data && !error && <p>Loading newsletters...</p>}
      {data?.length === 0 && (
        <div className="card empty">
          <h3>Nothing sent yet</h3>
          <p>
            Choose a published post, check the preview, send a test to yourself, then send it to everyone.
          </p>
        </div>
      )}
      {data && data.length > 0 && (
        <ul className="post-list">
          {data.map((issue) => (
            <li key={issue.id}>
              <IssueRow issue={issue} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function IssueRow({ issue }: { issue: Issue }) {
  const queries = useQueryClient()
  const over = isOver(issue)
  const { run: change } = useApiMutation(
    (endpoint: typeof issuePause | typeof issueResume) => call(endpoint, { params: { id: issue.id } }),
    {
      failure: 'Something went wrong.',
      onSuccess: (_, endpoint) =>
        showToast({
          title: endpoint === issuePause ? 'Paused' : 'Resumed',
          description: issue.subject,
        }),
      // Also after a failure, which usually means that the issue was paused, resumed, or finished in the meantime.
      onSettled: () => queries.invalidateQueries(issuesQuery),
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
            <ScreenLink className="text-link" href={paths.adminOutbox}>
              Open Outbox
            </ScreenLink>
          </p>
        )}
        {!over && (
          <progress
            className="issue-progress"
            max={issue.total - issue.leftOut}
            value={issue.sent + issue.failed}
            aria-label={`Sent of ${issue.subject}`}
          />
        )}
      </div>
      {!over && (
        <div className="post-row-actions">
          {issue.pausedAt ? (
            <button type="button" className="btn btn-quiet btn-small" onClick={() => change(issueResume)}>
              Resume<span className="sr-only"> {issue.subject}</span>
            </button>
          ) : (
            // Emails that an admin sends by hand cannot be paused.
            !issue.byHand && (
              <button type="button" className="btn btn-quiet btn-small" onClick={() => change(issuePause)}>
                Pause<span className="sr-only"> {issue.subject}</span>
              </button>
            )
          )}
        </div>
      )}
    </article>
  )
}

function Subscribers({ q }: { q: string }) {
  const search = q.trim() === '' ? undefined : q
  const pages = useInfiniteQuery(listQuery(subscriberList, { query: { q: search, limit: perPage } }))
  const { data, error, refetch } = pages
  const rows = data?.pages.flatMap((page) => page.rows)
  const total = data?.pages[0]?.total
  const headline = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const focusAfter = useFocusAfterRemoval(data, list, headline)
  return (
    <section className="mail-section" aria-labelledby="subscribers-title">
      <div className="list-head">
        <h2 id="subscribers-title" ref={headline} tabIndex={-1}>
          Subscribers
        </h2>
        <p className="count" role="status">
          {total !== undefined && (total === '1' ? '1 subscriber' : `${total} subscribers`)}
        </p>
      </div>
      <search>
        <SearchField
          id={searchId}
          q={q}
          onSearch={(next) =>
            replaceUrl(
              next === ''
                ? paths.adminNewsletter
                : `${paths.adminNewsletter}?${new URLSearchParams({ q: next })}`,
            )
          }
        />
      </search>
      {error && <LoadProblem what="The subscribers couldn’t be loaded." error={error} onRetry={refetch} />}
      {!rows && !error && <p>Loading subscribers...</p>}
      {rows?.length === 0 && (
        <p>
          {q === ''
            ? 'No subscribers yet. The sign-up form is on the home page, under each post, and on its own page.'
            : 'No subscribers match. Try different words.'}
        </p>
      )}
      {rows && rows.length > 0 && (
        <ul className="post-list" ref={list}>
          {rows.map((row) => (
            <li key={row.id}>
              <SubscriberRow row={row} focusAfter={focusAfter} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore of="subscribers" pages={pages} className="issue-more" />
    </section>
  )
}

type SubscriberChange = {
  endpoint: typeof subscriberRetry | typeof subscriberRemove | typeof subscriberErase
  /** Title of the toast. */
  success: string
}

type SubscriberRowProps = { row: Subscriber; focusAfter: (pressed: Element | undefined) => void }

function SubscriberRow({ row, focusAfter }: SubscriberRowProps) {
  const queries = useQueryClient()
  const pressed = useRef<HTMLButtonElement>(undefined)
  const [asking, setAsking] = useState<'remove' | 'delete'>()
  const { run } = useApiMutation(
    ({ endpoint }: SubscriberChange) => call(endpoint, { params: { id: row.id } }),
    {
      failure: 'Something went wrong.',
      onSuccess: (_, { success }) => showToast({ title: success, description: row.email }),
      onError: () => focusAfter(undefined),
      onSettled: () => queries.invalidateQueries({ queryKey: queryKeyOf(subscriberList) }),
    },
  )

  function ask(button: HTMLButtonElement, what: 'remove' | 'delete') {
    pressed.current = button
    setAsking(what)
  }

  function change(request: SubscriberChange) {
    setAsking(undefined)
    focusAfter(pressed.current)
    run(request)
  }

  return (
    <div className="post-row">
      <div className="post-row-text">
        <p>
          <strong>{row.email}</strong>
        </p>
        <p className="post-row-facts">
          <span className={row.isActive ? 'badge badge-live' : 'badge badge-draft'}>
            {row.isActive ? 'Subscribed' : endReasonLabels[row.endReason ?? 'unsubscribed']}
          </span>
          <span>
            {row.endedAt
              ? `From ${formatDate(row.subscribedAt)} until ${formatDate(row.endedAt)}`
              : `Since ${formatDate(row.subscribedAt)}`}
          </span>
          {row.frequency === 'monthly' && <span>At most once a month</span>}
          {row.sourceName && (
            <span>
              From <bdi>{row.sourceName}</bdi>
            </span>
          )}
          {row.source === 'import' && <span>Imported</span>}
        </p>
        {row.consent && <p className="post-row-excerpt">Agreed to: {row.consent}</p>}
      </div>
      <div className="post-row-actions">
        {row.endReason === 'bounced' && (
          <button
            type="button"
            className="text-button"
            data-removes=""
            onClick={({ currentTarget }) => {
              pressed.current = currentTarget
              change({ endpoint: subscriberRetry, success: 'Subscribed again' })
            }}
          >
            Try this address again<span className="sr-only"> ({row.email})</span>
          </button>
        )}
        <button
          type="button"
          className="text-button"
          data-removes=""
          onClick={({ currentTarget }) => ask(currentTarget, row.isActive ? 'remove' : 'delete')}
        >
          {row.isActive ? 'Remove' : 'Delete...'}
          <span className="sr-only"> {row.email}</span>
        </button>
      </div>
      {asking === 'remove' && (
        <AskDialog
          title="Remove this subscriber?"
          yes="Remove"
          no="Keep"
          onYes={() => change({ endpoint: subscriberRemove, success: 'Removed' })}
          onNo={() => setAsking(undefined)}
        >
          <p>{row.email} won’t get the newsletter anymore unless they sign up again.</p>
        </AskDialog>
      )}
      {asking === 'delete' && (
        <AskDialog
          title="Permanently delete this person?"
          yes="Delete"
          no="Keep"
          onYes={() => change({ endpoint: subscriberErase, success: 'Deleted' })}
          onNo={() => setAsking(undefined)}
        >
          <p>
            Everything we have about {row.email} will be deleted now and can’t be restored: how they agreed,
            emails, and invitations with drafts that weren’t published. An import won’t bring them back, but
            they can sign up again.
          </p>
        </AskDialog>
      )}
    </div>
  )
}
