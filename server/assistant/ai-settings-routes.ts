import { aiSettingsRead, aiSettingsUpdate } from '../../contracts/ai-settings.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { route } from '../http/route.ts'
import { readAiSettings, saveAiSettings } from '../settings/ai-settings.ts'
import { defaultSpeechModel, hasSpeechService } from './service/speech.ts'
import { listMonths, readBudget } from './service/usage.ts'

export function addAiSettingsRoutes(app: App, { config: { ai, speech }, db }: RouteDeps): void {
  async function readAll() {
    const [settings, budget, months] = await Promise.all([
      readAiSettings(db),
      readBudget(db, ai),
      listMonths(db, ai),
    ])
    return {
      settings,
      ...(ai.provider && { service: { provider: ai.provider, model: ai.model ?? '' } }),
      ...(hasSpeechService(speech) && { speech: { model: speech.model ?? defaultSpeechModel } }),
      budget,
      months,
    }
  }

  route(app, aiSettingsRead, { audience: 'admin' }, readAll)

  route(app, aiSettingsUpdate, { audience: 'admin' }, async ({ body }) => {
    await saveAiSettings(db, body)
    return readAll()
  })
}
