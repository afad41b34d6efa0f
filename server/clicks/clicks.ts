import { createHmac, randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { ClickService } from '../../contracts/clicks.ts'
import type { Queryable } from '../db/connect.ts'
import { calendarClicks, settings } from '../db/schema.ts'
import { networkKey, visitorKey } from '../http/address.ts'
import { countEvent } from '../http/rate-counter.ts'
import { describeAgent } from './coarse-agent.ts'

/** The same visitor on the same button within that time has clicked once. */
const sameClickSeconds = 30
/** Rows of one update, so that none holds many locks for long. */
const batch = 10_000

type Click = {
  service: ClickService
  /** Path of our own page. */
  source: string | undefined
  ip: string
  userAgent: string
}

/** Keeps one click. What is stored leads back to nobody: see docs/decisions/009-counting.md. */
export async function countClick(db: Queryable, click: Click, now = new Date()): Promise<void> {
  const salt = await readSalt(db, now)
  const hash = (text: string) => createHmac('sha256', salt).update(text).digest('hex').slice(0, 32)
  await db.transaction(async (tx) => {
    const visitor = hash(`${visitorKey(click.ip)} ${click.userAgent}`)
    const { count } = await countEvent(tx, `click:${click.service}:${visitor}`, sameClickSeconds)
    if (count > 1) return
    await tx.insert(calendarClicks).values({
      service: click.service,
      userAgent: describeAgent(click.userAgent),
      ipAddress: hash(networkKey(click.ip)),
      source: click.source,
    })
  })
}

const saltKey = 'click_salt'
const saltRow = z.object({ day: z.iso.date(), salt: z.string() })

/** The key of a day (UTC) that all instances share. It takes the place of the one of the day before. */
export async function readSalt(db: Queryable, now: Date): Promise<string> {
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

/** Removes agents and hashed addresses of clicks older than that; the clicks stay. Returns how many it changed. */
export async function forgetClickDetails(db: Queryable, days: number): Promise<number> {
  let changed = 0
  for (;;) {
    const { rowCount } = await db.execute(
      sql`update ${calendarClicks} set user_agent = null, ip_address = null where id in (
        select id from ${calendarClicks}
        where created_at < now() - make_interval(days => ${days})
          and (ip_address is not null or user_agent is not null)
        limit ${batch})`,
    )
    changed += rowCount ?? 0
    if ((rowCount ?? 0) < batch) return changed
  }
}
