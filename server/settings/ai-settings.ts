import { type AiSettings, aiSettings, defaultAiSettings } from '../../contracts/ai-settings.ts'
import { type ActingUser, recordActivity } from '../activity/record-activity.ts'
import type { Queryable } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

const key = 'assistant'

/** Settings for every request to AI services. */
export async function readAiSettings(db: Queryable): Promise<AiSettings> {
  return (await readSetting(db, key, aiSettings)) ?? defaultAiSettings
}

export function saveAiSettings(db: Queryable, by: ActingUser, value: AiSettings): Promise<void> {
  return db.transaction(async (tx) => {
    await writeSetting(tx, key, value)
    await recordActivity(tx, { action: 'setting-changed', by, details: { setting: 'ai' } })
  })
}
