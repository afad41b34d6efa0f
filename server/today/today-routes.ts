import { isoDay } from '../../contracts/format-date.ts'
import { rights } from '../../contracts/roles.ts'
import { todayRead, todaySettingsRead, todaySettingsUpdate } from '../../contracts/today.ts'
import { sendsByHand } from '../connected-services.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { findOrganization } from '../settings/organization.ts'
import { countNew } from './people-lines.ts'
import { readPause, readSections } from './read-today.ts'
import { readTodaySettings, saveTodaySettings } from './today-settings.ts'

export function addTodayRoutes(app: App, { config, db, siteSource, connections }: RouteDeps): void {
  route(app, todayRead, { audience: 'admin', role: rights.work }, async ({ session: { user } }) => {
    const { timeZone } = await siteSource.read()
    const clock = { today: isoDay(new Date(), { timeZone }), timeZone }
    const reader = {
      config,
      clock,
      userId: user.id,
      role: user.role,
      sendsByHand: await sendsByHand(connections),
    }
    const [sections, newEntries, paused] = await Promise.all([
      readSections(db, reader),
      countNew(db),
      readPause(db, clock),
    ])
    return { day: clock.today, sections, newEntries, paused }
  })

  const owner = { audience: 'admin', role: rights.manageSite } as const
  const readAll = async () => ({
    settings: await readTodaySettings(db),
    notifyEmail: (await findOrganization(db)).notifyEmail ?? config.notifyEmail ?? null,
  })

  route(app, todaySettingsRead, owner, readAll)

  route(app, todaySettingsUpdate, owner, async ({ body, session }) => {
    const { timeZone } = await siteSource.read()
    await saveTodaySettings(db, session.user, body, { timeZone })
    return readAll()
  })
}
