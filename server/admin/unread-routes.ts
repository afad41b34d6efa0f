import { rights } from '../../contracts/roles.ts'
import { unreadCountsRead, unreadListSeen } from '../../contracts/unread-counts.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { getUnreadCounts, markSeen } from './unread-counts.ts'

/** Routes of the counts in the admin's menu. */
export function addUnreadRoutes(app: App, { config, db }: RouteDeps): void {
  const sending = config.mail.smtpUrl !== undefined

  route(app, unreadCountsRead, { audience: 'admin', role: rights.work }, ({ session }) =>
    getUnreadCounts(db, session.user, { sending }),
  )

  route(app, unreadListSeen, { audience: 'admin', role: rights.work }, ({ params, session }) =>
    markSeen(db, session.user.id, params.list),
  )
}
