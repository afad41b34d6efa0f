import { mailSettingsRead, mailSettingsUpdate } from '../../contracts/mail-settings.ts'
import { rights } from '../../contracts/roles.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { readMailSettings, saveMailSettings } from './mail-settings.ts'
import { findOrganization } from './organization.ts'

export function addMailSettingsRoutes(app: App, { config, db, siteSource, connections }: RouteDeps): void {
  const readAll = async () => {
    const { mail, sender } = await connections.read()
    return {
      settings: await readMailSettings(db),
      server: mail ? `${mail.host}:${mail.port}` : null,
      from: sender?.address ?? (await siteSource.read()).contactEmail,
      notifyEmail: (await findOrganization(db)).notifyEmail ?? config.notifyEmail ?? null,
    }
  }

  route(app, mailSettingsRead, { audience: 'admin', role: rights.manageSite }, readAll)

  route(
    app,
    mailSettingsUpdate,
    { audience: 'admin', role: rights.manageSite },
    async ({ body, session }) => {
      await saveMailSettings(db, session.user, body)
      return readAll()
    },
  )
}
