import { describe, expect, test } from 'vitest'
import { listDays } from '../../../contracts/calendar-days.ts'
import type { ResponseBody } from '../../../contracts/endpoint.ts'
import type { Offer } from '../../../contracts/offers.ts'
import { paths } from '../../../contracts/paths.ts'
import type { Planner, plannerOffersCreate, Trip } from '../../../contracts/planner.ts'
import { addTrainer } from '../../../tests/helpers/calendar.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { addEntry, dayIn, openTrainingOffice } from '../../../tests/helpers/trainings.ts'
import { addWaiting } from '../../../tests/helpers/waiting-people.ts'
import { isWorkingDay } from './federal-holidays.ts'

async function openPlanner() {
  const server = await startTestServer({ env: { TIME_ZONE: 'UTC' } })
  const office = await openTrainingOffice(server)
  async function read(query = ''): Promise<Planner> {
    const response = await office.request('GET', `${paths.api.planner}?${query}`)
    expect(response.status, query).toBe(200)
    return response.json()
  }
  const send = (json: object) => office.request('POST', paths.api.plannerOffers, json)
  async function draft(trip: Trip): Promise<ResponseBody<typeof plannerOffersCreate>> {
    const response = await send(bodyOf(trip))
    expect(response.status).toBe(201)
    return response.json()
  }
  const isTrainer = () => server.query('update users set trainer_since = now()')
  return { server, ...office, read, send, draftTrip: draft, isTrainer }
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
  test('is for signed-in users only', async () => {
    const server = await startTestServer()
    expect((await server.send(paths.api.planner)).status).toBe(401)
    expect((await server.send(paths.api.plannerOffers, { json: {} })).status).toBe(401)
  })

  test('refuses what it cannot plan', async () => {
    const { request, send, trainerId } = await openPlanner()
    for (const query of [
      'months=0',
      'months=13',
      'days=x',
      'topic=cooking',
      'perOffer=4',
      'travelDays=6',
      'other=1',
    ])
      expect((await request('GET', `${paths.api.planner}?${query}`)).status, query).toBe(400)
    const [one, two] = [dayIn(20), dayIn(21)]
    for (const offers of [
      [],
      [{ entryId: 1, days: [] }],
      [{ entryId: 1, days: ['2026-02-30'] }],
      [
        { entryId: 1, days: [one] },
        { entryId: 1, days: [two] },
      ],
      [
        { entryId: 1, days: [one] },
        { entryId: 2, days: [one] },
      ],
    ])
      expect((await send({ trainerId, format: 'in-person', offers })).status).toBe(400)
  })

  test('plans trips to the people who wait, and says who is left out and why', async () => {
    const { server, read, isTrainer } = await openPlanner()
    const ann = await addWaiting(server, {
      name: 'Ann',
      company: 'Harbor',
      days: 80,
      answers: { size: 20, topics: ['leadership', 'fundraising'] },
    })
    const bea = await addWaiting(server, {
      name: 'Bea',
      days: 10,
      answers: { city: 'austin ', state: 'Texas', size: 5, topics: ['fundraising'] },
    })
    const carl = await addWaiting(server, { name: 'Carl', answers: { format: 'online' } })
    const dora = await addWaiting(server, {
      name: 'Dora',
      days: 3,
      answers: { city: '', state: '', zip: '' },
    })
    const emil = await addWaiting(server, { name: 'Emil', days: 5, answers: null })
    await isTrainer()
    const plan = await read()
    expect(plan.trips).toMatchObject({
      first: [
        {
          place: 'Austin, TX',
          format: 'in-person',
          trainerName: 'Ann Admin',
          headCount: 25,
          members: [
            {
              entryId: ann,
              name: 'Ann',
              company: 'Harbor',
              place: 'Austin, TX',
              groupSize: 20,
              topics: ['leadership', 'fundraising'],
              waitingDays: 80,
            },
            { entryId: bea, groupSize: 5, topics: ['fundraising'] },
          ],
        },
      ],
      count: 1,
    })
    expect(plan.alone).toMatchObject({
      first: [
        { place: 'Online', format: 'online', headCount: 1, members: [{ entryId: carl, groupSize: null }] },
      ],
      count: 1,
    })
    expect(plan.leftOut).toMatchObject([{ reason: 'no-place', count: 1, people: [{ entryId: dora }] }])
    expect(plan.unanswered).toMatchObject({ people: [{ entryId: emil, waitingDays: 5 }], hasMore: false })
    expect(plan).toMatchObject({ planned: 4, isCut: false, isForYou: false, from: dayIn(11) })
    expect(daysOf(plan).every((day) => day > dayIn(10) && isWorkingDay(day))).toBe(true)
  })

  test('leaves travel days free around promised days, as many as are asked for', async () => {
    const { server, read, book, isTrainer, trainerId } = await openPlanner()
    const [first, second, third, fourth] = fourDays()
    await blockAround(server, trainerId, first, fourth)
    await book(await addEntry(server, 'booked@example.org'), second)
    await isTrainer()
    await addWaiting(server, { name: 'Ann' })
    expect(daysOf(await read('perOffer=1'))).toEqual([fourth])
    expect(daysOf(await read('perOffer=1&travelDays=0'))).toEqual([first])
    expect(daysOf(await read('travelDays=0'))).toEqual([first, third])
  })

  test('counts the demand by topic, place, and month', async () => {
    const { server, read } = await openPlanner()
    await addWaiting(server, {
      name: 'Ann',
      answers: { size: 20, topics: ['leadership', 'fundraising'], months: [3, 4] },
    })
    await addWaiting(server, { name: 'Bea', answers: { city: 'Waco', size: 30, months: [3] } })
    const { demand } = await read()
    const counts = demand.map(({ place, topic, months, headCount }) => [
      place,
      topic,
      months[2],
      months[3],
      headCount,
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
    const { server, read, draft, book } = await openPlanner()
    await addWaiting(server, { name: 'Closed', status: 'closed' })
    await addWaiting(server, { name: 'Booked', status: 'booked' })
    const [deleted, spam, open, trained] = [
      await addWaiting(server, { name: 'Deleted' }),
      await addWaiting(server, { name: 'Spam' }),
      await addWaiting(server, { name: 'Open', email: 'open@example.org', answers: null }),
      await addWaiting(server, { name: 'Trained' }),
    ]
    await addWaiting(server, { name: 'Open again', email: 'OPEN@example.org' })
    await server.query('update training_waitlist set deleted_at = now() where id = $1', [deleted])
    await server.query('update training_waitlist set suspected_at = now() where id = $1', [spam])
    expect((await draft(open, [dayIn(30)])).status).toBe(201)
    await book(trained, dayIn(31))
    await addWaiting(server, {
      name: 'Twice',
      email: 'twice@example.org',
      days: 50,
      answers: { city: 'Old' },
    })
    const latest = await addWaiting(server, { name: 'Twice', email: 'twice@example.org' })
    const plan = await read()
    expect(plan.alone.first).toMatchObject([
      { place: 'Austin, TX', members: [{ entryId: latest, waitingDays: 50 }] },
    ])
    expect(plan).toMatchObject({ planned: 1, unanswered: { people: [] } })
  })

  test('plans only days that are free, of trainers with access', async () => {
    const { server, read, trainerId, isTrainer } = await openPlanner()
    await addWaiting(server, { name: 'Ann' })
    expect((await read()).isForYou).toBe(true)
    await server.query(
      `insert into users (username, password, trainer_since, disabled_at) values ('gone', 'x', now(), now()), ('busy', 'x', now(), null)`,
    )
    const [busy] = await server.query<{ id: number }>(`select id from users where username = 'busy'`)
    await server.query(`insert into blocked_days (trainer_id, first_day) values ($1, '2020-01-01')`, [
      busy?.id,
    ])
    expect(await read()).toMatchObject({
      freeDays: 0,
      alone: { count: 0 },
      leftOut: [{ reason: 'no-free-day' }],
      isForYou: false,
    })
    await isTrainer()
    const plan = await read()
    expect(plan.alone.first).toMatchObject([{ trainerId, trainerName: 'Ann Admin' }])
    expect(daysOf(await read(`trainer=${busy?.id}`))).toEqual([])
    const [day] = daysOf(plan)
    await server.query(`insert into blocked_days (trainer_id, first_day, last_day) values ($1, $2, $2)`, [
      trainerId,
      day,
    ])
    expect(daysOf(await read())).not.toContain(day)
    expect(daysOf(await read('months=1')).every((one) => one <= dayIn(31))).toBe(true)
  })

  test('plans no day that is held or booked for someone else, but the same day of another trainer', async () => {
    const { server, read, request, draft, book, trainerId } = await openPlanner()
    const [held, booked, free] = fourDays()
    const colleague = await addTrainer(server, 'Tina Trainer')
    await blockAround(server, trainerId, held, free)
    await blockAround(server, colleague, held, held)
    const drafted: Offer = await (await draft(await addEntry(server, 'held@example.org'), [held])).json()
    await book(await addEntry(server, 'booked@example.org'), booked)
    await addWaiting(server, { name: 'Ann', answers: { size: 20 } })
    const planned = async (query = '') =>
      (await read(`travelDays=0&${query}`)).alone.first.map((trip) => [
        trip.trainerId,
        trip.members.flatMap(({ days }) => days),
      ])
    expect(await planned(`trainer=${trainerId}`)).toEqual([[trainerId, [free]]])
    await addWaiting(server, { name: 'Bea', answers: { city: 'Waco' } })
    expect((await planned()).toSorted()).toEqual([
      [trainerId, [free]],
      [colleague, [held]],
    ])
    expect((await request('DELETE', paths.api.offer(drafted.id))).status).toBe(204)
    expect(await planned(`trainer=${trainerId}&days=1`)).toEqual([[trainerId, [held, free]]])
  })
})

describe('drafts of a trip', () => {
  test('hold days of their own, and carry what each person answered', async () => {
    const { server, read, draftTrip, request } = await openPlanner()
    const ann = await addWaiting(server, { name: 'Ann', answers: { size: 20, topics: ['leadership'] } })
    const bea = await addWaiting(server, { name: 'Bea', answers: { size: 5 } })
    const trip = firstTrip(await read())
    const { drafted, refused } = await draftTrip(trip)
    expect(refused).toEqual([])
    expect(drafted.map(({ entryId }) => entryId)).toEqual([ann, bea])
    const offers: Offer[] = await (await request('GET', paths.api.offers)).json()
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

  test('start with the hours, the price, and what to prepare of the newest offer', async () => {
    const { server, read, draftTrip, draft, request } = await openPlanner()
    const other = await addWaiting(server, { name: 'Other', answers: { city: 'Waco' } })
    const terms = { startsAt: '10:00', endsAt: '12:30', price: '$750', prepare: 'Chairs' }
    expect((await draft(other, [dayIn(200)], { ...terms, message: 'Only for them' })).status).toBe(201)
    await addWaiting(server, { name: 'Ann' })
    const trip = firstTrip(await read())
    await draftTrip(trip)
    const [newest]: Offer[] = await (await request('GET', paths.api.offers)).json()
    expect(newest).toMatchObject({ name: 'Ann', ...terms, message: '' })
  })

  test('are made once, however often the button is pressed', async () => {
    const { server, read, send } = await openPlanner()
    for (const name of ['Ann', 'Bea', 'Carl']) await addWaiting(server, { name })
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
    const { server, trainerId, send, draft } = await openPlanner()
    const [ann, bea, carl, dora] = [
      await addWaiting(server, { name: 'Ann' }),
      await addWaiting(server, { name: 'Bea' }),
      await addWaiting(server, { name: 'Carl', status: 'closed' }),
      await addWaiting(server, { name: 'Dora', answers: null }),
    ]
    const [first, second, third, fourth] = [dayIn(30), dayIn(31), dayIn(32), dayIn(33)]
    const other = await addWaiting(server, { name: 'Other' })
    expect((await draft(other, [second])).status).toBe(201)
    const response = await send({
      trainerId,
      format: 'in-person',
      offers: [
        { entryId: ann, days: [first] },
        { entryId: bea, days: [second] },
        { entryId: carl, days: [third] },
        { entryId: dora, days: [fourth] },
      ],
    })
    const { drafted, refused } = await response.json()
    expect(drafted.map(({ entryId }: { entryId: number }) => entryId)).toEqual([ann, dora])
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
