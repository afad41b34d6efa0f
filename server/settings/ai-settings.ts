import { eq, sql } from 'drizzle-orm'
import { type AiSettings, aiSettings, defaultAiSettings } from '../../contracts/ai-settings.ts'
import type { Queryable } from '../db/connect.ts'
import { settings } from '../db/schema/settings.ts'

const key = 'assistant'

/** What is set for every request to AI services; the defaults where nothing is. */
export async function readAiSettings(db: Queryable): Promise<AiSettings> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row ? aiSettings.parse(row.value) : defaultAiSettings
}

/** Replaces all of it, so that two admins who save at once never mix. */
export async function saveAiSettings(db: Queryable, value: AiSettings): Promise<void> {
  await db
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } })
}
