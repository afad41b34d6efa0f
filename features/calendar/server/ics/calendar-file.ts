import type { ICalEventData } from 'ical-generator'
import { timeOf } from '../../../../core/contract/format-date.ts'
import { onOneLine } from '../../../../core/contract/on-one-line.ts'
import type { CalendarEvent, Person } from '../../../manifest/calendar-event.ts'

type CalendarFile = {
  /** `REQUEST` and `CANCEL` for emails (RFC 5546), `PUBLISH` for a file, none for a feed */
  method?: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  /** Name of the calendar, for feeds */
  name?: string
  /** The zone in which a program shows the calendar, if it asks the calendar */
  timeZone: string
  events: CalendarEvent[]
}

const refreshSeconds = 60 * 60

/**
 * Writes an iCalendar file (RFC 5545). Texts may be hostile: they are cleaned and escaped here. Times are written in UTC,
 * computed with the rules of the event's time zone, so that no reader depends on its own idea of the zone
 * (docs/decisions/025-calendar-files.md).
 */
export async function writeCalendar({ method, name, timeZone, events }: CalendarFile): Promise<string> {
  // Few requests need the library.
  const library = await import('ical-generator')
  const calendar = library.default({
    prodId: { company: 'Everyday AI', product: 'Trainings', language: 'EN' },
  })
  if (method) calendar.method(library.ICalCalendarMethod[method])
  // The library escapes neither of these.
  if (name !== undefined) calendar.name(library.escape(toLine(name), false)).ttl(refreshSeconds)
  for (const event of events) calendar.createEvent(toEvent(library, event))
  // Programs that show a calendar in its own zone read this line, which must come before the events. The library has it
  // only together with local times.
  const zoneLine = `VERSION:2.0\r\nX-WR-TIMEZONE:${timeZone}\r\n`
  return `${calendar.toString().replace('VERSION:2.0\r\n', () => zoneLine)}\r\n`
}

type Library = typeof import('ical-generator')

function toEvent(
  { ICalAttendeeRole, ICalAttendeeStatus, ICalEventStatus }: Library,
  event: CalendarEvent,
): ICalEventData {
  const { day, startsAt, endsAt, timeZone, people } = event
  const statuses = {
    confirmed: ICalEventStatus.CONFIRMED,
    tentative: ICalEventStatus.TENTATIVE,
    canceled: ICalEventStatus.CANCELLED,
  }
  return {
    id: event.uid,
    sequence: event.sequence,
    stamp: event.writtenAt,
    start: timeOf(`${day}T${startsAt}`, { timeZone }),
    end: timeOf(`${day}T${endsAt}`, { timeZone }),
    summary: toLine(event.summary),
    location: toLine(event.location),
    description: toText(event.description),
    status: statuses[event.status],
    ...(people && {
      organizer: { name: toName(people.organizer), email: people.organizer.email },
      attendees: [
        {
          name: toName(people.attendee),
          email: people.attendee.email,
          role: ICalAttendeeRole.REQ,
          // They have said yes on their page, so their calendar need not ask them again.
          status: ICalAttendeeStatus.ACCEPTED,
          rsvp: false,
        },
      ],
    }),
  }
}

/** A text with its line breaks, without other control characters */
function toText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
}

const toLine = (text: string) => onOneLine(toText(text))

/** A name in quotes, which nothing can escape there (RFC 5545, 3.2) */
function toName({ name, email }: Person): string {
  return toLine(name).replaceAll('"', '’').replaceAll('\\', '/').replaceAll('^', ' ') || email
}
