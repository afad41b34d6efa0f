import { type AiSettings, aiSettings, defaultAiSettings } from '../../contracts/ai-settings.ts'
import type { Queryable } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

const key = 'assistant'

/** Settings for every request to AI services. */
export async function readAiSettings(db: Queryable): Promise<AiSettings> {
  return (await readSetting(db, key, aiSettings)) ?? defaultAiSettings
}

export const writeAiSettings = (tx: Queryable, value: AiSettings) => writeSetting(tx, key, value)
