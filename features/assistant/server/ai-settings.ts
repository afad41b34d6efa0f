import { defineSetting } from '../../../core/server/db/settings.ts'
import { aiSettings, defaultAiSettings } from '../contract/ai-settings.ts'

/** Settings for every request to AI services. */
export const { read: readAiSettings, write: writeAiSettings } = defineSetting(
  'assistant',
  aiSettings,
  defaultAiSettings,
)
