import { rights } from '../../contracts/roles.ts'
import { unreadCountsRead, unreadListSeen } from '../../contracts/unread-counts.ts'
import { sendsByHand } from '../connected-services.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { getUnreadCounts, markSeen } from './unread-counts.ts'

/** Routes of the counts in the admin's menu. */
export function addUnreadRoutes(app: App, { db, connections, siteSource }: RouteDeps): void {
  route(app, unreadCountsRead, { audience: 'admin', role: rights.work }, async ({ session }) => {
    const { timeZone } = await siteSource.read()
    return getUnreadCounts(db, session.user, { sending: !(await sendsByHand(connections)), timeZone })
  })

  route(app, unreadListSeen, { audience: 'admin', role: rights.work }, ({ params, session }) =>
    markSeen(db, session.user.id, params.list),
  )
}
