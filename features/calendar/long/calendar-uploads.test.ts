import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { addDays, listDays } from '../../../core/contract/calendar-days.ts'
import { createRandom, type Random } from '../../../tests/helpers/random.ts'
import { readDays } from '../server/ics/read-days.ts'
import { compactDay, describedZone, icsFile, lines } from '../testing/calendar.ts'

/** Hours behind UTC in winter and summer */
const zones = [
  { iana: 'America/New_York', windows: 'Eastern Standard Time', standard: 5, daylight: 4 },
  { iana: 'America/Chicago', windows: 'Central Standard Time', standard: 6, daylight: 5 },
  { iana: 'America/Denver', windows: 'Mountain Standard Time', standard: 7, daylight: 6 },
  { iana: 'America/Phoenix', windows: 'US Mountain Standard Time', standard: 7, daylight: 7 },
]
type Zone = (typeof zones)[number]

/** Days around both changes of the clocks of 2027: March 14 and November 7 */
const starts = ['2027-03-08', '2027-03-13', '2027-10-29', '2027-11-06']
const [from, to] = ['2027-01-01', '2028-12-31']

/** Prints for each `{ text, zone }` the days that its events touch in that zone, by the library recurring_ical_events. */
const referenceScript = `
import json, sys, datetime, icalendar, recurring_ical_events
from zoneinfo import ZoneInfo
for line in sys.stdin:
    case = json.loads(line)
    zone, days = ZoneInfo(case["zone"]), set()
    calendar = icalendar.Calendar.from_ical(case["text"])
    for event in recurring_ical_events.of(calendar).between((2027, 1, 1), (2028, 12, 31)):
        start, end = event["DTSTART"].dt.astimezone(zone), event["DTEND"].dt.astimezone(zone)
        day, last = start.date(), max(start, end - datetime.timedelta(seconds=1)).date()
        while day <= last:
            days.add(day.isoformat())
            day += datetime.timedelta(days=1)
    print(json.dumps(sorted(days)))
`
/** Debian's Python has the packages of Debian, such as python3-recurring-ical-events. */
const python = ['/usr/bin/python3', 'python3'].find(
  (name) => spawnSync(name, ['-c', 'import recurring_ical_events']).status === 0,
)

test.runIf(python)('uploads block the days that an independent library finds', () => {
  const random = createRandom(2027)
  const cases = Array.from({ length: 400 }, () => writeCase(random))
  const input = cases.map(({ reference: text, site }) => JSON.stringify({ text, zone: site.iana })).join('\n')
  const { stdout, stderr, status } = spawnSync(python ?? '', ['-c', referenceScript], {
    input,
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  expect(status, stderr).toBe(0)
  const expected = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string[])
  expect(expected).toHaveLength(cases.length)
  for (const [index, { files, site }] of cases.entries())
    for (const text of files) expect(busyDays(text, site), text).toEqual(expected[index])
})

/** One event in a file for the reference, and as programs write it: its zone described or only named, or a Windows name */
function writeCase(random: Random): { reference: string; files: string[]; site: Zone } {
  const zone = random.pick(zones)
  const first = random.pick(starts)
  // Local times that a change of the clocks skips or repeats mean different moments to different libraries.
  const hour = random.pick([0, 3, 9, 14, 18, 21, 22, 23])
  const minute = random.pick([0, 30])
  const [rule, step] = random.pick([
    ['FREQ=DAILY', 1],
    ['FREQ=DAILY;INTERVAL=3', 3],
    ['FREQ=WEEKLY', 7],
    ['FREQ=WEEKLY;INTERVAL=2', 14],
  ] as const)
  const at = (count: number) => addDays(first, count * step)
  const local = (day: string) => `${compactDay(day)}T${pad(hour)}${pad(minute)}00`
  const utc = (day: string) => toUtc(day, hour, minute, zone)
  const count = random.between(4, 12)
  const isCounted = random.isOneIn(2)
  const excluded = [...new Set([random.between(1, 3), random.between(1, 3)])].map((number) => utc(at(number)))
  const moved = at(random.between(4, 5))
  const write = (name: string, head: string, { original, end }: { original: string; end: string }) => {
    const timeOf = (day: string) => `TZID=${name}:${local(day)}`
    const event = lines(
      `DTSTART;${timeOf(first)}`,
      'DURATION:PT1H',
      `RRULE:${rule};${end}`,
      `EXDATE:${excluded.join(',')}`,
      `RDATE:${utc(addDays(first, 100))}`,
    )
    const change = lines(
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:0@test',
      `RECURRENCE-ID${original}`,
      `DTSTART;${timeOf(addDays(moved, 200))}`,
      'DURATION:PT3H',
    )
    const withChange = count > 6 ? lines(event, change) : event
    return icsFile(withChange).replace('BEGIN:VEVENT', `${head}BEGIN:VEVENT`)
  }
  const inUtc = {
    original: `:${utc(moved)}`,
    end: isCounted ? `COUNT=${count}` : `UNTIL=${utc(at(count - 1))}`,
  }
  // recurring_ical_events 2.0.1 finds an occurrence only by the time that is written in the zone of its event. It loses
  // the last occurrence of a rule whose UNTIL in UTC is on the other side of a change of the clocks: 10:30 PM of
  // March 15, 2027 in Denver is 04:30 UTC of March 16, and UNTIL=20270316T043000Z includes it (RFC 5545, 3.3.10).
  const inZone = { original: `;TZID=${zone.iana}:${local(moved)}`, end: `COUNT=${count}` }
  const described = (name: string) => `${describedZone(name, zone.standard, zone.daylight)}\r\n`
  return {
    site: random.pick(zones),
    reference: write(zone.iana, described(zone.iana), inZone),
    files: [
      write(zone.iana, described(zone.iana), inUtc),
      write(zone.iana, '', inUtc),
      write(zone.windows, described(zone.windows), inUtc),
      write(zone.windows, '', inUtc),
    ],
  }
}

const pad = (value: number) => String(value).padStart(2, '0')

/** A local time as UTC by the table above. No event begins within the hours that a change skips or repeats. */
function toUtc(day: string, hour: number, minute: number, { standard, daylight }: Zone): string {
  const isSummer = day > '2027-03-14' || (day === '2027-03-14' && hour >= 3)
  const isOver = day > '2027-11-07' || (day === '2027-11-07' && hour >= 2)
  const hours = isSummer && !isOver ? daylight : standard
  const instant = new Date(Date.parse(`${day}T${pad(hour)}:${pad(minute)}:00Z`) + hours * 3_600_000)
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

function busyDays(text: string, { iana }: Zone): string[] {
  const read = readDays({ text, timeZone: iana, from, to, keepTitles: false })
  if (read.outcome !== 'read' || read.leftOut > 0) throw new Error(`not read: ${text}`)
  return read.ranges.flatMap(({ firstDay, lastDay }) => listDays(firstDay, lastDay))
}
