import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isoDay } from '../../../../core/contract/format-date.ts'
import { rights } from '../../../../core/contract/roles.ts'
import {
  describeToday,
  newsList,
  todaySettingsRead,
  todaySettingsUpdate,
} from '../../../../core/contract/today.ts'
import { sendsByHand } from '../../../../core/server/connected-services.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { route } from '../../../../core/server/http/route.ts'
import { mailKindsOf } from '../../../../core/server/mail/mail-hooks.ts'
import { findNotifyEmail } from '../../../../core/server/organization.ts'
import { lastLookAt } from '../../../../features/accounts/server/last-looks.ts'
import { type Feature, isOn } from '../../../../features/manifest/feature.ts'
import { addSettingsRoutes } from '../../../../features/site/server/settings/settings-routes.ts'
import { mergeToday, readToday } from './read-today.ts'
import { readTodaySettings, writeTodaySettings } from './today-settings.ts'

export function addTodayRoutes(
  app: App,
  { config, db, siteSource, connections, features }: RouteDeps & { features: Feature[] },
): void {
  const { titles, line, fields } = mergeToday(features)
  const todayRead = describeToday(z.enum(Object.keys(titles)), line, fields)
  route(app, todayRead, { audience: 'admin', role: rights.work }, async ({ session: { user } }) => {
    const { timeZone, off } = await siteSource.read()
    const clock = { today: isoDay(new Date(), { timeZone }), timeZone }
    const reader = {
      config,
      clock,
      userId: user.id,
      role: user.role,
      mailKinds: mailKindsOf(features),
      sendsByHand: await sendsByHand(connections),
      since: sql`greatest(${lastLookAt(user.id, newsList)}, now() - interval '2 weeks')`,
    }
    return { day: clock.today, ...(await readToday(db, features.filter(isOn(off)), reader)) }
  })

  addSettingsRoutes(app, db, {
    read: todaySettingsRead,
    update: todaySettingsUpdate,
    setting: 'today',
    load: readTodaySettings,
    save: async (tx, settings) => writeTodaySettings(tx, settings, await siteSource.read()),
    async show(settings) {
      return { settings, notifyEmail: (await findNotifyEmail(db, config)) ?? null }
    },
  })
}
