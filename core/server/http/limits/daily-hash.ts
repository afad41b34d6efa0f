import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../../db/connect.ts'
import { settings } from '../../db/schema/settings.ts'
import { readSetting } from '../../db/settings.ts'

type DayHash = (text: string) => string

/**
 * Returns a function that hashes values, such as a visitor's address, which must be recognizable today but not later.
 * Hashes have 32 hex digits. All instances share the salt of the day (UTC), and it is deleted after that day.
 */
export async function readDayHash(db: Queryable, now = new Date()): Promise<DayHash> {
  const salt = await readSalt(db, now)
  return (text) => createHmac('sha256', salt).update(text).digest('hex').slice(0, 32)
}

/** Key of the salt in the settings. Backups do not contain it, because the salt must not outlive its day. */
export const saltKey = 'click_salt'
const saltRow = z.object({ day: z.iso.date(), salt: z.string() })

async function readSalt(db: Queryable, now: Date): Promise<string> {
  const day = dayOf(now)
  const known = await readSetting(db, saltKey, saltRow)
  if (known && known.day >= day) return known.salt
  const fresh = { day, salt: randomBytes(32).toString('base64url') }
  await db
    .insert(settings)
    .values({ key: saltKey, value: fresh })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: fresh, updatedAt: sql`now()` },
      // Does nothing if another instance has already written today's salt.
      setWhere: sql`${settings.value} ->> 'day' < ${day}`,
    })
  const stored = await readSetting(db, saltKey, saltRow)
  if (!stored) throw new Error('the daily salt is missing')
  return stored.salt
}

/** Deletes the salt of a past day, so that no one can match its hashes any more. */
export async function forgetOldSalt(db: Queryable, now = new Date()): Promise<void> {
  await db
    .delete(settings)
    .where(and(eq(settings.key, saltKey), sql`${settings.value} ->> 'day' < ${dayOf(now)}`))
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
