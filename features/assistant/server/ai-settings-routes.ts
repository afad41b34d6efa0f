import { rights } from '../../../core/contract/roles.ts'
import type { ConnectionSource } from '../../../core/server/connected-services.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { route } from '../../../core/server/http/route.ts'
import { addSettingsRoutes } from '../../site/server/settings/settings-routes.ts'
import { aiServicesRead, aiSettingsRead, aiSettingsUpdate } from '../contract/ai-settings.ts'
import { readAiSettings, writeAiSettings } from './ai-settings.ts'
import { listMonths, readBudget } from './service/usage.ts'

export function addAiSettingsRoutes(app: App, { db, connections }: RouteDeps): void {
  route(app, aiServicesRead, { audience: 'admin', role: rights.work }, async () => {
    const { ai: _, ...services } = await readServices(connections)
    const { largestAddedShare } = await readAiSettings(db)
    return { ...services, largestAddedShare }
  })

  addSettingsRoutes(app, db, {
    read: aiSettingsRead,
    update: aiSettingsUpdate,
    setting: 'ai',
    load: readAiSettings,
    save: writeAiSettings,
    async show(settings) {
      const { ai, ...services } = await readServices(connections)
      const [budget, months] = await Promise.all([readBudget(db, ai), listMonths(db, ai)])
      return { settings, ...services, budget, months }
    },
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
