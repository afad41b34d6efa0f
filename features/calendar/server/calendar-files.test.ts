import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import type { Problem } from '../../../core/contract/problem.ts'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import {
  type BusyDay,
  type CalendarFile,
  type CalendarUpload,
  calendarFileMessages,
  calendarLimits,
} from '../contract/calendar.ts'
import { addTrainer, compactDay, dayFromNow, icsFile, lines, wholeDays } from '../testing/calendar.ts'

type Uploaded = CalendarUpload & Problem

async function startFiles() {
  const server = await startTestServer()
  const cookie = await server.signIn()
  const trainerId = await addTrainer(server, 'Tina Trainer')
  return {
    server,
    cookie,
    trainerId,
    async upload(text: string, more: object = {}) {
      const json = { trainerId, name: 'family.ics', text, keepTitles: false, ...more }
      const response = await server.send('/api/calendar/files', { cookie, json })
      return { status: response.status, body: (await response.json()) as Uploaded }
    },
    async days() {
      const path = `/api/calendar?from=${dayFromNow(0)}&to=${dayFromNow(99)}`
      const { days } = (await (await server.send(path, { cookie })).json()) as { days: BusyDay[] }
      return days.map(({ day, blocks }) => [day, ...blocks.map(({ reason }) => reason)])
    },
    async files() {
      return (await (await server.send('/api/calendar/files', { cookie })).json()) as CalendarFile[]
    },
  }
}

test('each day that an event touches is blocked, without its title', async () => {
  const { upload, days, files, server } = await startFiles()
  const [first, second] = [dayFromNow(5), dayFromNow(9)]
  const lateAtNight = `DTSTART;TZID=America/New_York:${compactDay(second)}T230000`
  const text = icsFile(
    wholeDays(first, dayFromNow(7), 'SUMMARY:Knee surgery'),
    lines(lateAtNight, 'DURATION:PT2H', 'SUMMARY:Flight'),
  )
  const { status, body } = await upload(text)
  expect(status).toBe(201)
  expect(body).toMatchObject({ file: { name: 'family.ics', days: 4 }, leftOut: 0 })
  expect(await days()).toEqual(
    [first, dayFromNow(6), second, dayFromNow(10)].map((day) => [day, 'From family.ics']),
  )
  expect(await files()).toMatchObject([{ name: 'family.ics', days: 4 }])
  expect(JSON.stringify(await server.query('select * from blocked_days'))).not.toContain('Knee')
})

test('titles are kept if that is wanted, cleaned and joined', async () => {
  const { upload, days } = await startFiles()
  const day = dayFromNow(5)
  const end = dayFromNow(6)
  const text = icsFile(
    wholeDays(day, end, 'SUMMARY:Choir \u202e practice\\nin town'),
    wholeDays(day, end, 'SUMMARY:Choir \u202e practice\\nin town'),
    wholeDays(day, end, `SUMMARY:${'x'.repeat(500)}`),
    wholeDays(end, dayFromNow(7)),
  )
  expect((await upload(text, { keepTitles: true })).status).toBe(201)
  expect(await days()).toEqual([
    [day, `Choir practice in town, ${'x'.repeat(80)}`],
    [end, 'From family.ics'],
  ])
})

test('free and canceled events do not block, and a canceled or free occurrence leaves its day free', async () => {
  const { upload, days } = await startFiles()
  const [day, end] = [dayFromNow(5), dayFromNow(6)]
  const repeated = `RRULE:FREQ=DAILY;COUNT=4\r\nEXDATE;VALUE=DATE:${compactDay(dayFromNow(21))}`
  const instead = (of: number, event: string) =>
    lines(
      'BEGIN:VEVENT',
      'UID:2@test',
      `RECURRENCE-ID;VALUE=DATE:${compactDay(dayFromNow(of))}`,
      event,
      'END:VEVENT',
    )
  const changes = lines(
    instead(22, wholeDays(dayFromNow(22), dayFromNow(23), 'STATUS:CANCELLED')),
    instead(23, wholeDays(dayFromNow(30), dayFromNow(31))),
  )
  const text = icsFile(
    wholeDays(day, end, 'TRANSP:TRANSPARENT'),
    wholeDays(day, end, 'STATUS:CANCELLED'),
    wholeDays(dayFromNow(20), dayFromNow(21), repeated),
  ).replace('END:VCALENDAR', lines(changes, 'END:VCALENDAR'))
  expect((await upload(text)).body.leftOut).toBe(0)
  expect((await days()).map(([found]) => found)).toEqual([dayFromNow(20), dayFromNow(30)])
})

test('repeating and endless events are read for two years, however long ago they began', async () => {
  const { upload, server } = await startFiles()
  const last = dayFromNow(calendarLimits.fileDays)
  const read = async (event: string) => {
    const { body } = await upload(icsFile(event))
    const [lastDay] = await columnOf(server, 'select max(last_day)::text from blocked_days')
    return { leftOut: body.leftOut, days: body.file.days, last: lastDay }
  }
  const all = { leftOut: 0, days: calendarLimits.fileDays + 1, last }
  expect(await read('DTSTART;VALUE=DATE:19900101\r\nRRULE:FREQ=DAILY')).toEqual(all)
  expect(await read(wholeDays(dayFromNow(-5), '2190-01-01'))).toEqual(all)
})

test('a rule that began long ago keeps its rhythm and its exceptions', async () => {
  const { upload, server } = await startFiles()
  // January 6, 2014 is a Monday.
  const start = 'DTSTART;TZID=America/New_York:20140106T090000\r\nDURATION:PT1H'
  const read = async (rule: string) => {
    const { body } = await upload(icsFile(`${start}\r\nRRULE:${rule}`))
    expect(body.leftOut).toBe(0)
    return columnOf<string>(
      server,
      `select day::date::text from blocked_days, generate_series(first_day, last_day, interval '1 day') as day order by 1`,
    )
  }
  const expected = (isOn: (days: number, weekday: number) => boolean) => {
    const days = Array.from({ length: calendarLimits.fileDays + 1 }, (_, count) => dayFromNow(count))
    const first = Date.UTC(2014, 0, 6)
    return days.filter((day) => isOn((Date.parse(day) - first) / 86_400_000, new Date(day).getUTCDay()))
  }
  expect(await read('FREQ=DAILY;INTERVAL=3')).toEqual(expected((days) => days % 3 === 0))
  expect(await read('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE')).toEqual(
    expected((days, weekday) => days % 14 < 7 && (weekday === 1 || weekday === 3)),
  )
  // The start is not one of the days of the rule, so the rule is followed from there.
  expect(await read('FREQ=WEEKLY;BYDAY=TU,FR')).toEqual(
    expected((_, weekday) => weekday === 2 || weekday === 5),
  )
  const monday = expected((days) => days % 7 === 0)
  expect(
    await read(`FREQ=WEEKLY\r\nEXDATE;TZID=America/New_York:${compactDay(monday[1] ?? '')}T090000`),
  ).toEqual(monday.filter((_, index) => index !== 1))
  expect(await read(`FREQ=WEEKLY;UNTIL=${compactDay(monday[2] ?? '')}T235959Z`)).toEqual(monday.slice(0, 3))
  expect(await read('FREQ=WEEKLY;UNTIL=20150101T000000Z')).toEqual([])
  expect(await read('FREQ=DAILY;COUNT=10')).toEqual([])
  expect(await read('FREQ=DAILY;BYDAY=MO')).toEqual(monday)
})

test('a file with the same name replaces the days of the earlier one, also an empty one', async () => {
  const { upload, days, files, server, cookie } = await startFiles()
  const at = (count: number) => icsFile(wholeDays(dayFromNow(count), dayFromNow(count + 1)))
  const first = await upload(at(5))
  await upload(at(50), { name: 'work.ics' })
  const again = await upload(at(8), { name: 'C:\\Calendars\\family.ics' })
  expect(again.body.file.id).toBe(first.body.file.id)
  expect((await days()).map(([day]) => day)).toEqual([dayFromNow(8), dayFromNow(50)])
  expect((await upload(icsFile())).body).toMatchObject({ file: { days: 0 } })
  expect((await days()).map(([day]) => day)).toEqual([dayFromNow(50)])

  const other = await addTrainer(server, 'Otto Other')
  await upload(at(60), { name: 'work.ics', trainerId: other })
  expect((await files()).map(({ trainerId, name }) => [trainerId === other, name])).toEqual([
    [false, 'family.ics'],
    [false, 'work.ics'],
    [true, 'work.ics'],
  ])

  const work = (await files())[1]
  const remove = () => server.send(`/api/calendar/files/${work?.id ?? 0}`, { method: 'DELETE', cookie })
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
  expect((await days()).map(([day]) => day)).toEqual([dayFromNow(60)])
})

test('two uploads of one file at once leave its days once', async () => {
  const { upload, server } = await startFiles()
  const text = icsFile(wholeDays(dayFromNow(5), dayFromNow(6)))
  const both = await Promise.all([upload(text), upload(text)])
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect(await server.query('select count(*)::int as count from blocked_days')).toEqual([{ count: 1 }])
})

test('days of a file are changed in the file, but can be unblocked one by one', async () => {
  const { upload, server, cookie, days } = await startFiles()
  await upload(icsFile(wholeDays(dayFromNow(5), dayFromNow(8))))
  const [id = 0] = await columnOf<number>(server, 'select id from blocked_days')
  const json = { firstDay: dayFromNow(1), lastDay: dayFromNow(1), weekdays: [], reason: '' }
  const path = `/api/calendar/blocked/${id}`
  const refused = await server.send(path, { method: 'PUT', cookie, json })
  expect([refused.status, ((await refused.json()) as Problem).detail]).toEqual([
    409,
    'These days came from family.ics. Change them in that calendar and upload the file again, or unblock them here.',
  ])
  await server.send(`${path}?day=${dayFromNow(6)}`, { method: 'DELETE', cookie })
  expect((await days()).map(([day]) => day)).toEqual([dayFromNow(5), dayFromNow(7)])
})

/** The first days of all blocked ranges, and the number of their days */
const readRanges = ({ query }: TestServer) =>
  query<{ day: string; length: number }>(
    'select first_day::text as day, last_day - first_day + 1 as length from blocked_days order by first_day',
  )

/** A year ahead whose clock changes are behind the uploads of these tests */
const zones = [
  // The last hour before midnight there is another day in UTC.
  { timeZone: 'America/New_York', instant: 'T033000Z', shift: -1 },
  { timeZone: 'Australia/Lord_Howe', instant: 'T143000Z', shift: 1 },
  { timeZone: 'Europe/London', instant: 'T120000Z', shift: 0 },
]

test.each(zones)('events have the days of the site in $timeZone', async ({ timeZone, instant, shift }) => {
  const { server, upload } = await startFiles()
  await server.query(
    `insert into settings (key, value) values ('organisation', jsonb_build_object('timeZone', $1::text))`,
    [timeZone],
  )
  await server.query(`select pg_notify('page_cache', 'site')`)
  const year = Number(dayFromNow(0).slice(0, 4)) + 1
  // Every third day of a year, so that all clock changes of the zone are among them.
  const text = icsFile(
    `DTSTART:${year}0101${instant}\r\nDURATION:PT1M\r\nRRULE:FREQ=DAILY;INTERVAL=3;UNTIL=${year}1220T000000Z`,
    `DTSTART:${year}1224T100000\r\nDURATION:PT14H`,
  )
  // The setting reaches the server by a notification.
  await expect
    .poll(async () => {
      await upload(text)
      return (await readRanges(server))[0]?.day
    })
    .toBe(new Date(Date.UTC(year, 0, 1 + shift)).toISOString().slice(0, 10))
  const rows = await readRanges(server)
  const days = rows.map(({ day }) => day)
  expect(rows.every(({ length }) => length === 1)).toBe(true)
  // The event on Christmas Eve ends at midnight and has no zone, so it is that day everywhere.
  expect(days.at(-1)).toBe(`${year}-12-24`)
  const repeated = days.slice(0, -1)
  expect(repeated).toHaveLength(118)
  expect(repeated).toEqual(
    repeated.map((_, index) => new Date(Date.UTC(year, 0, 1 + shift + 3 * index)).toISOString().slice(0, 10)),
  )
})

test('a weekly event keeps its local day over clock changes, by a known zone and by one of the file', async () => {
  const { upload, server } = await startFiles()
  const year = Number(dayFromNow(0).slice(0, 4)) + 1
  const own = [
    'BEGIN:VTIMEZONE',
    'TZID:Eastern Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ].join('\r\n')
  for (const zone of ['America/New_York', 'Eastern Standard Time']) {
    // From 11 PM to midnight: an hour off would touch the day before or after.
    const event = `DTSTART;TZID=${zone}:${year}0106T230000\r\nDTEND;TZID=${zone}:${year}0107T000000\r\nRRULE:FREQ=WEEKLY;COUNT=50`
    await upload(icsFile(event).replace('VERSION:2.0', `VERSION:2.0\r\n${own}`))
    expect(await readRanges(server), zone).toEqual(
      Array.from({ length: 50 }, (_, week) => ({
        day: new Date(Date.UTC(year, 0, 6 + 7 * week)).toISOString().slice(0, 10),
        length: 1,
      })),
    )
  }
})

const soon = wholeDays(dayFromNow(5), dayFromNow(6))

test.each([
  ['every second', 'DTSTART:20200101T000000Z\r\nRRULE:FREQ=SECONDLY'],
  ['every minute, without an end', 'DTSTART:20200101T000000Z\r\nRRULE:FREQ=MINUTELY;INTERVAL=7'],
  ['no start', 'SUMMARY:Nothing'],
  ['a broken line', 'SUMMARY:Nothing\r\nHELLO'],
  ['a start that is none', 'DTSTART:tomorrow'],
  ['a rule of two thousand years', 'DTSTART:00010101T000000Z\r\nRRULE:FREQ=DAILY'],
])('an event with %s is left out, and the others are read', async (_, event) => {
  const { upload, days } = await startFiles()
  const { status, body } = await upload(icsFile(event, soon))
  expect([status, body.leftOut]).toEqual([201, 1])
  const title = event.startsWith('SUMMARY') ? 'Nothing' : ''
  expect(body.leftOutFirst).toEqual([{ line: 4, title }])
  expect(await days()).toEqual([[dayFromNow(5), 'From family.ics']])
})

test.each([
  ['nothing', '', calendarFileMessages.notCalendar],
  ['a web page', '<!doctype html><p>Sign in</p>', calendarFileMessages.notCalendar],
  ['bytes of a picture', '\x89PNG\r\n\x1a\n', calendarFileMessages.notCalendar],
  ['half of a file', icsFile(soon).slice(0, -30), calendarFileMessages.damaged],
  ['components without an end', `BEGIN:VCALENDAR\r\n${'BEGIN:X\r\n'.repeat(200_000)}`, undefined],
])('%s is refused in words', async (_, text, detail) => {
  const { upload, files, server } = await startFiles()
  const started = performance.now()
  const uploading = upload(text)
  // The server answers others in the meantime.
  expect((await server.send(paths.healthz)).status).toBe(200)
  expect(performance.now() - started).toBeLessThan(1500)
  const { status, body } = await uploading
  expect(status).toBe(422)
  expect([detail ?? body.detail]).toContain(body.detail)
  expect(Object.values(calendarFileMessages)).toContain(body.detail)
  expect(await files()).toEqual([])
})

test('a file that is too large, a wrong name, and other input are refused', async () => {
  const { upload, files, server } = await startFiles()
  const large = icsFile(`${soon}\r\nSUMMARY:${'ä'.repeat(calendarLimits.fileBytes / 2)}`)
  expect(await upload(large)).toMatchObject({ status: 413, body: { detail: calendarFileMessages.tooLarge } })
  expect((await upload('x'.repeat(4 * calendarLimits.fileBytes))).status).toBe(413)
  const wrongNames = ['', ' ', 'x'.repeat(201), 'a\0.ics'].map((name) => ({ name }))
  const wrongTexts = [`${icsFile(soon)}\0`, 5].map((text) => ({ text }))
  for (const wrong of [...wrongNames, ...wrongTexts, { trainerId: 'x' }, { keepTitles: 'yes' }, { more: 1 }])
    expect((await upload(icsFile(soon), wrong)).status, JSON.stringify(wrong).slice(0, 60)).toBe(400)
  expect((await upload(icsFile(soon), { trainerId: 99_999 })).status).toBe(409)
  expect(await files()).toEqual([])

  // Names are cleaned, and the list of files does not grow forever.
  expect((await upload(icsFile(soon), { name: '/' })).body.file.name).toBe('calendar.ics')
  expect((await upload(icsFile(soon), { name: 'my\u202e  file.ics' })).body.file.name).toBe('my file.ics')
  await server.query(
    `insert into calendar_files (trainer_id, name)
     select trainer_id, 'file ' || number from calendar_files, generate_series(3, $1) as number where name = 'my file.ics'`,
    [calendarLimits.files],
  )
  expect((await upload(icsFile(soon), { name: 'one-more.ics' })).status).toBe(409)
  expect((await upload(icsFile(soon), { name: 'my file.ics' })).status).toBe(201)
})
