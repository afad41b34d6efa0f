import { describe, expect, test } from 'vitest'
import { addDays, listDays } from '../../../../core/contract/calendar-days.ts'
import { compactDay, describedZone, icsFile, lines } from '../../testing/calendar.ts'
import { readDays } from './read-days.ts'

const siteZone = 'America/New_York'

function read(text: string, timeZone = siteZone) {
  const task = { text, timeZone, from: '2027-01-01', to: '2028-12-31', keepTitles: false }
  const result = readDays(task)
  if (result.outcome !== 'read') throw new Error(`the file is ${result.outcome}`)
  return { ...result, days: result.ranges.flatMap(({ firstDay, lastDay }) => listDays(firstDay, lastDay)) }
}

/** Hours behind UTC in winter and summer. In 2027, the clocks change on March 14 and November 7, not in Phoenix. */
const zones = [
  { iana: 'America/New_York', windows: 'Eastern Standard Time', standard: 5, daylight: 4 },
  { iana: 'America/Chicago', windows: 'Central Standard Time', standard: 6, daylight: 5 },
  { iana: 'America/Denver', windows: 'Mountain Standard Time', standard: 7, daylight: 6 },
  { iana: 'America/Phoenix', windows: 'US Mountain Standard Time', standard: 7, daylight: 7 },
]

const inSpring = ({ standard, daylight }: Zone) => [standard, daylight]
const changes = [
  { name: 'spring', first: '2027-03-11', change: '2027-03-14', hoursOf: inSpring },
  { name: 'fall', first: '2027-11-04', change: '2027-11-07', hoursOf: (z: Zone) => inSpring(z).reverse() },
]
type Zone = (typeof zones)[number]

const forms = [
  { form: 'with its zone described', nameOf: ({ iana }: Zone) => iana, isDescribed: true },
  { form: 'with the name of its zone only', nameOf: ({ iana }: Zone) => iana, isDescribed: false },
  { form: 'with a described Windows zone', nameOf: ({ windows }: Zone) => windows, isDescribed: true },
  { form: 'with a Windows name only', nameOf: ({ windows }: Zone) => windows, isDescribed: false },
  { form: 'with a custom name that it describes', nameOf: () => 'Our Zone', isDescribed: true },
]

const cases = zones.flatMap((zone) =>
  changes.flatMap((change) =>
    forms.map((form) => ({ zone: zone.iana, season: change.name, ...form, at: zone, change })),
  ),
)

describe.each(cases)('$zone in $season, $form', ({ at, change, nameOf, isDescribed }) => {
  const name = nameOf(at)
  const [before = 0, after = 0] = change.hoursOf(at)
  const day = (count: number) => addDays(change.first, count)
  const hoursBehind = (count: number) => (day(count) < change.change ? before : after)
  /** 10 PM of a day as UTC, by the table above: in the small hours of the next day */
  const tenPm = (count: number, minutesAndSeconds = '0000') =>
    `${compactDay(day(count + 1))}T0${22 + hoursBehind(count) - 24}${minutesAndSeconds}Z`
  const zoneText = isDescribed ? `${describedZone(name, at.standard, at.daylight)}\r\n` : ''
  const file = (...events: string[]) => icsFile(...events).replace('BEGIN:VEVENT', `${zoneText}BEGIN:VEVENT`)
  const event = (...more: string[]) =>
    lines(`DTSTART;TZID=${name}:${compactDay(day(0))}T220000`, 'DURATION:PT1H', ...more)
  const days = (...counts: number[]) => counts.map(day)

  test('a daily event ends at its UNTIL in UTC', () => {
    const text = (until: string) => file(event(`RRULE:FREQ=DAILY;UNTIL=${until}`))
    expect(read(text(tenPm(5)), at.iana).days).toEqual(days(0, 1, 2, 3, 4, 5))
    const dayBefore = tenPm(4, '5959')
    expect(read(text(dayBefore), at.iana).days).toEqual(days(0, 1, 2, 3, 4))
  })

  test('EXDATE in UTC frees its days, also after one that fits no occurrence', () => {
    const text = file(event('RRULE:FREQ=DAILY;COUNT=6', `EXDATE:${tenPm(1, '0007')},${tenPm(2)},${tenPm(4)}`))
    expect(read(text, at.iana).days).toEqual(days(0, 1, 3, 5))
  })

  test('RDATE in UTC adds its days, and EXDATE takes one of them away', () => {
    const text = file(event(`RDATE:${tenPm(2)},${tenPm(4)},${tenPm(6)}`, `EXDATE:${tenPm(4)}`))
    expect(read(text, at.iana).days).toEqual(days(0, 2, 6))
  })

  test('an occurrence that is named by RECURRENCE-ID in UTC is only on its new day', () => {
    const moved = lines(
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:0@test',
      `RECURRENCE-ID:${tenPm(4)}`,
      `DTSTART;TZID=${name}:${compactDay(day(9))}T220000`,
      'DURATION:PT1H',
    )
    expect(read(file(event('RRULE:FREQ=DAILY;COUNT=6', moved)), at.iana).days).toEqual(days(0, 1, 2, 3, 5, 9))
  })

  test('its days are those of the site', () => {
    // New York changes its clocks on the same days. 10 to 11 PM is there 10 PM to 2 AM.
    const newYork = change.hoursOf(zones[0] as Zone)
    const expected = [0, 2, 4, 6].flatMap((count) => {
      const start = 22 + hoursBehind(count) - (newYork[day(count) < change.change ? 0 : 1] ?? 0)
      return start >= 24 ? [day(count + 1)] : [day(count)]
    })
    expect(read(file(event('RRULE:FREQ=DAILY;INTERVAL=2;COUNT=4'))).days).toEqual(expected)
  })
})

const at9 = 'DTSTART;TZID=America/New_York:20270310T090000'
const thrice = 'RRULE:FREQ=DAILY;COUNT=3'
const free = 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'

const events: [name: string, days: number[], ...lines: string[]][] = [
  ['EXDATE in another zone', [10, 12], at9, thrice, 'EXDATE;TZID=America/Chicago:20270311T080000'],
  ['EXDATE that is a day', [10, 12], at9, thrice, 'EXDATE;VALUE=DATE:20270311'],
  ['EXDATE for whole days', [10, 12], 'DTSTART;VALUE=DATE:20270310', thrice, 'EXDATE:20270311T000000'],
  ['EXDATE of the first day', [12], at9, 'RDATE:20270312T140000Z', 'EXDATE:20270310T140000Z'],
  ['RDATE that is a period', [10, 12, 13], at9, 'RDATE;VALUE=PERIOD:20270312T140000Z/20270314T040000Z'],
  ['UNTIL that is a day', [10, 11, 12], at9, 'RRULE:FREQ=DAILY;UNTIL=20270312'],
  ['UNTIL without a zone', [10, 11, 12], at9, 'RRULE:FREQ=DAILY;UNTIL=20270312T090000'],
  ['no zone', [10, 11, 12], 'DTSTART:20270310T230000', 'RRULE:FREQ=DAILY;UNTIL=20270313T040000Z'],
  ['an unknown zone', [10], 'DTSTART;TZID=Somewhere:20270310T230000', 'DURATION:PT1H'],
  ['a named zone', [11], 'DTSTART;TZID=/mozilla.org/2007/America/Denver:20270310T230000', 'DURATION:PT30M'],
  ['Outlook’s mark of a free event', [], at9, free],
  ['Outlook’s mark beside the standard’s', [10], at9, free, 'TRANSP:OPAQUE'],
]

test.each(events)('an event with %s has the days %j', (_, days, ...event) => {
  expect(read(icsFile(lines(...event))).days).toEqual(days.map((day) => `2027-03-${day}`))
})

test('a change of all later occurrences moves them', () => {
  const change = lines(
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:0@test',
    'RECURRENCE-ID;RANGE=THISANDFUTURE:20270317T130000Z',
    'DTSTART;TZID=America/New_York:20270318T090000',
  )
  const { days } = read(icsFile(lines(at9, 'RRULE:FREQ=WEEKLY;COUNT=4', change)))
  expect(days).toEqual(['2027-03-10', '2027-03-18', '2027-03-25', '2027-04-01'])
})

test('events that cannot be read are left out by line and title, and the others block their days', () => {
  const good = (day: string) => `DTSTART;VALUE=DATE:${day}\r\nSUMMARY:Fine`
  const text = icsFile(
    good('20270310'),
    lines('SUMMARY:Choir \\, all\r\n  voices', 'DTSTART;TZID="America/New_York:20270311T090000'),
    good('20270312'),
    lines('SUMMARY;LANGUAGE=en:Each second', 'DTSTART:20270313T090000Z', 'RRULE:FREQ=SECONDLY'),
    'HELLO',
    // This event has lost its end.
    lines(good('20270314'), 'END:VEVENT', 'BEGIN:VEVENT', 'SUMMARY:Open', 'DTSTART;VALUE=DATE:20270315'),
  ).replace(
    /END:VEVENT\r\nEND:VCALENDAR/,
    lines('BEGIN:VEVENT', good('20270316'), 'END:VEVENT', 'END:VCALENDAR'),
  )
  const { days, leftOut, leftOutFirst } = read(text)
  expect(days).toEqual(['2027-03-10', '2027-03-12', '2027-03-14', '2027-03-16'])
  expect(leftOut).toBe(4)
  const found = leftOutFirst.map(({ line, title }) => [text.split('\r\n')[line - 1], title])
  expect(found).toEqual([
    ['BEGIN:VEVENT', 'Choir , all voices'],
    ['BEGIN:VEVENT', 'Each second'],
    ['BEGIN:VEVENT', ''],
    ['BEGIN:VEVENT', 'Open'],
  ])
  expect(leftOutFirst.map(({ line }) => line)).toEqual([9, 20, 26, 35])
})

test('only the first ten events that are left out are named', () => {
  const { leftOut, leftOutFirst } = read(icsFile(...Array.from({ length: 30 }, () => 'SUMMARY:No start')))
  expect([leftOut, leftOutFirst.length]).toEqual([30, 10])
})
