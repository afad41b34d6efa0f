import { aiSettings, aiSettingsResponse } from '../../contracts/ai-settings.ts'
import { paths } from '../../contracts/paths.ts'
import { defaultSpeechModel, hasSpeechService } from '../assistant/service/speech.ts'
import { listMonths, readBudget } from '../assistant/service/usage.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { readAiSettings, saveAiSettings } from './ai-settings.ts'

export function addAiSettingsRoutes(app: App, { config: { ai, speech }, db }: RouteDeps): void {
  const config = { audience: 'admin', kind: 'call' } as const

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

  app.get(
    paths.api.aiSettings,
    {
      config,
      schema: {
        summary: 'Read the AI settings and usage',
        response: { 200: aiSettingsResponse },
      },
    },
    readAll,
  )

  app.put(
    paths.api.aiSettings,
    {
      config,
      schema: {
        summary: 'Set the house style, and how much AI may add to a recording',
        body: aiSettings,
        response: { 200: aiSettingsResponse },
      },
    },
    async (request) => {
      await saveAiSettings(db, request.body)
      return readAll()
    },
  )
}
