import { mailSettingsRead, mailSettingsUpdate } from '../../contracts/mail-settings.ts'
import { rights } from '../../contracts/roles.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { changeSetting, settingsVersion } from './change-setting.ts'
import { readMailSettings, writeMailSettings } from './mail-settings.ts'
import { findOrganization } from './organization.ts'

export function addMailSettingsRoutes(app: App, { config, db, siteSource, connections }: RouteDeps): void {
  const respond = async () => {
    const settings = await readMailSettings(db)
    const { mail, sender } = await connections.read()
    return {
      settings,
      version: settingsVersion(settings),
      server: mail ? `${mail.host}:${mail.port}` : null,
      from: sender?.address ?? (await siteSource.read()).contactEmail,
      notifyEmail: (await findOrganization(db)).notifyEmail ?? config.notifyEmail ?? null,
    }
  }

  const owner = { audience: 'admin', role: rights.manageSite } as const

  route(app, mailSettingsRead, owner, respond)

  route(app, mailSettingsUpdate, owner, ({ body: { version, ...settings }, session }) =>
    changeSetting(db, {
      setting: 'mail',
      by: session.user,
      version,
      read: readMailSettings,
      write: (tx) => writeMailSettings(tx, settings),
      respond,
    }),
  )
}
