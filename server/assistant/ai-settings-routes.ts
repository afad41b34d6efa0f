import { aiServicesRead, aiSettingsRead, aiSettingsUpdate } from '../../contracts/ai-settings.ts'
import { rights } from '../../contracts/roles.ts'
import type { ConnectionSource } from '../connected-services.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { readAiSettings, writeAiSettings } from '../settings/ai-settings.ts'
import { changeSetting, settingsVersion } from '../settings/change-setting.ts'
import { listMonths, readBudget } from './service/usage.ts'

export function addAiSettingsRoutes(app: App, { db, connections }: RouteDeps): void {
  async function respond() {
    const { ai, ...services } = await readServices(connections)
    const [settings, budget, months] = await Promise.all([
      readAiSettings(db),
      readBudget(db, ai),
      listMonths(db, ai),
    ])
    return { settings, version: settingsVersion(settings), ...services, budget, months }
  }

  route(app, aiServicesRead, { audience: 'admin', role: rights.work }, async () => {
    const { ai: _, ...services } = await readServices(connections)
    const { largestAddedShare } = await readAiSettings(db)
    return { ...services, largestAddedShare }
  })

  const owner = { audience: 'admin', role: rights.manageSite } as const

  route(app, aiSettingsRead, owner, respond)

  route(app, aiSettingsUpdate, owner, ({ body: { version, ...settings }, session }) =>
    changeSetting(db, {
      setting: 'ai',
      by: session.user,
      version,
      read: readAiSettings,
      write: (tx) => writeAiSettings(tx, settings),
      respond,
    }),
  )
}

/** The connected services as the browser may know them, and the one for writing with its prices */
async function readServices(connections: ConnectionSource) {
  const { ai, speech } = await connections.read()
  return {
    ai,
    ...(ai && { service: { provider: ai.provider, model: ai.model } }),
    ...(speech && { speech: { model: speech.model } }),
  }
}
