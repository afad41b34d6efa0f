import { aiSettings, defaultAiSettings } from '../../contracts/ai-settings.ts'
import { defineSetting } from '../db/settings.ts'

/** Settings for every request to AI services. */
export const { read: readAiSettings, write: writeAiSettings } = defineSetting(
  'assistant',
  aiSettings,
  defaultAiSettings,
)
