import * as z from 'zod/mini'
import type { TodaySettings } from '../../../../core/contract/today.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { readSetting, writeSetting } from '../../../../core/server/db/settings.ts'
import { findLastMonday } from './last-monday.ts'

export const todaySettingsKey = 'today'

const stored = z.object({
  isMailed: z.boolean(),
  /** The Monday whose email was sent, or had nothing to say */
  week: z.string(),
})
export type StoredTodaySettings = z.infer<typeof stored>

export async function readTodaySettings(db: Queryable): Promise<TodaySettings> {
  return { isMailed: (await findTodaySettings(db))?.isMailed ?? false }
}

export function findTodaySettings(
  db: Queryable,
  options?: { lock: 'update' },
): Promise<StoredTodaySettings | undefined> {
  return readSetting(db, todaySettingsKey, stored, options)
}

/** Turns the Monday email on or off. It begins with the next Monday, not with one that has begun. */
export async function writeTodaySettings(
  tx: Queryable,
  { isMailed }: TodaySettings,
  { timeZone }: { timeZone: string },
): Promise<void> {
  const known = await findTodaySettings(tx, { lock: 'update' })
  const week = known?.isMailed === isMailed ? known.week : findLastMonday(new Date(), timeZone).day
  await writeSetting(tx, todaySettingsKey, { isMailed, week })
}
