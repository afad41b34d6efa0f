import { aiServicesRead, aiSettingsRead, aiSettingsUpdate } from '../../contracts/ai-settings.ts'
import { rights } from '../../contracts/roles.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { readAiSettings, saveAiSettings } from '../settings/ai-settings.ts'
import { defaultSpeechModel, hasSpeechService } from './service/speech.ts'
import { listMonths, readBudget } from './service/usage.ts'

export function addAiSettingsRoutes(app: App, { config: { ai, speech }, db }: RouteDeps): void {
  const services = {
    ...(ai.provider && { service: { provider: ai.provider, model: ai.model ?? '' } }),
    ...(hasSpeechService(speech) && { speech: { model: speech.model ?? defaultSpeechModel } }),
  }

  async function readAll() {
    const [settings, budget, months] = await Promise.all([
      readAiSettings(db),
      readBudget(db, ai),
      listMonths(db, ai),
    ])
    return { settings, ...services, budget, months }
  }

  route(app, aiServicesRead, { audience: 'admin', role: rights.work }, async () => {
    const { largestAddedShare } = await readAiSettings(db)
    return { ...services, largestAddedShare }
  })

  route(app, aiSettingsRead, { audience: 'admin', role: rights.manageSite }, readAll)

  route(app, aiSettingsUpdate, { audience: 'admin', role: rights.manageSite }, async ({ body, session }) => {
    await saveAiSettings(db, session.user, body)
    return readAll()
  })
}
