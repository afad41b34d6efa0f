import { formatHours } from '../../calendar/contract/day-time.ts'
import type { CalendarEvent } from '../../manifest/calendar-event.ts'
import type { EventRow } from './event-row.ts'

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
