import { isoMinute } from '../../../core/contract/format-date.ts'
import { rights } from '../../../core/contract/roles.ts'
import { csvRoute } from '../../../core/server/activity/csv-route.ts'
import { sendsByHand } from '../../../core/server/connected-services.ts'
import { walkPages } from '../../../core/server/db/page.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { createCsv } from '../../../core/server/http/csv.ts'
import { sendRows } from '../../../core/server/http/paging.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import type { Feature } from '../../manifest/feature.ts'
import { withText } from '../../posts/server/writing/routes.ts'
import {
  endReasonLabels,
  frequencyLabels,
  issueCancel,
  issueList,
  issuePause,
  issuePreviewRead,
  issueResume,
  issueStart,
  issueTestSend,
  type Subscriber,
  subscriberErase,
  subscriberImport,
  subscriberList,
  subscriberRemove,
  subscriberRetry,
} from '../contract/newsletter.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import { recordActivity } from './actions.ts'
import { importSubscribers } from './import-subscribers.ts'
import { listIssues } from './issue-list.ts'
import { cancelIssue, countAudience, pauseIssue, resumeIssue, sendTestIssue, startIssue } from './issues.ts'
import { eraseSubscriber } from './personal-data.ts'
import { listSubscribers, removeSubscriber, retryAddress } from './subscriptions.ts'
import { writeDraft } from './write-issue.ts'

type Deps = RouteDeps & { features: Feature[] }

const readers = { audience: 'admin', role: rights.work } as const
const senders = { audience: 'admin', role: rights.sendToLists } as const

/** The newsletter in the admin: subscribers and issues. */
export function addNewsletterRoutes(app: App, deps: Deps & { writeEmail: WriteEmail }): void {
  addSubscriberRoutes(app, deps)
  addIssueRoutes(app, deps)
}

function addSubscriberRoutes(app: App, deps: Deps): void {
  const { db, features } = deps
  route(app, subscriberList, readers, async (context) =>
    sendRows(context, await listSubscribers(db, context.query)),
  )

  csvRoute(
    app,
    deps,
    newsletterPaths.subscribersFile,
    { role: rights.export, summary: 'Download all subscribers as CSV', produces: ['text/csv'] },
    {
      csv: subscribersCsv,
      walk: (_request, { batch: limit }) =>
        walkPages((cursor?: number) => listSubscribers(db, { limit, cursor })),
      filename: () => 'newsletter.csv',
      record: (db, by) => recordActivity(db, { action: 'subscribers-exported', by }),
    },
  )

  route(app, subscriberImport, senders, ({ body, session }) =>
    importSubscribers(db, session.user, body.addresses, body.consent),
  )

  route(app, subscriberRetry, senders, async ({ params }) => {
    orNotFound(await retryAddress(db, params.id))
  })

  route(app, subscriberRemove, senders, async ({ params, session }) => {
    orNotFound(await removeSubscriber(db, session.user, params.id))
  })

  const erasers = { audience: 'admin', role: rights.deletePeople } as const
  route(app, subscriberErase, erasers, ({ params, session }) =>
    eraseSubscriber(db, features, params.id, session.user),
  )
}

function addIssueRoutes(
  app: App,
  { db, siteSource, connections, writeEmail }: RouteDeps & { writeEmail: WriteEmail },
): void {
  const isByHand = () => sendsByHand(connections)
  const readIssues = async () => listIssues(db, !(await isByHand()))
  const readWriting = async () => ({ writeEmail, site: await siteSource.read() })

  route(app, issueList, readers, readIssues)

  const withDraft = { ...senders, bodyLimit: withText.bodyLimit }
  route(app, issuePreviewRead, withDraft, async ({ body, session }) => {
    const email = await writeDraft(db, session.user, body, await readWriting())
    const audience = await countAudience(db, body.post?.id ?? body.postId)
    return { ...email, byHand: await isByHand(), ...audience }
  })

  route(app, issueTestSend, withDraft, async ({ body: { to, ...draft }, session }) =>
    sendTestIssue(db, await writeDraft(db, session.user, draft, await readWriting()), to),
  )

  route(app, issueStart, senders, async ({ body, session: { user } }) => {
    await startIssue(db, body, user, await readWriting())
    return readIssues()
  })

  for (const [endpoint, change] of [
    [issuePause, pauseIssue],
    [issueResume, resumeIssue],
  ] as const)
    route(app, endpoint, senders, async ({ params, session }) => {
      if (!(await change(db, session.user, params.id, await readWriting()))) throw alreadyDone()
      return readIssues()
    })

  route(app, issueCancel, senders, async ({ params, session }) => {
    if (!(await cancelIssue(db, session.user, params.id))) throw alreadyDone()
    return readIssues()
  })
}

const alreadyDone = () => new RequestProblem('conflict', { detail: 'That’s already done. Reload the page.' })

/** The import (read-subscriber-list.ts) recognizes these headings. */
const subscribersCsv = createCsv<Subscriber>([
  ['Email', (row) => row.email],
  ['Subscribed', (row, { timeZone }) => isoMinute(row.subscribedAt, { timeZone })],
  ['Active', (row) => (row.isActive ? 'Yes' : 'No')],
  ['How often', (row) => frequencyLabels[row.frequency]],
  ['Consent', (row) => row.consent ?? ''],
  ['Page', (row) => row.sourceName ?? ''],
  ['Address', (row) => row.source ?? ''],
  ['Left', (row, { timeZone }) => (row.endedAt ? isoMinute(row.endedAt, { timeZone }) : '')],
  ['Reason', (row) => (row.endReason ? endReasonLabels[row.endReason] : '')],
  ['Time zone', (_row, { zoneName }) => zoneName],
  ['Subscribed (UTC)', (row) => row.subscribedAt],
  ['Left (UTC)', (row) => row.endedAt ?? ''],
])
