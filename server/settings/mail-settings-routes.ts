import { mailSettings, mailSettingsResponse } from '../../contracts/mail-settings.ts'
import { paths } from '../../contracts/paths.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { readMailSettings, saveMailSettings } from './mail-settings.ts'
import { findOrganization } from './organization.ts'

const admin = { audience: 'admin', kind: 'call' } as const

export function addMailSettingsRoutes(app: App, { config, db, siteSource }: RouteDeps): void {
  const readResponse = async () => ({
    settings: await readMailSettings(db),
    server: config.mail.smtpUrl ? new URL(config.mail.smtpUrl).host : null,
    from: config.mail.from ?? (await siteSource.read()).contactEmail,
    notifyEmail: (await findOrganization(db)).notifyEmail ?? config.notifyEmail ?? null,
  })

  app.get(
    paths.api.mailSettings,
    {
      config: admin,
      schema: { summary: 'Read how emails are sent', response: { 200: mailSettingsResponse } },
    },
    readResponse,
  )

  app.put(
    paths.api.mailSettings,
    {
      config: admin,
      schema: {
        summary: 'Set when you’re notified of new entries',
        body: mailSettings,
        response: { 200: mailSettingsResponse },
      },
    },
    async (request) => {
      await saveMailSettings(db, request.body)
      return readResponse()
    },
  )
}
