import { organizationRead, organizationUpdate } from '../../contracts/organization.ts'
import { rights } from '../../contracts/roles.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { configuredOrganization, readOrganization, saveOrganization } from './organization.ts'

export function addOrganizationRoutes(app: App, { config, db }: RouteDeps): void {
  const configured = configuredOrganization(config)

  route(app, organizationRead, { audience: 'admin', role: rights.manageSite }, async () => ({
    organisation: await readOrganization(db),
    configured,
  }))

  route(
    app,
    organizationUpdate,
    { audience: 'admin', role: rights.manageSite },
    async ({ body, session }) => {
      await saveOrganization(db, session.user, body)
      return { organisation: body, configured }
    },
  )
}
