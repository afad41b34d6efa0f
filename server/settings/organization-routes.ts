import { organizationRead, organizationUpdate } from '../../contracts/organization.ts'
import { rights } from '../../contracts/roles.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { changeSetting, settingsVersion } from './change-setting.ts'
import { configuredOrganization, readOrganization, writeOrganization } from './organization.ts'

export function addOrganizationRoutes(app: App, { config, db }: RouteDeps): void {
  const configured = configuredOrganization(config)

  const respond = async () => {
    const organisation = await readOrganization(db)
    return { organisation, configured, version: settingsVersion(organisation) }
  }
  const owner = { audience: 'admin', role: rights.manageSite } as const

  route(app, organizationRead, owner, respond)

  route(app, organizationUpdate, owner, ({ body: { version, ...organization }, session }) =>
    changeSetting(db, {
      setting: 'organization',
      by: session.user,
      version,
      read: readOrganization,
      write: (tx) => writeOrganization(tx, organization),
      respond,
    }),
  )
}
