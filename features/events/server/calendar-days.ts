import { sql } from 'drizzle-orm'
import type { SiteSettings } from '../../../core/contract/site.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { formatHours } from '../../calendar/contract/day-time.ts'
import type { CalendarEvent } from '../../manifest/calendar-event.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { events } from '../schema.ts'
import type { EventRow } from './event-row.ts'

/** The days of public dates that someone gives, as booked ones */
export const promisedDays = sql`select trainer_id, day, id,
    jsonb_build_object('state', 'booked', 'what', 'Public date', 'name', title, 'company', '',
      'href', ${eventPaths.adminEvent('')}::text || id) as promise
  from events where status = 'published' and trainer_id is not null`

/** Someone has few dates a year, so this is more than ever happens. */
const maxEvents = 3000

/** Lists the public dates of a trainer for their calendar feed, from a year ago on. */
export async function listTrainerEvents(
  db: Queryable,
  { publicUrl }: SiteSettings,
  trainerId: number,
): Promise<CalendarEvent[]> {
  const which = sql`trainer_id = ${trainerId} and status = 'published' and day >= current_date - interval '1 year'`
  const { day, id } = events
  const rows = await db.select().from(events).where(which).orderBy(day, id).limit(maxEvents)
  return rows.map((event) => {
    const link = `Everything about it: ${publicUrl}${eventPaths.adminEvent(event.id)}`
    return calendarEventOf(event, event.dayChosenAt, [link])
  })
}

type Dated = Pick<CalendarEvent, 'uid' | 'sequence' | 'day' | 'startsAt' | 'endsAt' | 'timeZone'> &
  Pick<EventRow, 'title' | 'place' | 'format' | 'status'>

/**
 * A date as an event in a calendar file. `links` are lines below its hours, such as where to join. A registration has the
 * sequence of both (`sequenceOf`).
 */
export const calendarEventOf = (event: Dated, writtenAt: Date, links: string[] = []): CalendarEvent => ({
  ...event,
  uid: `${event.uid}@everyday-ai`,
  writtenAt,
  summary: event.title,
  location: event.format === 'online' ? 'Online' : event.place,
  description: [formatHours(event.startsAt, event.endsAt, event.timeZone), ...links].join('\n'),
  status: event.status === 'canceled' ? 'canceled' : 'confirmed',
})

/**
 * Counts everything that a party was told, for `SEQUENCE` in its calendar file and for Message-IDs. Each decision raises
 * one of the two, and a restore raises both, so the sum never repeats.
 */
export const sequenceOf = (event: { sequence: number }, registration: { sequence: number }) =>
  event.sequence + registration.sequence
