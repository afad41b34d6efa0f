import { addDays } from '../../../core/contract/calendar-days.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'

/** Today in the time zone of the tests' site, shifted by some days: `dayFromNow(7)` */
export function dayFromNow(count: number, timeZone = 'America/New_York'): string {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date())
  return addDays(today, count)
}

/** Adds a user who gives trainings, and returns the id. */
export async function addTrainer(server: TestServer, name: string): Promise<number> {
  const [row] = await server.query<{ id: number }>(
    `insert into users (username, display_name, password, role, trainer_since) values ($1, $2, '', 'helper', now())
     returning id`,
    [name.toLowerCase().replaceAll(' ', '-'), name],
  )
  if (!row) throw new Error('the trainer was not added')
  return row.id
}

/**
 * Adds a person of the waitlist with a day that is held for them, or booked. Returns the ids of the entry and of the offer
 * or training.
 */
export async function addPromise(
  server: TestServer,
  { trainerId, day, state, name }: { trainerId: number; day: string; state: 'held' | 'booked'; name: string },
): Promise<{ entryId: number; id: number }> {
  const [entry] = await server.query<{ id: number }>(
    `insert into training_waitlist (name, email, company, source)
     values ($1, lower(replace($1, ' ', '.')) || '@example.org', $1 || ' Church', '/waitlist') returning id`,
    [name],
  )
  const [row] = await server.query<{ id: number }>(
    state === 'held'
      ? `insert into offers (entry_id, trainer_id, days, starts_at, ends_at, format, valid_until)
         values ($1, $2, array[$3::date], '09:00', '16:00', 'online', $3::date) returning id`
      : `insert into trainings (entry_id, trainer_id, day, starts_at, ends_at, format, joined_at)
         values ($1, $2, $3::date, '09:00', '16:00', 'online', now()) returning id`,
    [entry?.id, trainerId, day],
  )
  await server.query(
    `insert into trainer_days (trainer_id, day, ${state === 'held' ? 'offer_id' : 'training_id'}) values ($1, $2, $3)`,
    [trainerId, day, row?.id],
  )
  if (!entry || !row) throw new Error('the promise was not added')
  return { entryId: entry.id, id: row.id }
}

/** A calendar file with some events, each given by its lines */
export const icsFile = (...events: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    ...events.flatMap((lines, index) => ['BEGIN:VEVENT', `UID:${index}@test`, lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** "20261122" for "2026-11-22" */
export const compactDay = (day: string) => day.replaceAll('-', '')

/** An event that takes whole days; the last day is not part of it */
export const wholeDays = (first: string, end: string, ...more: string[]) =>
  [`DTSTART;VALUE=DATE:${compactDay(first)}`, `DTEND;VALUE=DATE:${compactDay(end)}`, ...more].join('\r\n')

/** The lines of a file */
export const lines = (...given: string[]) => given.join('\r\n')

/** A zone of the United States as a file describes it, with hours behind UTC: the rules are those since 2007. */
export const describedZone = (name: string, standard: number, daylight: number) => {
  const offset = (hours: number) => `-0${hours}00`
  const part = (kind: string, day: string, rule: string, from: number, to: number) =>
    lines(
      `BEGIN:${kind}`,
      `DTSTART:${day}T020000`,
      `TZOFFSETFROM:${offset(from)}`,
      `TZOFFSETTO:${offset(to)}`,
      ...(standard === daylight ? [] : [`RRULE:FREQ=YEARLY;${rule}`]),
      `END:${kind}`,
    )
  return lines(
    'BEGIN:VTIMEZONE',
    `TZID:${name}`,
    part('STANDARD', '20071104', 'BYMONTH=11;BYDAY=1SU', daylight, standard),
    part('DAYLIGHT', '20070311', 'BYMONTH=3;BYDAY=2SU', standard, daylight),
    'END:VTIMEZONE',
  )
}
