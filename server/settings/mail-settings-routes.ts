import { mailSettingsRead, mailSettingsUpdate } from '../../contracts/mail-settings.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { readMailSettings, writeMailSettings } from './mail-settings.ts'
import { findOrganization } from './organization.ts'
import { addSettingsRoutes } from './settings-routes.ts'

export const addMailSettingsRoutes = (app: App, { config, db, siteSource, connections }: RouteDeps): void =>
  addSettingsRoutes(app, db, {
    read: mailSettingsRead,
    update: mailSettingsUpdate,
    setting: 'mail',
    load: readMailSettings,
    save: writeMailSettings,
    async show(settings) {
      const { mail, sender } = await connections.read()
      return {
        settings,
        server: mail ? `${mail.host}:${mail.port}` : null,
        from: sender?.address ?? (await siteSource.read()).contactEmail,
        notifyEmail: (await findOrganization(db)).notifyEmail ?? config.notifyEmail ?? null,
      }
    },
  })
