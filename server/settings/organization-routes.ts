import { organisationAnswer, organisationCall } from '../../contracts/organization.ts'
import { paths } from '../../contracts/paths.ts'
import type { App, AppDeps } from '../app.ts'
import { configuredOrganisation, readOrganisation, saveOrganisation } from './organization.ts'

export function addOrganisationRoutes(app: App, { config, db }: AppDeps): void {
  const configured = configuredOrganisation(config)
  const admin = { audience: 'admin', kind: 'call' } as const

  app.get(
    paths.api.organisation,
    {
      config: admin,
      schema: {
        summary: 'Read what is set about the organization, and the defaults behind it',
        response: { 200: organisationAnswer },
      },
    },
    async () => ({ organisation: await readOrganisation(db), configured }),
  )

  app.put(
    paths.api.organisation,
    {
      config: admin,
      schema: {
        summary: 'Set what the site says about the organization',
        description: 'An empty text means the default. Every page shows the change within a second.',
        body: organisationCall,
        response: { 200: organisationAnswer },
      },
    },
    async (request) => {
      await saveOrganisation(db, request.body)
      return { organisation: request.body, configured }
    },
  )
}
