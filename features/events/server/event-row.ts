import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Config } from '../../../core/config.ts'
import type { Site } from '../../../core/contract/site.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { createTokenMaker as makeTokens } from '../../../core/server/http/tokens.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { type eventRegistrations, events } from '../schema.ts'

/** Dependencies of everything that writes to people who register */
export type EventDeps = { config: Config; writeEmail: WriteEmail }

export type RegistrationRow = typeof eventRegistrations.$inferSelect

/** The instants at which a date begins and ends, as SQL about a row of `events` */
export const startOfEvent = sql`((day + starts_at::time) at time zone time_zone)`
export const endOfEvent = sql`((day + ends_at::time) at time zone time_zone)`

/** True until a date begins. Seats that become free go to the waiting list until then. */
export const isAhead = sql<boolean>`${events.status} = 'published' and ${startOfEvent} > clock_timestamp()`

/** True while people can register: until it begins, or until the last day of registration is over. */
export const isOpen = sql<boolean>`${isAhead}
  and (register_until is null or (clock_timestamp() at time zone time_zone)::date <= register_until)`

export type EventRow = typeof events.$inferSelect
export type LockedEvent = EventRow & { isAhead: boolean; isOpen: boolean }

/**
 * Locks a date. Every change of its seats and registrations begins with this lock, so they take turns, and `taken` is
 * always the sum of what its registered parties have.
 */
export async function lockEvent(tx: Queryable, which: SQL): Promise<LockedEvent | undefined> {
  const [locked] = await tx.select({ id: events.id }).from(events).where(which).for('no key update')
  if (!locked) return undefined
  // Read again, because the lock may have been waited for.
  const columns = { ...getTableColumns(events), isAhead, isOpen }
  const [row] = await tx.select(columns).from(events).where(eq(events.id, locked.id))
  return row
}

/** Cache tag of all pages that show dates */
export const eventsTag = 'events'

/** Makes every instance render the pages with dates again. */
export async function announceEvents(tx: Queryable): Promise<void> {
  await tx.execute(sql`select pg_notify('page_cache', ${eventsTag})`)
}

/** Makes the secret in the link to a registration of its `uid`. */
export const createTokenMaker = (db: Queryable) => makeTokens(db, 'registration_link_key')

/** The full address of a registration's page */
export const registrationUrl = ({ publicUrl }: Pick<Site, 'publicUrl'>, token: string) =>
  publicUrl + eventPaths.registration(token)

/** "1 seat", "12 seats" */
export const seatsOf = (count: number) => `${count} seat${count === 1 ? '' : 's'}`
