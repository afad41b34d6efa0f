import { describe, expect, test } from 'vitest'
import { listDays } from '../../../../core/contract/calendar-days.ts'
import type { ResponseBody } from '../../../../core/contract/endpoint.ts'
import { columnOf } from '../../../../tests/helpers/column-of.ts'
import type { TestServer } from '../../../../tests/helpers/test-server.ts'
import { addTrainer } from '../../../calendar/testing/calendar.ts'
import type { Offer } from '../../contract/offers.ts'
import type { Planner, plannerOffersCreate, Trip } from '../../contract/planner.ts'
import { startTrainingOffice } from '../../testing/training-office.ts'
import { addEntry, dayIn } from '../../testing/trainings.ts'
import { addWaiting } from '../../testing/waiting-people.ts'
import { isWorkingDay } from './federal-holidays.ts'

async function openPlanner() {
  const { server, ...office } = await startTrainingOffice()
  const wait = (person: Parameters<typeof addWaiting>[1]) => addWaiting(server, person)
  async function read(query = ''): Promise<Planner> {
    const response = await office.request('GET', `/api/planner?${query}`)
    expect(response.status, query).toBe(200)
    return response.json()
  }
  const send = (json: object) => office.request('POST', '/api/planner/offers', json)
  async function draft(trip: Trip): Promise<ResponseBody<typeof plannerOffersCreate>> {
    const response = await send(bodyOf(trip))
    expect(response.status).toBe(201)
    return response.json()
  }
  const isTrainer = () => server.query('update users set trainer_since = now()')
  return { server, ...office, wait, read, send, draftTrip: draft, isTrainer }
}

const bodyOf = ({ trainerId, format, members }: Trip) => ({
  trainerId,
  format,
  offers: members.map(({ entryId, days }) => ({ entryId, days })),
})

const firstTrip = ({ trips, alone }: Planner): Trip => {
  const [trip] = [...trips.first, ...alone.first]
  if (!trip) throw new Error('there is no trip')
  return trip
}

const daysOf = ({ trips, alone }: Planner) =>
  [...trips.first, ...alone.first].flatMap(({ members }) => members.flatMap(({ days }) => days))

/** Four working days in a row that the planner may take, in one month */
function fourDays(): [string, string, string, string] {
  const days = listDays(dayIn(11), dayIn(80)).filter(isWorkingDay)
  const start = days.findIndex((day, index) => days[index + 3]?.startsWith(day.slice(0, 7)))
  const [first, second, third, fourth] = days.slice(start)
  if (!first || !second || !third || !fourth) throw new Error('there are no such days')
  return [first, second, third, fourth]
}

/** Blocks all days of a trainer before the first and after the last one. */
const blockAround = ({ query }: TestServer, trainerId: number, first: string, last: string) =>
  query(
    `insert into blocked_days (trainer_id, first_day, last_day)
     values ($1, $2, $3::date - 1), ($1, $4::date + 1, '2200-01-01')`,
    [trainerId, dayIn(0), first, last],
  )

describe('the planner', () => {
  test('refuses what it cannot plan', async () => {
    const { request, send, trainerId } = await openPlanner()
    const queries = 'months=0 months=13 days=x topic=cooking perOffer=4 travelDays=6 other=1'
    for (const query of queries.split(' '))
      expect((await request('GET', `/api/planner?${query}`)).status, query).toBe(400)
    const offer = (entryId: number, ...days: string[]) => ({ entryId, days })
    const [one, two] = [dayIn(20), dayIn(21)]
    for (const offers of [
      [],
      [offer(1)],
      [offer(1, '2026-02-30')],
      [offer(1, one), offer(1, two)],
      [offer(1, one), offer(2, one)],
    ])
      expect((await send({ trainerId, format: 'in-person', offers })).status).toBe(400)
  })

  test('plans trips to the people who wait, and says who is left out and why', async () => {
    const { wait, read, isTrainer } = await openPlanner()
    const both = { size: 20, topics: ['leadership', 'fundraising'] }
    const ann = await wait({ name: 'Ann', company: 'Harbor', days: 80, answers: both })
    const one = { city: 'austin ', state: 'Texas', size: 5, topics: ['fundraising'] }
    const bea = await wait({ name: 'Bea', days: 10, answers: one })
    const carl = await wait({ name: 'Carl', answers: { format: 'online' } })
    const dora = await wait({ name: 'Dora', days: 3, answers: { city: '', state: '', zip: '' } })
    const emil = await wait({ name: 'Emil', days: 5, answers: null })
    await isTrainer()
    const plan = await read()
    const [trip] = plan.trips.first
    const place = 'Austin, TX'
    expect([plan.trips.count, plan.trips.first.length]).toEqual([1, 1])
    expect(trip).toMatchObject({ place, format: 'in-person', trainerName: 'Ann Admin', headCount: 25 })
    const ofAnn = { name: 'Ann', company: 'Harbor', place, groupSize: 20, topics: both.topics }
    expect(trip?.members).toMatchObject([
      { entryId: ann, ...ofAnn, waitingDays: 80 },
      { entryId: bea, groupSize: 5, topics: ['fundraising'] },
    ])
    const ofCarl = { place: 'Online', format: 'online', members: [{ entryId: carl, groupSize: null }] }
    expect(plan.alone).toMatchObject({ first: [{ ...ofCarl, headCount: 1 }], count: 1 })
    expect(plan.leftOut).toMatchObject([{ reason: 'no-place', count: 1, people: [{ entryId: dora }] }])
    expect(plan.unanswered).toMatchObject({ people: [{ entryId: emil, waitingDays: 5 }], hasMore: false })
    expect(plan).toMatchObject({ planned: 4, isCut: false, isForYou: false, from: dayIn(11) })
    expect(daysOf(plan).every((day) => day > dayIn(10) && isWorkingDay(day))).toBe(true)
  })

  test('leaves travel days free around promised days, as many as are asked for', async () => {
    const { server, wait, read, book, isTrainer, trainerId } = await openPlanner()
    const [first, second, third, fourth] = fourDays()
    await blockAround(server, trainerId, first, fourth)
    await book(await addEntry(server, 'booked@example.org'), second)
    await isTrainer()
    await wait({ name: 'Ann' })
    expect(daysOf(await read('perOffer=1'))).toEqual([fourth])
    expect(daysOf(await read('perOffer=1&travelDays=0'))).toEqual([first])
    expect(daysOf(await read('travelDays=0'))).toEqual([first, third])
  })

  test('counts the demand by topic, place, and month', async () => {
    const { wait, read } = await openPlanner()
    const topics = ['leadership', 'fundraising']
    await wait({ name: 'Ann', answers: { size: 20, topics, months: [3, 4] } })
    await wait({ name: 'Bea', answers: { city: 'Waco', size: 30, months: [3] } })
    const { demand } = await read()
    const counts = demand.map(({ months, ...row }) => [
      row.place,
      row.topic,
      ...months.slice(2, 4),
      row.headCount,
    ])
    expect(counts).toEqual([
      ['Waco, TX', null, 30, 0, 30],
      ['Austin, TX', 'leadership', 20, 20, 20],
      ['Austin, TX', 'fundraising', 20, 20, 20],
    ])
    expect((await read('topic=fundraising')).demand).toHaveLength(3)
    expect((await read('topic=strategic-planning')).planned).toBe(1)
  })

  test('leaves out people who need no offer: deleted, spam, closed, booked, offered, or one more entry of theirs', async () => {
    const { server, wait, read, draft, book } = await openPlanner()
    await wait({ name: 'Closed', status: 'closed' })
    await wait({ name: 'Booked', status: 'booked' })
    await wait({ name: 'Deleted' })
    await wait({ name: 'Spam' })
    const open = await wait({ name: 'Open', email: 'open@example.org', answers: null })
    const trained = await wait({ name: 'Trained' })
    await wait({ name: 'Open again', email: 'OPEN@example.org' })
    await server.query(`update training_waitlist set deleted_at = now() where name = 'Deleted'`)
    await server.query(`update training_waitlist set suspected_at = now() where name = 'Spam'`)
    expect((await draft(open, [dayIn(30)])).status).toBe(201)
    await book(trained, dayIn(31))
    await wait({ name: 'Twice', email: 'twice@example.org', days: 50, answers: { city: 'Old' } })
    const latest = await wait({ name: 'Twice', email: 'twice@example.org' })
    const plan = await read()
    expect(plan.alone.first).toMatchObject([
      { place: 'Austin, TX', members: [{ entryId: latest, waitingDays: 50 }] },
    ])
    expect(plan).toMatchObject({ planned: 1, unanswered: { people: [] } })
  })

  test('plans only days that are free, of trainers with access', async () => {
    const { server, wait, read, trainerId, isTrainer, block } = await openPlanner()
    await wait({ name: 'Ann' })
    expect((await read()).isForYou).toBe(true)
    const [, busy] = await columnOf<number>(
      server,
      `insert into users (username, password, trainer_since, disabled_at)
       values ('gone', 'x', now(), now()), ('busy', 'x', now(), null) returning id`,
    )
    await server.query(`insert into blocked_days (trainer_id, first_day) values ($1, '2020-01-01')`, [busy])
    const nothing = { freeDays: 0, alone: { count: 0 }, leftOut: [{ reason: 'no-free-day' }] }
    expect(await read()).toMatchObject({ ...nothing, isForYou: false })
    await isTrainer()
    const plan = await read()
    expect(plan.alone.first).toMatchObject([{ trainerId, trainerName: 'Ann Admin' }])
    expect(daysOf(await read(`trainer=${busy}`))).toEqual([])
    const [day = ''] = daysOf(plan)
    expect((await block(day)).status).toBe(201)
    expect(daysOf(await read())).not.toContain(day)
    expect(daysOf(await read('months=1')).every((one) => one <= dayIn(31))).toBe(true)
  })

  test('plans no day that is held or booked for someone else, but the same day of another trainer', async () => {
    const { server, wait, read, request, draft, book, trainerId } = await openPlanner()
    const [held, booked, free] = fourDays()
    const colleague = await addTrainer(server, 'Tina Trainer')
    await blockAround(server, trainerId, held, free)
    await blockAround(server, colleague, held, held)
    const drafted: Offer = await (await draft(await addEntry(server, 'held@example.org'), [held])).json()
    await book(await addEntry(server, 'booked@example.org'), booked)
    await wait({ name: 'Ann', answers: { size: 20 } })
    const planned = async (query = '') =>
      (await read(`travelDays=0&${query}`)).alone.first.map((trip) => [
        trip.trainerId,
        trip.members.flatMap(({ days }) => days),
      ])
    expect(await planned(`trainer=${trainerId}`)).toEqual([[trainerId, [free]]])
    await wait({ name: 'Bea', answers: { city: 'Waco' } })
    expect((await planned()).toSorted()).toEqual([
      [trainerId, [free]],
      [colleague, [held]],
    ])
    expect((await request('DELETE', `/api/offers/${drafted.id}`)).status).toBe(204)
    expect(await planned(`trainer=${trainerId}&days=1`)).toEqual([[trainerId, [held, free]]])
  })
})

describe('drafts of a trip', () => {
  test('hold days of their own, and carry what each person answered', async () => {
    const { wait, read, draftTrip, request } = await openPlanner()
    const ann = await wait({ name: 'Ann', answers: { size: 20, topics: ['leadership'] } })
    const bea = await wait({ name: 'Bea', answers: { size: 5 } })
    const trip = firstTrip(await read())
    const { drafted, refused } = await draftTrip(trip)
    expect(refused).toEqual([])
    expect(drafted.map(({ entryId }) => entryId)).toEqual([ann, bea])
    const offers: Offer[] = await (await request('GET', '/api/offers')).json()
    const days = offers.flatMap(({ heldDays }) => heldDays)
    expect(new Set(days).size).toBe(4)
    expect(offers.find(({ entryId }) => entryId === ann)).toMatchObject({
      status: 'draft',
      place: 'Austin, TX',
      format: 'in-person',
      headCount: 20,
      topics: ['leadership'],
      days: trip.members[0]?.days,
      validUntil: dayIn(14),
    })
    expect(await read()).toMatchObject({ trips: { count: 0 }, planned: 0, isForYou: false })
  })

  test('start with the hours, the terms, and what to prepare of the newest offer, but not with its price', async () => {
    const { wait, read, draftTrip, draft, request } = await openPlanner()
    const other = await wait({ name: 'Other', answers: { city: 'Waco' } })
    const usual = {
      startsAt: '10:00',
      endsAt: '12:30',
      prepare: 'Chairs',
      terms: 'Half is due.',
      cancelDays: 9,
    }
    const own = { price: '$750', amount: 75_000, message: 'Only for them' }
    expect((await draft(other, [dayIn(200)], { ...usual, ...own })).status).toBe(201)
    await wait({ name: 'Ann' })
    await draftTrip(firstTrip(await read()))
    const [newest]: Offer[] = await (await request('GET', '/api/offers')).json()
    expect(newest).toMatchObject({ name: 'Ann', ...usual, price: '', amount: null, message: '' })
  })

  test('are made once, however often the button is pressed', async () => {
    const { server, wait, read, send } = await openPlanner()
    for (const name of ['Ann', 'Bea', 'Carl']) await wait({ name })
    const trip = firstTrip(await read())
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(bodyOf(trip))))
    const results: ResponseBody<typeof plannerOffersCreate>[] = await Promise.all(
      responses.map((one) => one.json()),
    )
    expect(results.map(({ drafted }) => drafted.length).toSorted()).toEqual([0, 0, 0, 0, 3])
    expect(results.every(({ drafted, refused }) => drafted.length + refused.length === 3)).toBe(true)
    expect(await server.query('select from offers')).toHaveLength(3)
  })

  test('name the people who cannot get one, and why, without keeping the others from theirs', async () => {
    const { server, wait, trainerId, send, draft } = await openPlanner()
    const ann = await wait({ name: 'Ann' })
    const bea = await wait({ name: 'Bea' })
    const carl = await wait({ name: 'Carl', status: 'closed' })
    const dora = await wait({ name: 'Dora', answers: null })
    expect((await draft(await wait({ name: 'Other' }), [dayIn(31)])).status).toBe(201)
    const offers = [ann, bea, carl, dora].map((entryId, index) => ({ entryId, days: [dayIn(30 + index)] }))
    const response = await send({ trainerId, format: 'in-person', offers })
    const { drafted, refused } = await response.json()
    expect(drafted).toMatchObject([{ entryId: ann }, { entryId: dora }])
    expect(refused).toMatchObject([
      { entryId: bea, name: 'Bea', reason: expect.stringContaining('held or booked for someone else') },
      { entryId: carl, name: 'Carl', reason: expect.stringContaining('waiting') },
    ])
    expect(await server.query('select day from trainer_days')).toHaveLength(3)
  })

  test('name an entry that is gone', async () => {
    const { trainerId, send } = await openPlanner()
    const response = await send({ trainerId, format: 'online', offers: [{ entryId: 77, days: [dayIn(30)] }] })
    expect(await response.json()).toMatchObject({ drafted: [], refused: [{ entryId: 77 }] })
  })
})
