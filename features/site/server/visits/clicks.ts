import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { findBrowserFamily } from '../../../../core/server/http/browser-family.ts'
import { networkKey, visitorKey } from '../../../../core/server/http/limits/client-network.ts'
import { readDayHash } from '../../../../core/server/http/limits/daily-hash.ts'
import { countEvent } from '../../../../core/server/http/limits/rate-counter.ts'
import { calendarClicks } from '../../schema/visits.ts'

/** Repeated clicks of a visitor on a button within this time count once. */
const sameClickSeconds = 30
/** Max number of rows in one update, so that no update locks many rows for long */
const batch = 10_000

type Click = {
  service: string
  /** Path of the page with the button */
  source: string | undefined
  ip: string
  userAgent: string
}

/** Stores a click. The row identifies no one: see docs/decisions/009-counting.md. */
export async function countClick(db: Queryable, click: Click, now = new Date()): Promise<void> {
  const hash = await readDayHash(db, now)
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

/** Removes user agents and hashed addresses of clicks older than `days`. Returns the number of changed rows. */
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

/** Browser family and kind of device, such as `Safari, phone`, which identifies no one */
function describeAgent(userAgent: string): string {
  const family = findBrowserFamily(userAgent) ?? 'Other'
  return `${family}, ${describeDevice(userAgent)}`
}

function describeDevice(userAgent: string): string {
  if (/\b(iPad|Tablet)\b/.test(userAgent)) return 'tablet'
  if (/\b(iPhone|Mobile)\b/.test(userAgent)) return 'phone'
  return /\bAndroid\b/.test(userAgent) ? 'tablet' : 'computer'
}
