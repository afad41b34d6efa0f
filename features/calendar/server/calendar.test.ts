import { expect, test } from 'vitest'
import { addDays } from '../../../core/contract/calendar-days.ts'
import type { Problem } from '../../../core/contract/problem.ts'
import { whoMay } from '../../../core/contract/roles.ts'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { hasFeature } from '../../../tests/helpers/feature-testing.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import {
  type AheadRow,
  type BlockedDays,
  type BusyDay,
  blockMessages,
  blockMistake,
  type CalendarFile,
  type SavedBlock,
} from '../contract/calendar.ts'
import { addPromise, addTrainer, dayFromNow, icsFile, wholeDays } from '../testing/calendar.ts'
import { readBlockedDays } from './read-blocked-days.ts'

const oneDay = (day: string, reason = '') => ({ firstDay: day, lastDay: day, weekdays: [], reason })

async function startCalendar() {
  const server = await startTestServer()
  await server.signIn({ username: 'olga', role: 'owner' })
  const cookie = await server.signIn({ username: 'hal', role: 'editor' })
  const trainerId = await addTrainer(server, 'Tina Trainer')
  const change = async <Body>(method: string, path: string, json?: unknown) => {
    const response = await server.send(path, { method, cookie, ...(json !== undefined && { json }) })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Body }
  }
  return {
    server,
    trainerId,
    change,
    block: (days: BlockedDays, of = trainerId) =>
      change<SavedBlock & Problem>('POST', '/api/calendar/blocked', { trainerId: of, ...days }),
    async read(from: string, to: string, trainers?: string) {
      const path = `/api/calendar?from=${from}&to=${to}${trainers === undefined ? '' : `&trainers=${trainers}`}`
      return (await change<{ today: string; days: BusyDay[] }>('GET', path)).body
    },
    async ahead(query = '') {
      const response = await server.send(`/api/calendar/ahead?${query}`, { cookie })
      return { rows: (await response.json()) as AheadRow[], link: response.headers.get('link') }
    },
  }
}

test('days are blocked one by one, as a range, and by weekday', async () => {
  const { block, read, trainerId } = await startCalendar()
  const start = dayFromNow(10)
  const day = (count: number) => addDays(start, count)
  expect((await block(oneDay(start, 'Dentist'))).status).toBe(201)
  await block({ firstDay: day(2), lastDay: day(4), weekdays: [], reason: 'Vacation' })
  const weekday = new Date(day(7)).getUTCDay() || 7
  await block({ firstDay: day(7), lastDay: null, weekdays: [weekday, weekday], reason: 'Teaching' })
  const { days, today } = await read(start, day(21))
  expect(today).toBe(dayFromNow(0))
  expect(days.map(({ day, blocks }) => [day, blocks.map(({ reason }) => reason)])).toEqual([
    [start, ['Dentist']],
    [day(2), ['Vacation']],
    [day(3), ['Vacation']],
    [day(4), ['Vacation']],
    [day(7), ['Teaching']],
    [day(14), ['Teaching']],
    [day(21), ['Teaching']],
  ])
  expect(days.every((busy) => busy.trainerId === trainerId && busy.promise === null)).toBe(true)
  // The rule goes on, years later.
  const later = addDays(day(7), 7 * 500)
  expect((await read(later, later)).days).toHaveLength(1)
})

test('the same days are saved once, also when both requests arrive together', async () => {
  const { block, server } = await startCalendar()
  const days = oneDay(dayFromNow(3), ' Dentist ')
  const [first, second] = await Promise.all([block(days), block(days)])
  expect([first?.status, second?.status]).toEqual([201, 201])
  expect(first?.body).toEqual(second?.body)
  expect(first?.body.reason).toBe('Dentist')
  // Another reason is something else to do on that day.
  await block(oneDay(dayFromNow(3), 'Car repair'))
  expect(await server.query('select count(*)::int as count from blocked_days')).toEqual([{ count: 2 }])
})

test.runIf(hasFeature('trainings'))(
  'held and booked days name the client and link to the offer or training, blocked or not',
  async () => {
    const { block, read, server, trainerId, ahead } = await startCalendar()
    const held = await addPromise(server, {
      trainerId,
      day: dayFromNow(5),
      state: 'held',
      name: 'Maya Okafor',
    })
    const booked = await addPromise(server, {
      trainerId,
      day: dayFromNow(6),
      state: 'booked',
      name: 'Ed Cole',
    })
    await block(oneDay(dayFromNow(6), 'Sick'))
    const { days } = await read(dayFromNow(0), dayFromNow(10), String(trainerId))
    const promises = [
      {
        state: 'held',
        offerId: held.id,
        trainingId: null,
        name: 'Maya Okafor',
        company: 'Maya Okafor Church',
        what: null,
      },
      {
        state: 'booked',
        offerId: null,
        trainingId: booked.id,
        name: 'Ed Cole',
        company: 'Ed Cole Church',
        what: null,
      },
    ]
    expect(days.map(({ promise }) => promise)).toEqual(promises)
    expect(days.map(({ blocks }) => blocks.map(({ reason }) => reason))).toEqual([[], ['Sick']])
    const { rows } = await ahead()
    expect(rows.map(({ kind, firstDay }) => [kind, firstDay])).toEqual([
      ['promised', dayFromNow(5)],
      ['blocked', dayFromNow(6)],
      ['promised', dayFromNow(6)],
    ])
    expect(rows.filter(({ kind }) => kind === 'promised')).toMatchObject(promises)

    // A training stays in the calendar when the person is deleted, and later erased, without a name.
    for (const change of ['training_waitlist set deleted_at = now()', 'trainings set entry_id = null']) {
      await server.query(`update ${change}`)
      const after = await read(dayFromNow(6), dayFromNow(6))
      expect(after.days[0]?.promise).toEqual({ ...promises[1], name: '', company: '' })
      expect((await ahead()).rows.at(-1)).toMatchObject({
        state: 'booked',
        name: '',
        company: '',
        what: null,
      })
    }
  },
)

test('one trainer, several, or everyone who gives trainings', async () => {
  const { block, read, server, trainerId } = await startCalendar()
  const other = await addTrainer(server, 'Otto Other')
  const day = dayFromNow(1)
  await block(oneDay(day))
  await block(oneDay(day), other)
  const who = async (trainers?: string) => (await read(day, day, trainers)).days.map((busy) => busy.trainerId)
  expect(await who()).toEqual([trainerId, other])
  expect(await who(String(other))).toEqual([other])
  expect(await who(`${trainerId},${other}`)).toEqual([trainerId, other])
  await server.query('update users set trainer_since = null where id = $1', [other])
  expect(await who()).toEqual([trainerId])
})

test('what is ahead is listed page by page, without what is over', async () => {
  const { block, ahead, server, trainerId } = await startCalendar()
  for (const count of [5, 3, 4]) await block(oneDay(dayFromNow(count)))
  await server.query(
    'insert into blocked_days (trainer_id, first_day, last_day) values ($1, current_date - 9, current_date - 5)',
    [trainerId],
  )
  const first = await ahead('limit=2')
  expect(first.rows.map(({ firstDay }) => firstDay)).toEqual([dayFromNow(3), dayFromNow(4)])
  const next = /\?([^>]+)>/.exec(first.link ?? '')?.[1]
  const second = await ahead(next)
  expect(second.rows.map(({ firstDay }) => firstDay)).toEqual([dayFromNow(5)])
  expect(second.link).toBeNull()
})

test('blocked days can be changed and unblocked, one day of them or all', async () => {
  const { block, change, read, trainerId } = await startCalendar()
  const day = (count: number) => dayFromNow(20 + count)
  const { body: saved } = await block({ firstDay: day(0), lastDay: day(3), weekdays: [], reason: 'Trip' })
  const longer = { firstDay: day(0), lastDay: day(4), weekdays: [], reason: 'Long trip' }
  const changed = await change('PUT', `/api/calendar/blocked/${saved.id}`, longer)
  expect(changed).toEqual({ status: 200, body: { id: saved.id, trainerId, fileId: null, ...longer } })

  const one = `/api/calendar/blocked/${saved.id}?day=`
  expect((await change('DELETE', one + day(9))).status).toBe(404)
  expect((await change('DELETE', one + day(2))).status).toBe(204)
  const left = await read(day(0), day(9))
  expect(left.days.map((busy) => [busy.day, busy.blocks[0]?.reason])).toEqual(
    [0, 1, 3, 4].map((count) => [day(count), 'Long trip']),
  )
  for (const id of new Set(left.days.map(({ blocks }) => blocks[0]?.id)))
    expect((await change('DELETE', `/api/calendar/blocked/${id ?? 0}`)).status).toBe(204)
  expect((await read(day(0), day(9))).days).toEqual([])
  expect((await change('DELETE', `/api/calendar/blocked/${saved.id}`)).status).toBe(404)
  expect((await change('PUT', `/api/calendar/blocked/${saved.id}`, longer)).status).toBe(404)
})

test('one day of a weekday rule is unblocked, and the rule goes on', async () => {
  const { block, change, read } = await startCalendar()
  const start = dayFromNow(1)
  const weekday = new Date(start).getUTCDay() || 7
  const { body } = await block({ firstDay: start, lastDay: null, weekdays: [weekday], reason: '' })
  const one = (day: string) => change('DELETE', `/api/calendar/blocked/${body.id}?day=${day}`)
  expect((await one(addDays(start, 8))).status).toBe(404)
  expect((await one(addDays(start, 7))).status).toBe(204)
  const { days } = await read(start, addDays(start, 30))
  expect(days.map(({ day }) => day)).toEqual([0, 14, 21, 28].map((count) => addDays(start, count)))
})

test('wrong days are refused in words', async () => {
  const { block, change } = await startCalendar()
  const [day, week] = [dayFromNow(1), dayFromNow(7)]
  const weekdayOf = (text: string) => new Date(text).getUTCDay() || 7
  const refused = async (days: object, of?: number) => {
    const { status, body } = await block({ ...oneDay(day), ...days }, of)
    return [status, body.detail]
  }
  expect(await refused({ firstDay: week })).toEqual([422, blockMessages.order])
  expect(await refused({ lastDay: null })).toEqual([422, blockMessages.endless])
  expect(await refused({ weekdays: [weekdayOf(dayFromNow(3))] })).toEqual([422, blockMessages.noSuchDay])
  expect(await refused({ firstDay: '2020-01-01', lastDay: '2020-01-09' })).toEqual([422, blockMessages.over])
  for (const days of [
    { firstDay: '0000-01-01' },
    { lastDay: '9999-12-31' },
    { firstDay: '2026-02-30' },
    { firstDay: 'tomorrow' },
    { weekdays: [0] },
    { weekdays: [8] },
    { weekdays: [1.5] },
    { reason: 'x'.repeat(201) },
    { reason: 'a\0b' },
    { more: 1 },
    { trainerId: -1 },
  ])
    expect((await refused(days))[0], JSON.stringify(days).slice(0, 60)).toBe(400)
  for (const query of [
    '',
    `?from=${day}`,
    `?from=${week}&to=${day}`,
    `?from=${day}&to=${dayFromNow(101)}`,
    '?from=0000-01-01&to=0000-01-02',
    `?from=${day}&to=${day}&trainers=1;drop`,
  ])
    expect((await change('GET', `/api/calendar${query}`)).status, query).toBe(400)
})

test('only people who give trainings and still have access get new blocked days', async () => {
  const { block, server, trainerId } = await startCalendar()
  const day = oneDay(dayFromNow(1))
  const [hal] = await columnOf<number>(server, `select id from users where username = 'hal'`)
  expect((await block(day, hal)).body.detail).toBe(
    'hal doesn’t give trainings yet. Change that under “Who gives trainings” first.',
  )
  expect((await block(day, 99_999)).status).toBe(409)
  await server.query('update users set disabled_at = now() where id = $1', [trainerId])
  const detail = 'Tina Trainer no longer has access. Choose another trainer.'
  expect(await block(day)).toMatchObject({ status: 409, body: { detail } })
  expect(await server.query('select 1 from blocked_days')).toEqual([])
})

test('the database refuses a range that ends before it starts, and unknown weekdays', async () => {
  const { server, trainerId } = await startCalendar()
  const insert = (values: string) =>
    server.query(
      `insert into blocked_days (trainer_id, first_day, last_day, weekdays) values ($1, ${values})`,
      [trainerId],
    )
  await expect(insert(`'2030-01-02', '2030-01-01', '{}'`)).rejects.toThrow('blocked_days_order')
  await expect(insert(`'2030-01-01', null, '{8}'`)).rejects.toThrow('blocked_days_known_weekdays')
})

test('a month with 10,000 blocked rows is read quickly', async () => {
  const { server, trainerId, read } = await startCalendar()
  await server.query(
    `insert into blocked_days (trainer_id, first_day, last_day, reason)
     select $1, current_date + number % 700, current_date + number % 700, 'Row ' || number
     from generate_series(1, 10000) as number`,
    [trainerId],
  )
  await read(dayFromNow(0), dayFromNow(41))
  const start = performance.now()
  const { days } = await read(dayFromNow(0), dayFromNow(41))
  expect(days.length).toBeGreaterThanOrEqual(41)
  expect(performance.now() - start).toBeLessThan(1000)
})

test('the last day of a range is there where clocks skip a midnight', async () => {
  const { server, trainerId } = await startCalendar()
  await server.query(
    `insert into blocked_days (trainer_id, first_day, last_day) values ($1, '2026-03-28', '2026-03-30')`,
    [trainerId],
  )
  const days = await server.instance.db.transaction(async (tx) => {
    // In Beirut, March 29, 2026 begins at 1 AM.
    await tx.execute(`set local time zone 'Asia/Beirut'`)
    return readBlockedDays(tx, { trainerIds: [trainerId], from: '2026-03-29', to: '2026-03-30' })
  })
  expect(days.map(({ day }) => day)).toEqual(['2026-03-29', '2026-03-30'])
})

test('weekdays are found in ranges that are shorter than a week', () => {
  // November 22, 2026 is a Sunday, 7 in ISO 8601.
  const mistake = (firstDay: string, lastDay: string, weekdays: number[]) =>
    blockMistake({ firstDay, lastDay, weekdays })
  expect(mistake('2026-11-22', '2026-11-22', [7])).toBeUndefined()
  expect(mistake('2026-11-22', '2026-11-23', [1])).toBeUndefined()
  expect(mistake('2026-11-21', '2026-11-22', [7])).toBeUndefined()
  expect(mistake('2026-11-22', '2026-11-27', [6])).toBe(blockMessages.noSuchDay)
  expect(mistake('2026-11-22', '2026-11-28', [6])).toBeUndefined()
})

test('a helper sees all calendars, and changes only their own', async () => {
  const { server, trainerId, block, ahead, change } = await startCalendar()
  const day = dayFromNow(5)
  const { body: hers } = await block(oneDay(day))
  const upload = (of: number) => {
    const file = { name: 'family.ics', text: icsFile(wholeDays(day, dayFromNow(6))), keepTitles: false }
    return change<{ file: CalendarFile }>('POST', '/api/calendar/files', { ...file, trainerId: of })
  }
  const uploaded = await upload(trainerId)
  const [own = 0] = await columnOf<number>(
    server,
    `update users set role = 'helper', trainer_since = now() where username = 'hal' returning id`,
  )

  expect((await ahead()).rows).toHaveLength(2)
  const refused = await block(oneDay(dayFromNow(7)))
  expect(refused).toMatchObject({ status: 403, body: { detail: whoMay.editor } })
  expect((await upload(trainerId)).status).toBe(403)
  expect((await change('PUT', `/api/calendar/blocked/${hers.id}`, oneDay(day, 'Mine'))).status).toBe(404)
  expect((await change('DELETE', `/api/calendar/blocked/${hers.id}`)).status).toBe(404)
  expect((await change('DELETE', `/api/calendar/files/${uploaded.body.file.id}`)).status).toBe(404)
  expect((await ahead()).rows).toHaveLength(2)

  const { body: his } = await block(oneDay(day), own)
  expect((await change('PUT', `/api/calendar/blocked/${his.id}`, oneDay(day, 'Mine'))).status).toBe(200)
  expect((await change('DELETE', `/api/calendar/blocked/${his.id}`)).status).toBe(204)
  const mine = await upload(own)
  expect((await change('DELETE', `/api/calendar/files/${mine.body.file.id}`)).status).toBe(204)
})
