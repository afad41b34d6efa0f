import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { features } from '../../../../app/features.ts'
import { openClient } from '../../../../core/server/db/connect.ts'
import { columnOf } from '../../../../tests/helpers/column-of.ts'
import { collectPromisedDays } from '../../../calendar/server/promised-days.ts'
import type { Offer } from '../../contract/offers.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import { acceptOffer, declineOffer, wishOtherDays } from '../../testing/client-answers.ts'
import { startTrainingOffice } from '../../testing/training-office.ts'
import {
  addEntry,
  dayIn,
  daysToWorkday,
  trainingDeps as deps,
  offerFacts,
  passTrainingDays,
  tokenOf,
} from '../../testing/trainings.ts'
import { findOfferByToken } from './answer-offer.ts'
import { lapseOffers } from './lapse-offers.ts'
import { findNextInLine } from './next-in-line.ts'

test('an offer is drafted, sent, extended, and withdrawn, and the status of the person follows', async () => {
  const { server, draft, request, trainerId } = await startTrainingOffice()
  const entryId = await addEntry(server)
  const status = () => columnOf(server, 'select status from training_waitlist')

  const drafted = await draft(entryId, [dayIn(21), dayIn(20), dayIn(20)])
  expect(drafted.status).toBe(201)
  const offer: Offer = await drafted.json()
  expect(offer).toMatchObject({
    ...offerFacts,
    entryId,
    trainerId,
    name: 'Ann',
    company: 'Shop',
    days: [dayIn(20), dayIn(21)],
    heldDays: [dayIn(20), dayIn(21)],
    status: 'draft',
    link: null,
    trainingId: null,
  })
  expect(await status()).toEqual(['new'])
  expect(await columnOf(server, 'select trainer_since is not null from users')).toEqual([true])

  const sent = await request('POST', `/api/offers/${offer.id}/send`)
  expect(await sent.json()).toMatchObject({
    status: 'sent',
    link: expect.stringMatching(/^http:\/\/everyday\.test\/offer\/[\w-]{43}$/),
    expiresAt: `${dayIn(15)}T00:00:00.000Z`,
  })
  expect((await request('POST', `/api/offers/${offer.id}/send`)).status).toBe(200)
  expect(await status()).toEqual(['offered'])

  // Without a date: a week from today, which is less than it has, so a week more.
  const extended = await request('POST', `/api/offers/${offer.id}/extend`, {})
  expect(await extended.json()).toMatchObject({
    validUntil: dayIn(21),
    // It lapses when the last offered day begins.
    expiresAt: `${dayIn(21)}T00:00:00.000Z`,
  })
  // The same click again, because its response was lost, gives no second week.
  const { version } = offer
  expect((await request('POST', `/api/offers/${offer.id}/extend`, { version })).status).toBe(409)
  const withdrawn = await request('POST', `/api/offers/${offer.id}/withdraw`)
  expect(await withdrawn.json()).toMatchObject({ status: 'withdrawn', heldDays: [] })
  expect((await request('POST', `/api/offers/${offer.id}/withdraw`)).status).toBe(200)
  expect(await status()).toEqual(['contacted'])
  expect(await server.query('select * from trainer_days')).toEqual([])
})

test('refuses what cannot be offered, and says why', async () => {
  const { server, draft, sendNew, block } = await startTrainingOffice()
  const entryId = await addEntry(server)
  const bobId = await addEntry(server, 'bob@example.org')
  await sendNew(entryId, [dayIn(5)])
  await block(dayIn(6))
  await server.query(`insert into users (username, password, disabled_at) values ('gone', '', now())`)
  // Another entry of the same person
  const again = await addEntry(server, 'ANN@example.org')
  const spamId = await addEntry(server, 'spam@example.org')
  await server.query('update training_waitlist set suspected_at = now() where id = $1', [spamId])
  const refusals: [number, number[], object, number, string][] = [
    [entryId, [9], {}, 409, 'has an open offer already'],
    [again, [9], {}, 409, 'has an open offer already'],
    [spamId, [9], {}, 409, 'is in Spam'],
    [bobId, [5, 9], {}, 409, 'is held or booked for someone else'],
    [bobId, [6], {}, 409, 'The trainer is away on'],
    [bobId, [0], {}, 422, 'can’t be offered any more'],
    [bobId, [9], { validUntil: dayIn(-1) }, 422, 'would be over'],
    [bobId, [9], { endsAt: '08:00' }, 400, 'Enter a time after the start.'],
    [bobId, [9], { trainerId: 2 }, 409, 'access has ended'],
    [bobId, [9], { trainerId: 99 }, 422, 'no account'],
    [99, [9], {}, 404, ''],
    [bobId, [], {}, 400, ''],
  ]
  for (const [id, days, more, status, words] of refusals) {
    const refused = await draft(id, days.map(dayIn), more)
    expect([refused.status, (await refused.json()).detail]).toEqual([status, expect.stringContaining(words)])
  }
  expect(await server.query('select day::text from trainer_days')).toEqual([{ day: dayIn(5) }])
})

test('a day that another feature has promised is neither planned nor held', async () => {
  const { server, draft, request } = await startTrainingOffice()
  const id = await addEntry(server)
  const planned = async () => (await (await request('GET', '/api/planner')).json()).freeDays
  const days = await planned()
  const taken = dayIn(daysToWorkday(20))
  const promises = sql`select users.id as trainer_id, ${taken}::date, 1, '{}'::jsonb from users`
  collectPromisedDays([...features, { calendar: { promisedDays: promises, listEvents: async () => [] } }])
  onTestFinished(() => collectPromisedDays(features))
  expect(await planned()).toBe(days - 1)
  const refused = await draft(id, [taken])
  expect([refused.status, (await refused.json()).detail]).toEqual([
    409,
    expect.stringContaining('is held or booked for someone else. Choose another day.'),
  ])
})

test('of 50 answers at the same time, one books the day, and it is confirmed once', async () => {
  const { server, db, sendNew } = await startTrainingOffice()
  const token = tokenOf(await sendNew(await addEntry(server), [dayIn(5), dayIn(6)]))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => acceptOffer(db, deps, token, dayIn(5 + (index % 2)))),
  )
  const count = (wanted: string) => answers.filter(({ result }) => result === wanted).length
  expect([count('done'), count('already'), count('over')]).toEqual([1, 24, 25])
  expect(await columnOf(server, 'select training_id is not null from trainer_days')).toEqual([true])
  expect(
    await server.query(`select from outbox_messages where message_id like 'confirmation-0-%'
      and message_id not like '%trainer%'`),
  ).toHaveLength(1)
})

test('of 50 offers of one day at the same time, one holds it', async () => {
  const { server, draft } = await startTrainingOffice()
  const entries: number[] = []
  for (let number = 0; number < 50; number++) entries.push(await addEntry(server, `p${number}@example.org`))
  const drafted = await Promise.all(entries.map((id) => draft(id, [dayIn(5), dayIn(6)])))
  expect(drafted.map(({ status }) => status).sort()).toEqual([201, ...Array(49).fill(409)])
  expect(await server.query('select from trainer_days')).toHaveLength(2)
  // The database refuses a second promise of a day even if the code does not.
  await expect(
    server.query(
      'insert into trainer_days (trainer_id, day, offer_id) select trainer_id, day, offer_id from trainer_days',
    ),
  ).rejects.toThrow('trainer_days_trainer_id_day_pk')
})

test('of two offers to one person with two entries at the same time, one is drafted', async () => {
  const { server, draft, addColleague } = await startTrainingOffice()
  const trainerIds = [await addColleague('Ed'), await addColleague('Flo')]
  for (let round = 0; round < 5; round++) {
    const email = `p${round}@example.org`
    const entries = [await addEntry(server, email), await addEntry(server, email)]
    const drafted = await Promise.all(
      entries.map((id, index) => draft(id, [dayIn(5 + round)], { trainerId: trainerIds[index] })),
    )
    expect(drafted.map(({ status }) => status).sort()).toEqual([201, 409])
  }
})

test('two clients who want one day at the same time: one gets it, the other learns that it is gone', async () => {
  const { server, db, sendNew } = await startTrainingOffice()
  const first = await sendNew(await addEntry(server), [dayIn(5)])
  const second = await sendNew(await addEntry(server, 'bob@example.org'), [dayIn(6)])
  // A restored backup could hold such an offer.
  await server.query('update offers set days = $1 where id = $2', [[dayIn(5), dayIn(6)], second.id])
  const tokens = [tokenOf(second), tokenOf(first)]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => acceptOffer(db, deps, tokens[index % 2] ?? '', dayIn(5))),
  )
  const results = answers.map(({ result }) => result)
  expect(results.filter((result) => result === 'done')).toHaveLength(1)
  expect(results.filter((result) => result === 'day-taken')).toHaveLength(25)
})

test('a client asks for other days, and accepts one of them by the same link', async () => {
  const { server, db, sendNew, request, draft, readOffer } = await startTrainingOffice()
  const sent = await sendNew(await addEntry(server), [dayIn(5)])
  const token = tokenOf(sent)
  expect(await wishOtherDays(db, deps, token, 'In spring, please')).toEqual({ result: 'done' })
  expect(await wishOtherDays(db, deps, token, 'In spring, please')).toEqual({ result: 'already' })
  expect(await acceptOffer(db, deps, token, dayIn(5))).toEqual({ result: 'over', status: 'other-days' })
  // The day is free for someone else.
  expect((await draft(await addEntry(server, 'bob@example.org'), [dayIn(5)])).status).toBe(201)
  const wished = await readOffer(sent.id)
  expect(wished).toMatchObject({ status: 'other-days', answer: 'In spring, please', heldDays: [] })
  const { trainerId, version } = wished
  const plan = { ...offerFacts, trainerId, days: [dayIn(5), dayIn(8)], validUntil: dayIn(7), version }
  expect((await request('PUT', `/api/offers/${sent.id}`, plan)).status).toBe(409)
  const free = { ...plan, days: [dayIn(8)] }
  const saved = await request('PUT', `/api/offers/${sent.id}`, free)
  expect(await saved.json()).toMatchObject({ heldDays: [dayIn(8)] })
  // The same version again: someone else has saved in the meantime.
  const stale = await request('PUT', `/api/offers/${sent.id}`, free)
  expect(stale.status).toBe(409)
  expect((await stale.json()).current).toMatchObject({ version: version + 1, heldDays: [dayIn(8)] })
  const again: Offer = await (await request('POST', `/api/offers/${sent.id}/send`)).json()
  expect(again.link).toBe(sent.link)
  const sequences = `select split_part(once_key, '-', 2) from outbox_messages where once_key ~ '^offer-\\d' order by id`
  expect(await columnOf(server, sequences)).toEqual(['0', '1'])
  expect(await acceptOffer(db, deps, token, dayIn(8))).toEqual({ result: 'done' })
  expect(await acceptOffer(db, deps, token, dayIn(8))).toEqual({ result: 'already' })
  expect(await declineOffer(db, deps, token, '')).toEqual({ result: 'over', status: 'accepted' })
  expect(await findOfferByToken(db, token, '')).toMatchObject({ training: { day: dayIn(8), sequence: 1 } })
  expect(await acceptOffer(db, deps, 'unknown', dayIn(8))).toEqual({ result: 'unknown' })
})

test('the office books a day that was agreed by phone after the client asked for other days', async () => {
  const { server, db, sendNew, request } = await startTrainingOffice()
  const { id, trainerId, version, ...sent } = await sendNew(await addEntry(server), [dayIn(5)])
  await wishOtherDays(db, deps, tokenOf(sent), 'A week later')
  // Its time may be over by then.
  await server.query(`update offers set expires_at = now() - interval '1 day'`)
  const book = (day: string) => request('POST', `/api/offers/${id}/answer`, { answer: 'accept', day })
  const plan = { ...offerFacts, trainerId, days: [dayIn(12)], validUntil: dayIn(7), version: version + 1 }
  expect((await request('PUT', `/api/offers/${id}`, plan)).status).toBe(200)
  expect(await acceptOffer(db, deps, tokenOf(sent), dayIn(12))).toEqual({
    result: 'over',
    status: 'other-days',
  })
  expect((await book(dayIn(5))).status).toBe(409)
  const booked = await book(dayIn(12))
  expect(await booked.json()).toMatchObject({ status: 'accepted', trainingId: expect.any(Number) })
  expect(await columnOf(server, 'select expires_at > answered_at from offers')).toEqual([true])
})

test('an offer lapses once, frees its days, and the next in line is known', async () => {
  const { server, db, sendNew } = await startTrainingOffice()
  const left = daysToWorkday(10)
  const offer = await sendNew(await addEntry(server), [dayIn(left + 40)])
  const month = new Date(dayIn(left)).getUTCMonth() + 1
  const far = await addEntry(server, 'far@example.org')
  const near = await addEntry(server, 'near@example.org')
  const never = await addEntry(server, 'never@example.org')
  const busy = await addEntry(server, 'busy@example.org')
  await sendNew(busy, [dayIn(70)], { validUntil: dayIn(69) })
  await server.query(
    `insert into plan_answers (entry_id, zip, months) values
       ($1, '12345', '{}'), ($2, '12399', $4), ($3, '12300', $5)`,
    [offer.entryId, near, never, [month], [(month % 12) + 1]],
  )
  await passTrainingDays(server, 40)
  // The person who never has time in that month is asked last, that is, not at all.
  await server.query('update plan_answers set months = $1 where entry_id = $2', [[(month % 12) + 1], never])
  await Promise.all([1, 2, 3].map(() => lapseOffers({ ...deps, db })))
  await lapseOffers({ ...deps, db })
  expect(await server.query('select id, status, version from offers order by id')).toMatchObject([
    { id: offer.id, status: 'lapsed', version: offer.version + 1 },
    { status: 'sent' },
  ])
  const late = await acceptOffer(db, deps, tokenOf(offer), dayIn(left))
  expect(late).toEqual({ result: 'over', status: 'lapsed' })
  const next = await findNextInLine(db, offer.id, 'UTC')
  expect(next).toMatchObject([
    { entryId: near, isNear: true, days: [dayIn(left)] },
    { entryId: far, isNear: false },
  ])
})

test('the next in line for a Sunday is someone who named Sundays', async () => {
  const { server, db, sendNew, request } = await startTrainingOffice()
  const sunday = dayIn(10 + ((14 - new Date(dayIn(10)).getUTCDay()) % 7))
  const offer = await sendNew(await addEntry(server), [sunday])
  const [silent, any, sundays] = [
    await addEntry(server, 'silent@example.org'),
    await addEntry(server, 'any@example.org'),
    await addEntry(server, 'sundays@example.org'),
  ]
  await server.query(`insert into plan_answers (entry_id, weekdays) values ($1, '{}'), ($2, '{7}')`, [
    any,
    sundays,
  ])
  await request('POST', `/api/offers/${offer.id}/withdraw`)
  const next = async () => (await findNextInLine(db, offer.id, 'UTC')).map(({ entryId }) => entryId)
  expect(await next()).toEqual([sundays])
  await server.query(`update plan_answers set weekdays = '{}'`)
  expect(await next()).toEqual([])
  await server.query('update offers set days = $1', [[dayIn(daysToWorkday(10))]])
  expect(await next()).toEqual([silent, any, sundays])
})

test('an offer whose time is over is over before the job comes by, and waits while trainings are paused', async () => {
  const { server, db, sendNew, request } = await startTrainingOffice()
  const offer = await sendNew(await addEntry(server), [dayIn(5)])
  await server.query(`insert into settings values ('trainings_paused', '{"since":"2026-11-24"}')`)
  await server.query(`update offers set expires_at = now() - interval '1 second'`)
  await lapseOffers({ ...deps, db })
  expect(await server.query('select status from offers')).toEqual([{ status: 'sent' }])
  expect(await acceptOffer(db, deps, tokenOf(offer), dayIn(5))).toEqual({ result: 'over', status: 'lapsed' })
  expect((await findOfferByToken(db, tokenOf(offer), ''))?.offer.status).toBe('lapsed')
  expect((await request('POST', '/api/trainings/resume')).status).toBe(204)
  await lapseOffers({ ...deps, db })
  expect(await server.query('select status from offers')).toEqual([{ status: 'lapsed' }])
})

test('a day that has begun cannot be accepted, although the offer is open for a later one', async () => {
  const { server, db, sendNew } = await startTrainingOffice()
  const token = tokenOf(await sendNew(await addEntry(server), [dayIn(1), dayIn(2), dayIn(9)]))
  await passTrainingDays(server, 2)
  for (const day of [dayIn(-1), dayIn(0)])
    expect(await acceptOffer(db, deps, token, day), day).toEqual({ result: 'day-past' })
  expect(await acceptOffer(db, deps, token, dayIn(7))).toEqual({ result: 'done' })
})

test('an offer whose time ends while the answer waits for its turn is over', async () => {
  expect(await acceptDuring('update offers set expires_at = clock_timestamp()')).toMatchObject({
    answer: { result: 'over', status: 'lapsed' },
  })
})

test('a day is confirmed to the address that a person has when it is booked', async () => {
  const { server, answer } = await acceptDuring(`update training_waitlist set email = 'new@example.org'`)
  expect(answer).toEqual({ result: 'done' })
  const confirmed = `once_key like 'confirmation-%' and once_key not like '%trainer%'`
  const to = await columnOf(server, `select recipient from outbox_messages where ${confirmed}`)
  expect(to).toEqual(['new@example.org'])
})

/** Accepts an offer whose person is locked until it waits for that, and changed by then. */
async function acceptDuring(change: string) {
  const { server, db, sendNew } = await startTrainingOffice()
  const offer = await sendNew(await addEntry(server), [dayIn(5)])
  const other = await openClient(server.connectionString, 'test')
  onTestFinished(() => other.end())
  await other.query('begin')
  await other.query('select from training_waitlist for update')
  const answered = acceptOffer(db, deps, tokenOf(offer), dayIn(5))
  const waiting = () =>
    server.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  await expect.poll(waiting).toHaveLength(1)
  await other.query(change)
  await other.query('commit')
  return { server, answer: await answered }
}

test('the status of a person follows the offer, and cannot be set against it', async () => {
  const { server, sendNew, request, book } = await startTrainingOffice()
  const entryId = await addEntry(server)
  const set = (status: string) => request('PATCH', `/api/people/waitlist/${entryId}`, { status })
  expect((await set('booked')).status).toBe(200)
  const { id } = await sendNew(entryId, [dayIn(5)])
  const refused = await set('closed')
  expect(refused.status).toBe(409)
  expect((await refused.json()).detail).toContain('An offer is open')
  expect((await set('offered')).status).toBe(200)
  await request('POST', `/api/offers/${id}/withdraw`)
  expect((await set('closed')).status).toBe(200)
  const byHand = await set('offered')
  expect((await byHand.json()).detail).toContain('now comes from offers and booked days')
  expect((await book(entryId, dayIn(6))).day).toBe(dayIn(6))
  expect((await (await set('contacted')).json()).detail).toContain('A training is booked')
})

test('a helper sees offers and booked days without the links that answer for the client', async () => {
  const { server, ...office } = await startTrainingOffice()
  const sent = await office.sendNew(await addEntry(server), [dayIn(5)])
  const booked = await office.book(await addEntry(server, 'bea@example.org'), dayIn(6))
  const helper = await server.signIn({ username: 'Hana', role: 'helper' })
  const linksFor = async (cookie: string) => {
    const lists = [
      '/api/offers',
      `/api/offers/${sent.id}`,
      '/api/trainings',
      `/api/trainings/${booked.id}`,
    ].map(async (path) => {
      const body = await (await server.send(path, { cookie })).json()
      return [body].flat().map(({ link }) => link !== null)
    })
    const mails: { kind: string }[] = await (await server.send('/api/outbox?limit=20', { cookie })).json()
    const kinds = new Set(mails.map(({ kind }) => kind))
    return { links: (await Promise.all(lists)).flat(), kinds: [...kinds].sort() }
  }
  expect(await linksFor(office.cookie)).toEqual({ links: Array(5).fill(true), kinds: ['offer', 'training'] })
  expect(await linksFor(helper)).toEqual({ links: Array(5).fill(false), kinds: [] })
})

test('the list of offers is a CSV file in which no cell is a formula', async () => {
  const { server, sendNew, request } = await startTrainingOffice()
  const entryId = await addEntry(server)
  await sendNew(entryId, [dayIn(5)], { price: '=1+1' })
  const file = await (await request('GET', trainingPaths.offersExport)).text()
  expect(file).toContain(`"'=1+1"`)
  expect(file).toContain('"Sent","Ann"')
  const list = await request('GET', `/api/offers?status=sent&entry=${entryId}`)
  expect(list.headers.get('x-total-count')).toBe('1')
  expect(await (await request('GET', '/api/offers?status=draft')).json()).toEqual([])
})

test('a preview shows the page and the email as they will be, and neither saves nor sends anything', async () => {
  const { server, draft, request, trainerId } = await startTrainingOffice()
  const entryId = await addEntry(server)
  const json = { ...offerFacts, entryId, trainerId, days: [dayIn(20)], validUntil: dayIn(14) }
  const preview = (more: object = {}) => request('POST', '/api/offers/preview', { ...json, ...more })
  const readAll = () =>
    server.query(`select (select jsonb_agg(offers) from offers) as offers,
      (select jsonb_agg(day order by day) from trainer_days) as days,
      (select count(*)::int from outbox_messages) as mails, (select count(*)::int from activity) as activity`)
  const before = await readAll()
  const shown = await preview()
  expect(shown.status).toBe(200)
  const { html, mail } = await shown.json()
  for (const text of ['$900', 'Bring laptops', 'See you soon', 'Main Street 1']) {
    expect(html).toContain(text)
    expect(mail.html).toContain(text)
  }
  expect(html).toContain('type="radio"')
  expect(mail.html).toContain('href="#"')
  expect(await readAll()).toEqual(before)

  const { id, version }: Offer = await (await draft(entryId, [dayIn(20)])).json()
  const drafted = await readAll()
  expect(await (await preview({ id, version, price: '$1,000' })).text()).toContain('$1,000')
  expect((await preview({ id, version: version + 1 })).status).toBe(409)
  expect((await preview({ id, version, days: [dayIn(-1)] })).status).toBe(422)
  expect(await readAll()).toEqual(drafted)
})
