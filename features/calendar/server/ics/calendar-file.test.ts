import { expect, test } from 'vitest'
import { addDays } from '../../../../core/contract/calendar-days.ts'
import { isoMinute } from '../../../../core/contract/format-date.ts'
import { createRandom } from '../../../../tests/helpers/random.ts'
import type { CalendarEvent } from '../../../manifest/calendar-event.ts'
import { readCalendar } from '../../testing/read-calendar.ts'
import { writeCalendar } from './calendar-file.ts'

const day: CalendarEvent = {
  uid: '0b7c1f3e-6a55-4d7e-9a44-7a1d3ff1c001@everyday-ai',
  sequence: 0,
  writtenAt: new Date('2026-11-24T00:15:00Z'),
  day: '2027-03-04',
  startsAt: '09:00',
  endsAt: '16:00',
  timeZone: 'America/New_York',
  summary: 'Training with Everyday AI',
  location: '12 Main Street, Springfield',
  description: 'Bring a laptop.',
  status: 'confirmed',
}

const write = (changes: Partial<CalendarEvent>, timeZone = 'America/New_York') =>
  // The zone of the calendar is another one: it must not count.
  writeCalendar({ method: 'REQUEST', timeZone: 'Asia/Tokyo', events: [{ ...day, timeZone, ...changes }] })

/** Days on which clocks change, if they do, and how far from UTC 9:00 AM is before them and from them on */
const changes: [timeZone: string, day: string, before: string, after: string][] = [
  ['America/New_York', '2027-03-14', '-05:00', '-04:00'],
  ['America/New_York', '2027-11-07', '-04:00', '-05:00'],
  ['America/Chicago', '2027-03-14', '-06:00', '-05:00'],
  ['America/Chicago', '2027-11-07', '-05:00', '-06:00'],
  ['America/Denver', '2027-03-14', '-07:00', '-06:00'],
  ['America/Denver', '2027-11-07', '-06:00', '-07:00'],
  ['Europe/London', '2027-03-28', '+00:00', '+01:00'],
  ['Europe/London', '2027-10-31', '+01:00', '+00:00'],
  ['Australia/Sydney', '2027-04-04', '+11:00', '+10:00'],
  ['Australia/Sydney', '2027-10-03', '+10:00', '+11:00'],
  ['America/Phoenix', '2027-03-14', '-07:00', '-07:00'],
  ['America/Phoenix', '2027-11-07', '-07:00', '-07:00'],
  ['Asia/Kathmandu', '2027-06-01', '+05:45', '+05:45'],
]

test.each(changes)('9:00 AM to 4:00 PM in %s is right around %s', async (zone, day, before, after) => {
  for (const [count, offset] of [before, after, after].entries()) {
    const date = addDays(day, count - 1)
    const [event] = readCalendar(await write({ day: date }, zone)).events
    expect(event?.start, date).toBe(new Date(`${date}T09:00:00${offset}`).toISOString())
    expect(event?.end, date).toBe(new Date(`${date}T16:00:00${offset}`).toISOString())
    expect(isoMinute(event?.start ?? '', { timeZone: zone })).toBe(`${date} 09:00`)
  }
})

test('a time that the clocks skip is an hour later, and of one that exists twice it is the first', async () => {
  const start = async (date: string, startsAt: string) =>
    readCalendar(await write({ day: date, startsAt })).events[0]?.start
  expect(await start('2027-03-14', '02:30')).toBe('2027-03-14T07:30:00.000Z')
  expect(await start('2027-03-14', '01:59')).toBe('2027-03-14T06:59:00.000Z')
  expect(await start('2027-03-14', '03:00')).toBe('2027-03-14T07:00:00.000Z')
  expect(await start('2027-11-07', '01:30')).toBe('2027-11-07T05:30:00.000Z')
  expect(await start('2027-11-07', '02:00')).toBe('2027-11-07T07:00:00.000Z')
})

test('an update and a cancellation are about the same event, with a higher sequence', async () => {
  const people = {
    organizer: { name: 'Everyday AI', email: 'hello@everyday.test' },
    attendee: { name: 'Ann', email: 'ann@example.org' },
  }
  const moved: CalendarEvent = { ...day, people, sequence: 2, day: '2027-03-18', status: 'canceled' }
  const files = [
    await write({ people }),
    await write({ people, sequence: 1, day: '2027-03-18' }),
    await writeCalendar({ method: 'CANCEL', timeZone: 'America/New_York', events: [moved] }),
  ].map(readCalendar)
  const [first, second, third] = files.map(({ events }) => events[0])
  expect(files.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
  expect(new Set([first?.uid, second?.uid, third?.uid]).size).toBe(1)
  expect([first?.sequence, second?.sequence, third?.sequence]).toEqual([0, 1, 2])
  expect([first?.status, third?.status]).toEqual(['CONFIRMED', 'CANCELLED'])
  expect(second?.start).toBe('2027-03-18T13:00:00.000Z')
  expect(first?.stamp).toBe('2026-11-24T00:15:00Z')
  expect(first?.organizer).toMatch(/^ORGANIZER;CN="?Everyday AI"?:mailto:hello@everyday\.test$/)
  expect(first?.attendees).toHaveLength(1)
  expect(first?.attendees[0]).toMatch(/PARTSTAT=ACCEPTED.*ann@example\.org$/i)
})

const hostile = [
  'x\r\nATTENDEE:mailto:evil@example.org',
  'x\nEND:VEVENT\nBEGIN:VEVENT\nUID:evil',
  'x\rSUMMARY:evil',
  'x\u2028SUMMARY:evil\u0085SUMMARY:evil\u000bSUMMARY:evil',
  '"; CN="evil":mailto:evil@example.org',
  'a, b; c \\n d \\\\ e: f "g" ^n ^\'',
  '\ud83d lone \udc31',
]

test('no text adds a line, a property, or an event', async () => {
  const plain = readCalendar(
    await writeCalendar({ ...named('Days'), method: 'REQUEST', events: [withTexts('x')] }),
  )
  for (const text of hostile) {
    const file = await writeCalendar({ ...named(text), method: 'REQUEST', events: [withTexts(text)] })
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(file).not.toMatch(/(?![\r\n])\p{Cc}|\u2028/u)
    // Nothing escapes a quotation mark inside a name.
    expect(file.replaceAll('\r\n ', '')).toMatch(/^ATTENDEE;[^"\r]*CN="[^"\\\r]*":/m)
    const { calendar, events } = readCalendar(file)
    expect(events).toHaveLength(1)
    expect(events[0]?.names, text).toEqual(plain.events[0]?.names)
    expect(events[0]?.attendees).toHaveLength(1)
    expect(events[0]?.attendees[0], text).toMatch(/:mailto:ann@example\.org$/i)
    expect(calendar.getAllProperties().map(({ name }) => name)).toEqual(
      plain.calendar.getAllProperties().map(({ name }) => name),
    )
  }
})

const named = (name: string) => ({ name, timeZone: 'America/New_York' })
const withTexts = (text: string): CalendarEvent => ({
  ...day,
  summary: text,
  location: text,
  description: text,
  people: {
    organizer: { name: text, email: 'hello@everyday.test' },
    attendee: { name: text, email: 'ann@example.org' },
  },
})

test('long texts and emoji come back as they were, in lines of up to 75 bytes', async () => {
  const random = createRandom(5545)
  const characters = ['a', 'é', '漢', '🌱', '👩‍👩‍👧', ' ', '\n', ',', ';', '\\', ':', '"']
  const long = Array.from({ length: 5000 }, () => random.pick(characters)).join('')
  for (const text of [long, '🌱'.repeat(2500), 'x'.repeat(5000)]) {
    const file = await write({ description: text })
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(readCalendar(file).events[0]?.description).toBe(text)
  }
})

test('a feed has a name, the zone of the site, and no method', async () => {
  const { calendar, method, events } = readCalendar(
    await writeCalendar({ ...named('Ann; days'), events: [] }),
  )
  expect(events).toEqual([])
  expect(method).toBeNull()
  expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe('America/New_York')
  expect(String(calendar.getFirstPropertyValue('x-wr-calname'))).toContain('Ann')
})
