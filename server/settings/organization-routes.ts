import { organizationRequest, organizationResponse } from '../../contracts/organization.ts'
import { paths } from '../../contracts/paths.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { configuredOrganization, readOrganization, saveOrganization } from './organization.ts'

export function addOrganizationRoutes(app: App, { config, db }: RouteDeps): void {
  const configured = configuredOrganization(config)
  const admin = { audience: 'admin', kind: 'call' } as const

  app.get(
    paths.api.organization,
    {
      config: admin,
      schema: {
        summary: 'Read what is set about the organization, and the defaults behind it',
        response: { 200: organizationResponse },
      },
    },
    async () => ({ organisation: await readOrganization(db), configured }),
  )

  app.put(
    paths.api.organization,
    {
      config: admin,
      schema: {
        summary: 'Set what the site says about the organization',
        description: 'An empty text means the default. Every page shows the change within a second.',
        body: organizationRequest,
        response: { 200: organizationResponse },
      },
    },
    async (request) => {
      await saveOrganization(db, request.body)
      return { organisation: request.body, configured }
    },
  )
}
