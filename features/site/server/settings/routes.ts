import { mailSettingsRead, mailSettingsUpdate } from '../../../../core/contract/mail-settings.ts'
import { organizationRead, organizationUpdate } from '../../../../core/contract/organization.ts'
import { rights } from '../../../../core/contract/roles.ts'
import { readPostgresRelease } from '../../../../core/server/db/postgres-release.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { route } from '../../../../core/server/http/route.ts'
import {
  configuredOrganization,
  findNotifyEmail,
  readOrganization,
  writeOrganization,
} from '../../../../core/server/organization.ts'
import { version } from '../../../../core/server/version.ts'
import { aboutRead } from '../../contract/about.ts'
import { topicsRead, topicsUpdate } from '../../contract/topics.ts'
import { readMailSettings, writeMailSettings } from './mail-settings.ts'
import { addSettingsRoutes } from './settings-routes.ts'
import { listTopics, writeTopics } from './topics.ts'

/** The settings of the organization, of emails, and of topics for guest authors, and the version of this software */
export function addSiteSettingsRoutes(app: App, { config, db, siteSource, connections }: RouteDeps): void {
  route(app, aboutRead, { audience: 'admin', role: rights.work }, async () => ({
    version,
    postgres: await readPostgresRelease(db),
  }))

  const configured = configuredOrganization(config)
  addSettingsRoutes(app, db, {
    read: organizationRead,
    update: organizationUpdate,
    setting: 'organization',
    load: readOrganization,
    save: writeOrganization,
    show: async (organisation) => ({ organisation, configured }),
  })

  addSettingsRoutes(app, db, {
    read: topicsRead,
    update: topicsUpdate,
    setting: 'topics',
    reader: rights.work,
    load: listTopics,
    save: (tx, { topics }) => writeTopics(tx, topics),
    show: async (topics) => ({ topics }),
  })

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
        notifyEmail: (await findNotifyEmail(db, config)) ?? null,
      }
    },
  })
}
