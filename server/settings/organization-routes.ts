import { organizationRead, organizationUpdate } from '../../contracts/organization.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { configuredOrganization, readOrganization, writeOrganization } from './organization.ts'
import { addSettingsRoutes } from './settings-routes.ts'

export function addOrganizationRoutes(app: App, { config, db }: RouteDeps): void {
  const configured = configuredOrganization(config)
  addSettingsRoutes(app, db, {
    read: organizationRead,
    update: organizationUpdate,
    setting: 'organization',
    load: readOrganization,
    save: writeOrganization,
    show: async (organisation) => ({ organisation, configured }),
  })
}
