import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../../db/connect.ts'
import { settings } from '../../db/schema/settings.ts'

type DayHash = (text: string) => string

/**
 * Hashes what must be known again today and by nobody later, such as a visitor's address: 32 hex digits, with a key
 * of the day (UTC) that all instances share and that is deleted after it.
 */
export async function readDayHash(db: Queryable, now = new Date()): Promise<DayHash> {
  const salt = await readSalt(db, now)
  return (text) => createHmac('sha256', salt).update(text).digest('hex').slice(0, 32)
}

/** Its row of the settings. Backups leave it out: its end is promised. */
export const saltKey = 'click_salt'
const saltRow = z.object({ day: z.iso.date(), salt: z.string() })

/** It takes the place of the one of the day before. */
async function readSalt(db: Queryable, now: Date): Promise<string> {
  const day = dayOf(now)
  const isToday = and(eq(settings.key, saltKey), sql`${settings.value} ->> 'day' >= ${day}`)
  const find = () => db.select({ value: settings.value }).from(settings).where(isToday)
  const [known] = await find()
  if (known) return saltRow.parse(known.value).salt
  const fresh = { day, salt: randomBytes(32).toString('base64url') }
  await db
    .insert(settings)
    .values({ key: saltKey, value: fresh })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: fresh, updatedAt: sql`now()` },
      // Another instance may have been faster.
      setWhere: sql`${settings.value} ->> 'day' < ${day}`,
    })
  const [row] = await find()
  if (!row) throw new Error('the key of the day is gone')
  return saltRow.parse(row.value).salt
}

/** Deletes the key of a day that is over, so that what it has hashed can be tied to nobody any more. */
export async function forgetOldSalt(db: Queryable, now = new Date()): Promise<void> {
  await db
    .delete(settings)
    .where(and(eq(settings.key, saltKey), sql`${settings.value} ->> 'day' < ${dayOf(now)}`))
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)
