import { rights } from '../../contracts/roles.ts'
import { getStartedDismiss, unreadCountsRead, unreadListSeen } from '../../contracts/unread-counts.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { dismissGetStarted, readGetStarted } from './get-started.ts'
import { getUnreadCounts, markSeen } from './unread-counts.ts'

/** Routes of what the admin's menu shows: counts, and the list of first steps. */
export function addUnreadRoutes(app: App, { db, connections, siteSource }: RouteDeps): void {
  const read = async (user: Parameters<typeof getUnreadCounts>[1]) => {
    const [site, { mail, ai }] = await Promise.all([siteSource.read(), connections.read()])
    const connected = { mail: mail !== undefined, ai: ai !== undefined }
    const [counts, getStarted] = await Promise.all([
      getUnreadCounts(db, user, { sending: connected.mail, timeZone: site.timeZone }),
      readGetStarted(db, { site, connected }),
    ])
    return { ...counts, getStarted }
  }

  route(app, unreadCountsRead, { audience: 'admin', role: rights.work }, ({ session }) => read(session.user))

  route(
    app,
    unreadListSeen,
    { audience: 'admin', role: rights.work },
    async ({ params, session: { user } }) => {
      await markSeen(db, user.id, params.list)
      return read(user)
    },
  )

  route(
    app,
    getStartedDismiss,
    { audience: 'admin', role: rights.manageSite },
    async ({ body, session: { user } }) => {
      await dismissGetStarted(db, body.isDismissed)
      return read(user)
    },
  )
}
