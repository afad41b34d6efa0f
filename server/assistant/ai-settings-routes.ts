import { aiServicesRead, aiSettingsRead, aiSettingsUpdate } from '../../contracts/ai-settings.ts'
import { rights } from '../../contracts/roles.ts'
import type { ConnectionSource } from '../connected-services.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { readAiSettings, saveAiSettings } from '../settings/ai-settings.ts'
import { listMonths, readBudget } from './service/usage.ts'

export function addAiSettingsRoutes(app: App, { db, connections }: RouteDeps): void {
  async function readAll() {
    const { ai, ...services } = await readServices(connections)
    const [settings, budget, months] = await Promise.all([
      readAiSettings(db),
      readBudget(db, ai),
      listMonths(db, ai),
    ])
    return { settings, ...services, budget, months }
  }

  route(app, aiServicesRead, { audience: 'admin', role: rights.work }, async () => {
    const { ai: _, ...services } = await readServices(connections)
    const { largestAddedShare } = await readAiSettings(db)
    return { ...services, largestAddedShare }
  })

  route(app, aiSettingsRead, { audience: 'admin', role: rights.manageSite }, readAll)

  route(app, aiSettingsUpdate, { audience: 'admin', role: rights.manageSite }, async ({ body, session }) => {
    await saveAiSettings(db, session.user, body)
    return readAll()
  })
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
