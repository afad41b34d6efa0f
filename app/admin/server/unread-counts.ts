import * as z from 'zod/mini'
import { isoDay } from '../../../core/contract/format-date.ts'
import { type Role, rights } from '../../../core/contract/roles.ts'
import { newsList } from '../../../core/contract/today.ts'
import { describeUnread } from '../../../core/contract/unread-counts.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { route } from '../../../core/server/http/route.ts'
import { mailKindsOf } from '../../../core/server/mail/mail-hooks.ts'
import { countOpenMails } from '../../../core/server/mail/outbox-list.ts'
import { lastLookAt, markSeen } from '../../../features/accounts/server/last-looks.ts'
import { type Feature, isOn } from '../../../features/manifest/feature.ts'
import { dismissGetStarted, readGetStarted } from './get-started.ts'

type Deps = RouteDeps & { features: Feature[] }

/**
 * Counts failed emails, and what each feature has for this user. Without a mail server (`sendsByHand`), it also counts
 * queued emails, except those that wait for their feature. Emails that the user may not see are not counted.
 */
async function getUnreadCounts(
  { db, features }: Pick<Deps, 'db' | 'features'>,
  { id: userId, role }: { id: number; role: Role },
  { sendsByHand, timeZone }: { sendsByHand: boolean; timeZone: string },
) {
  const since = (list: string) => lastLookAt(userId, list)
  const today = isoDay(new Date(), { timeZone })
  const [failedMails, queuedMails] = await countOpenMails(db, {
    role,
    mailKinds: mailKindsOf(features),
    sendsByHand,
  })
  const added: Record<string, unknown> = {}
  // One after another: every open page of the admin asks often, and shares the connections with visitors.
  for (const { unread } of features) Object.assign(added, await unread?.count(db, { userId, since, today }))
  return { ...added, failedMails, queuedMails, sendsByHand, timeZone }
}

/** Routes of what the admin's menu shows: counts, and the list of first steps. */
export function addUnreadRoutes(app: App, { db, connections, siteSource, features }: Deps): void {
  const unread = features.flatMap(({ unread = [] }) => unread)
  const { unreadCountsRead, unreadListSeen, getStartedDismiss } = describeUnread(
    z.enum([newsList, ...unread.flatMap(({ lists = [] }) => lists)]),
    Object.assign({}, ...unread.map(({ fields }) => fields)),
  )
  const read = async (user: { id: number; role: Role }) => {
    const [site, { mail, ai }] = await Promise.all([siteSource.read(), connections.read()])
    const connected = { mail: mail !== undefined, ai: ai !== undefined }
    const [counts, getStarted] = await Promise.all([
      getUnreadCounts({ db, features: features.filter(isOn(site.off)) }, user, {
        sendsByHand: !connected.mail,
        timeZone: site.timeZone,
      }),
      readGetStarted(db, { site, connected }),
    ])
    return { ...counts, getStarted }
  }

  const admin = { audience: 'admin', role: rights.work } as const
  route(app, unreadCountsRead, admin, ({ session }) => read(session.user))

  route(app, unreadListSeen, admin, async ({ params, session: { user } }) => {
    await markSeen(db, user.id, params.list)
    return read(user)
  })

  const owner = { audience: 'admin', role: rights.manageSite } as const
  route(app, getStartedDismiss, owner, async ({ body, session: { user } }) => {
    await dismissGetStarted(db, body.isDismissed)
    return read(user)
  })
}
