import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { features } from '../../../app/features.ts'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { calendarFeedCreate } from '../../calendar/contract/calendar-feed.ts'
import { dayFromNow } from '../../calendar/testing/calendar.ts'
import { readCalendar } from '../../calendar/testing/read-calendar.ts'
import { markAttendance } from '../../follow-up/server/gatherings.ts'
import { askNow, came } from '../../follow-up/testing/gatherings.ts'
import { findUse } from '../../media/server/uses.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { personKey } from '../contract/registrations.ts'
import { events } from '../feature.ts'
import { partyOf, startEventOffice } from '../testing/event-office.ts'

test('Today shows who registered, what comes, what looks like spam, and who waits for more seats', async () => {
  const { publish, draft, add, join, request } = await startEventOffice()
  const { id } = await publish({ day: dayFromNow(10), seats: 2 })
  await draft({ day: dayFromNow(5), title: 'A draft' })
  await add(id, partyOf('Ann', { company: 'Food Bank' }))
  await add(id, partyOf('Bob', { party: 3 }))
  await join(id, partyOf('Bot'), { isSuspect: true })
  const { sections } = await (await request('GET', '/api/today')).json()
  const lines = Object.fromEntries(
    sections.map(({ id, lines }: { id: string; lines: { text: string; note: string }[] }) => [
      id,
      lines.map(({ text, note }) => `${text} | ${note}`),
    ]),
  )
  expect(lines.dates).toEqual([
    expect.stringMatching(/A draft \| It isn’t public yet/),
    expect.stringMatching(/AI for church offices \| 1 of 2 seats taken · 3 waiting/),
  ])
  expect(lines['date-spam'][0]).toContain('1 to look at.')
  expect(lines['date-waiting'][0]).toContain('A party of 3 waits, and 1 seat is free.')
  expect(JSON.stringify(lines.new ?? sections)).toContain('4 people registered for “AI for church offices”')
})

test('the day of a date is booked in the calendar of who gives it, and in their feed', async () => {
  const { publish, request, server, respond } = await startEventOffice()
  const [user] = await server.query<{ id: number }>('select id from users order by id limit 1')
  const day = dayFromNow(9)
  const { id, trainerName } = await publish({ day, trainerId: user?.id ?? 0 })
  expect(trainerName).not.toBeNull()
  const { days } = await (await request('GET', `/api/calendar?from=${day}&to=${day}`)).json()
  expect(days).toEqual([
    expect.objectContaining({
      day,
      promise: expect.objectContaining({
        ...{
          state: 'booked',
          what: 'Public date',
          name: 'AI for church offices',
          href: eventPaths.adminEvent(id),
        },
      }),
    }),
  ])
  const { url } = calendarFeedCreate.response[201].parse(await respond('POST', '/api/calendar/feed'))
  const feed = async () => readCalendar(await (await server.send(new URL(url).pathname)).text()).events
  expect((await feed()).map(({ summary }) => summary)).toEqual(['AI for church offices'])
  await respond('POST', `/api/events/${id}/cancel`, { reason: '' })
  expect(await feed()).toEqual([])
})

test('a picture and a file that a date shows cannot be deleted', async () => {
  const { draft, server, db } = await startEventOffice()
  const name = 'ab'.repeat(16)
  await server.query(
    `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at)
     values ('${name}', 'a.jpg', 'image/jpeg', 1, '{1600}', 1600, 900, '', '#fff', now())`,
  )
  await draft({
    picture: `/media/${name}-1600`,
    content: `<p><a href="/files/${name}/plan.pdf">Plan</a></p>`,
  })
  for (const kind of ['pictures', 'files'] as const) {
    expect((await findUse(db, features, kind, name))?.detail).toContain('“AI for church offices”')
    expect(await findUse(db, features, kind, 'cd'.repeat(16))).toBeUndefined()
  }
})

test('Insights count who registered, came, and answered, for each date', async () => {
  const { publish, add, respond, db } = await startEventOffice()
  const { id } = await publish({ day: dayFromNow(0), startsAt: '23:58', endsAt: '23:59' })
  const { uid } = await add(id, partyOf('Ann', { party: 2 }))
  const mark = { key: personKey(uid, 0), came: true, at: new Date().toISOString() }
  await respond('POST', `/api/events/${id}/check-ins`, { marks: [mark], walkIns: [] })
  const range = { from: dayFromNow(-1), to: dayFromNow(1), timeZone: 'UTC' }
  const { figures } = events.insights
  expect((await figures?.read(db, range))?.rows.slice(1)).toEqual([
    ['AI for church offices', dayFromNow(0), 3, 2, 1, 0, 1, ''],
  ])
})

test('erasing a person withdraws the certificates of the whole party, and of no one else', async () => {
  const { publish, add, respond, db, server } = await startEventOffice()
  const { id } = await publish({ seats: 9, day: dayFromNow(0), startsAt: '23:58', endsAt: '23:59' })
  const ann = await add(id, partyOf('Ann', { party: 3, names: ['Al'] }))
  const bob = await add(id, partyOf('Bob'))
  const keys = [0, 1, 2].map((index) => personKey(ann.uid, index)).concat(personKey(bob.uid, 0))
  const marks = keys.map((key) => ({ key, came: true, at: new Date().toISOString() }))
  await respond('POST', `/api/events/${id}/check-ins`, { marks, walkIns: [] })
  const readValid = () =>
    columnOf(server, 'select name from attendees where withdrawn_at is null order by name')
  expect(await readValid()).toEqual(['Al', 'Ann', 'Bob', 'Guest of Ann'])
  const person = {
    email: 'ann@example.org',
    until: sql`now()`,
    ours: sql`true`,
    by: 'server',
    features,
  } as const
  await db.transaction((tx) => events.personal.erase(tx, person))
  expect(await readValid()).toEqual(['Bob'])
  expect(await columnOf(server, `select count(*)::int from attendees where name = ''`)).toEqual([3])
})

test('someone who was deleted is not named at a past date, until they are restored', async () => {
  const { publish, add, request, server, cookie } = await startEventOffice()
  const { id } = await publish({ seats: 9 })
  await add(id, partyOf('Ann', { party: 2, names: ['Al'], company: 'Food Bank', message: 'Hello' }))
  await server.query(`insert into training_waitlist (name, email) values ('Ann', 'Ann@Example.org')`)
  await server.query('update events set day = current_date - 1')
  const read = async () => (await request('GET', `/api/events/${id}/registrations`)).text()
  const before = await read()
  await server.send('/api/people/waitlist/1', { method: 'DELETE', cookie })
  for (const word of ['Ann', 'ann@', 'Al', 'Food Bank', 'Hello']) expect(await read()).not.toContain(word)
  await server.send('/api/people/waitlist/1/restore', { method: 'POST', cookie })
  expect(await read()).toBe(before)
})

test('everything is in the export, and what a person did on their timeline', async () => {
  const { publish, add, db } = await startEventOffice()
  const { id } = await publish()
  await add(id, partyOf('Ann', { party: 2, names: ['Al'] }))
  const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/)
  const expected = [
    { Number: String(id), Amount: '49', Seats: '3', 'Published (UTC)': isoTime, 'Canceled (UTC)': '' },
    { Name: 'Ann', 'Names of the others': 'Al', 'Walk-in': 'no', 'Registered (UTC)': isoTime, Paid: '' },
  ]
  for (const [index, table] of events.exportTables.entries()) {
    const rows: string[][] = []
    for await (const row of table.read(db)) rows.push(row)
    expect(rows).toHaveLength(2)
    expect(rows[1]).toHaveLength(rows[0]?.length ?? 0)
    const named = Object.fromEntries(rows[0]?.map((heading, cell) => [heading, rows[1]?.[cell]]) ?? [])
    expect(named).toMatchObject(expected[index] ?? {})
  }
  expect((await events.personEvents(db, 'ann@example.org')).map(({ text }) => text)).toEqual([
    expect.stringContaining('Registered for “AI for church offices” on '),
  ])
})

test('switched off, dates are gone, and their data stays', async () => {
  const { publish, add, request, server, db } = await startEventOffice()
  const { id } = await publish()
  await add(id, partyOf('Ann'))
  const [uid = ''] = await columnOf<string>(server, 'update gatherings set ask_at = now() returning uid')
  await markAttendance(db, uid, [came('Bob')])
  await askNow(server)
  const setOn = async (isOn: boolean) =>
    (await request('PUT', '/api/settings/features/events', { isOn })).json()
  expect(await (await request('GET', '/api/settings/features')).json()).toContainEqual(
    expect.objectContaining({ name: 'events', isOn: true, open: ['1 coming public date'] }),
  )
  await setOn(false)
  // The server learns of it from a notification.
  await expect.poll(async () => (await request('GET', '/api/events')).status).toBe(404)
  for (const path of [eventPaths.admin, `/api/events/${id}/registrations`])
    expect((await request('GET', path)).status, path).toBe(404)
  expect(await columnOf(server, `select status from outbox_messages where kind = 'feedback'`)).toEqual([
    'withdrawn',
  ])
  const held = `select next_attempt_at > now() + interval '1 day' as held from outbox_messages where kind = 'event'`
  expect(await server.query(held)).toEqual([{ held: true }])
  expect(await server.query(`select from pgboss.schedule where name = 'event-reminders'`)).toEqual([])
  await setOn(true)
  await expect.poll(async () => (await request('GET', `/api/events/${id}`)).status).toBe(200)
})
