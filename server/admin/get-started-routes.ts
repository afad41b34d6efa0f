import { getStartedDismiss, getStartedRead } from '../../contracts/get-started.ts'
import { rights } from '../../contracts/roles.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { dismissGetStarted, readGetStarted } from './get-started.ts'

/** Adds the routes of the list of first steps. */
export function addGetStartedRoutes(app: App, { connections, db, siteSource }: RouteDeps): void {
  const read = async () => {
    const [site, { mail, ai }] = await Promise.all([siteSource.read(), connections.read()])
    return readGetStarted(db, { site, connected: { mail: mail !== undefined, ai: ai !== undefined } })
  }

  route(app, getStartedRead, { audience: 'admin', role: rights.work }, read)

  route(app, getStartedDismiss, { audience: 'admin', role: rights.manageSite }, async ({ body }) => {
    await dismissGetStarted(db, body.isDismissed)
    return read()
  })
}
