import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { came, gatheringOf, holdGathering } from '../testing/gatherings.ts'
import { followUpFigures, markAttendance, readCame, saveGathering } from './gatherings.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

test('the latest mark of a person counts, in whatever order and however often marks arrive', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  const uid = await holdGathering(server, [])
  const keys = async () => (await readCame(db, [uid])).get(uid)
  const mark = (at: string, isThere: boolean) => markAttendance(db, uid, [came('Ann', { at, came: isThere })])
  await mark(inHours(-2), true)
  for (let time = 0; time < 2; time++) {
    await mark(inHours(-1), false)
    await mark(inHours(-2), true)
    expect(await keys()).toBeUndefined()
  }
  // The clock of this device is a day fast, and that of the next one is right.
  await mark(inHours(24), true)
  expect(await keys()).toEqual(['Ann'])
  await mark(inHours(0.001), false)
  expect(await keys()).toBeUndefined()
  const both = [came('Bea', { at: inHours(-1), came: false }), came('Bea', { at: inHours(-2) })]
  await markAttendance(db, uid, [...both, came('Cy')])
  expect(await keys()).toEqual(['Cy'])
  expect(await readCame(db, [])).toEqual(new Map())
})

test('marks of an unknown gathering are dropped, and a name can be corrected without a new certificate', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  await markAttendance(db, gatheringOf().uid, [came('Ann')])
  expect(await columnOf(server, 'select name from attendees')).toEqual([])
  const uid = await holdGathering(server, [came('Ann', { key: 'a', at: inHours(-1) })])
  const before = await server.query('select certificate, came_at from attendees')
  await markAttendance(db, uid, [came('Anne', { key: 'a' })])
  expect(await columnOf(server, 'select name from attendees')).toEqual(['Anne'])
  expect(await server.query('select certificate, came_at from attendees')).toEqual(before)
})

test('figures count who came and what they answered', async () => {
  const server = await startTestServer()
  const uid = await holdGathering(server, [came('Ann'), came('Bea'), came('Cy'), came('Di', { came: false })])
  await holdGathering(server, [came('Eve')])
  await server.query(`update attendees set rating = case name when 'Ann' then 5 else 2 end
    where name in ('Ann', 'Bea', 'Eve')`)
  const figures = followUpFigures(sql`${uid}::uuid`)
  const { rows } = await server.instance.db.execute(
    sql`select ${figures.came} as came, ${figures.answers} as answers, ${figures.rating} as rating`,
  )
  expect(rows).toEqual([{ came: 3, answers: 2, rating: 3.5 }])
})

test.each([
  ['at 6 PM of a morning', '12:00', 'America/New_York', '2027-03-04', '2027-03-04T23:00:00Z'],
  ['at the end of an evening', '21:30', 'America/New_York', '2027-03-04', '2027-03-05T02:30:00Z'],
  ['by the clock of that day, in summer', '12:00', 'America/New_York', '2027-03-14', '2027-03-14T22:00:00Z'],
  ['by the clock of that day, in winter', '12:00', 'America/Chicago', '2027-11-07', '2027-11-08T00:00:00Z'],
])('people are asked %s', async (_when, endsAt, timeZone, day, instant) => {
  const server = await startTestServer()
  const { db } = server.instance
  const gathering = gatheringOf({ endsAt, timeZone, day })
  await saveGathering(db, gathering)
  await saveGathering(db, gathering)
  expect(await columnOf<Date>(server, 'select ask_at from gatherings')).toEqual([new Date(instant)])
})
