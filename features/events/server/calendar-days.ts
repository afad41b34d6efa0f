import { sql } from 'drizzle-orm'
import type { SiteSettings } from '../../../core/contract/site.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { CalendarEvent } from '../../manifest/calendar-event.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { events } from '../schema.ts'
import { calendarEventOf } from './event-calendar.ts'

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
