import pg from 'pg'
import { expect, test } from 'vitest'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import { startTrainingOffice } from '../testing/training-office.ts'
import {
  addEntry,
  dayIn,
  daysToWorkday,
  offerFacts,
  passTrainingDays,
  trainingDeps,
} from '../testing/trainings.ts'
import { sendReminders } from './booked/send-reminders.ts'
import { endTrainingsAgain } from './restore.ts'

// What changes after someone was told it: the client reads what is true now, and no one else does.

type Office = Awaited<ReturnType<typeof startTrainingOffice>>

/** Texts of the emails to a person in the order in which they were queued, without those that were withdrawn */
const textsTo = (server: TestServer, recipient = 'ann@example.org') =>
  columnOf<string>(
    server,
    `select text from outbox_messages where recipient = '${recipient}' and status <> 'withdrawn' order by id`,
  )
const daysOf = (server: TestServer) =>
  columnOf<string>(server, `select use || ' ' || day from trainer_days order by day`)
const wish = (office: Office, offer: { link: string | null }, day: string, message = '') =>
  office.respond(offer, { action: 'other-day', day, message }, '/change')

async function startBooked(inDays: number, more: object = {}) {
  const office = await startTrainingOffice({ NOTIFY_EMAIL: 'office@example.org' })
  const offer = await office.sendNew(await addEntry(office.server), [dayIn(inDays)], more)
  await office.respond(offer, { action: 'accept', day: dayIn(inDays) })
  const { trainingId } = await office.readOffer(offer.id)
  return { office, server: office.server, offer, id: trainingId ?? 0 }
}

test('a paid deposit stays as it was paid', async () => {
  const { office, id } = await startBooked(20, { amount: 100_000, deposit: 40_000, currency: 'USD' })
  const pay = (paidOn: string | null) =>
    office.request('POST', `/api/trainings/${id}/paid`, { part: 'deposit', paidOn })
  await pay(dayIn(0))
  const save = (deposit: number | null) =>
    office.saveTraining(id, { amount: 100_000, currency: 'USD', deposit })
  for (const deposit of [null, 50_000]) {
    const refused = await save(deposit)
    expect(await refused.json()).toMatchObject({
      detail: 'The deposit was paid. Mark it as not paid first, then change it.',
    })
  }
  expect((await save(40_000)).status).toBe(200)
  await pay(null)
  expect((await save(null)).status).toBe(200)
})

test('days to which a trainer could not travel are not proposed, nor those of the own journey', async () => {
  const booked = daysToWorkday(60)
  const { office, server, offer, id } = await startBooked(booked)
  const listProposed = async () => {
    const html = await (await server.send(new URL(offer.link ?? '').pathname)).text()
    return [...html.matchAll(/<option value="([\d-]+)"/g)].map(([, day = '']) => day)
  }
  const before = await listProposed()
  const later = before.find((day) => day > dayIn(booked + 2)) ?? ''
  const dayAfter = new Date(Date.parse(later) + 86_400_000).toISOString().slice(0, 10)
  await office.book(await addEntry(server, 'bea@example.org'), dayAfter)
  expect(await listProposed()).toContain(later)
  await office.saveTraining(id, { travelBefore: 1, travelAfter: 1 })
  const proposed = await listProposed()
  for (const day of [later, dayIn(booked - 1), dayIn(booked + 1)]) expect(proposed).not.toContain(day)
  const [day = ''] = proposed
  expect((await wish(office, offer, day)).status).toBe(303)
  const { version } = await office.readTraining(id)
  const json = { day, trainerId: office.trainerId, reason: '', version }
  expect((await office.request('POST', `/api/trainings/${id}/reschedule`, json)).status).toBe(200)
})

test('travel does not take the day that a client wished', async () => {
  const booked = daysToWorkday(60)
  const { office, server, offer, id } = await startBooked(booked)
  await server.query(`update trainings set day = day + 3`)
  await server.query(`update trainer_days set day = day + 3`)
  expect((await wish(office, offer, dayIn(booked))).status).toBe(303)
  const saved = await office.saveTraining(id, { travelBefore: 3 })
  expect(saved.status).toBe(409)
  expect(await saved.text()).toContain('A day of this journey is held for the client')
  expect(await daysOf(server)).toHaveLength(2)
})

test('messages do not hold a wished day for longer', async () => {
  const { office, server, offer, id } = await startBooked(60)
  const day = dayIn(daysToWorkday(20))
  await wish(office, offer, day)
  const until = (await office.readTraining(id)).wishedUntil
  await wish(office, offer, day, 'Did you see this?')
  expect((await office.readTraining(id)).wishedUntil).toBe(until)
  await server.query(`update trainings set wished_until = now() - interval '1 minute'`)
  expect(await (await server.send(new URL(offer.link ?? '').pathname)).text()).not.toContain(
    'three days at most',
  )
})

test('a day that is canceled again after a restore holds none that was wished', async () => {
  const { office, server, offer } = await startBooked(60)
  await wish(office, offer, dayIn(daysToWorkday(20)))
  const trainings = await server.query(
    `select id, uid, now()::text as "canceledAt", 'us' as "canceledBy", '' as reason from trainings`,
  )
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  await endTrainingsAgain(client, { offers: [], trainings })
  await client.end()
  expect(await columnOf(server, 'select wished_until from trainings')).toEqual([null])
  expect(await daysOf(server)).toEqual([])
})

test('nothing is sent to a person who was deleted, whatever becomes of a day that has passed', async () => {
  const { office, server, id } = await startBooked(20)
  await server.query('update trainings set day = current_date - 1')
  const [entry] = await columnOf<number>(server, 'select id from training_waitlist')
  await office.request('DELETE', `/api/people/waitlist/${entry}`)
  const count = (await textsTo(server)).length
  const toOffice = (await textsTo(server, 'office@example.org')).length
  expect((await office.request('POST', `/api/trainings/${id}/cancel`, { reason: '' })).status).toBe(200)
  expect(await textsTo(server)).toHaveLength(count)
  const told = (await textsTo(server, 'office@example.org')).slice(toOffice)
  expect(told).toHaveLength(1)
  expect(told.join()).not.toContain('Ann')
})

test('deleting a person cancels the days that are not over where they are', async () => {
  const { office, server } = await startBooked(20)
  await office.book(await addEntry(server, 'ann@example.org'), dayIn(21))
  await server.query(`update trainings set time_zone = zone, day = (now() at time zone zone)::date - past
    from (values (1, 'Etc/GMT+12', 0), (2, 'Pacific/Kiritimati', 1)) as zones (number, zone, past) where id = number`)
  for (const entry of await columnOf<number>(server, 'select id from training_waitlist'))
    await office.request('DELETE', `/api/people/waitlist/${entry}`)
  expect(await columnOf(server, 'select canceled_by from trainings order by id')).toEqual(['server', null])
})

test('a correction says what earlier ones that have not gone out would have said', async () => {
  const office = await startTrainingOffice()
  const { server } = office
  const offer = await office.sendNew(await addEntry(server), [dayIn(30)])
  await server.query(`update outbox_messages set status = 'sent'`)
  const { trainerId, days, validUntil } = offer
  const save = async (changes: object) => {
    const { version } = await office.readOffer(offer.id)
    const json = { ...offerFacts, trainerId, days, validUntil, version, ...changes }
    return office.request('PUT', `/api/offers/${offer.id}`, json)
  }
  await save({ price: '$700' })
  await office.request('POST', `/api/offers/${offer.id}/extend`, {})
  const longer = (await office.readOffer(offer.id)).validUntil
  await save({ price: '$700', place: 'Main Street 2', validUntil: longer })
  const [, ...told] = await textsTo(server)
  expect(told).toEqual([expect.stringContaining('What changed: price, last day to answer, and place.')])
})

test('the client of an offer that goes to another trainer is told, and an offer without an email is not', async () => {
  const office = await startTrainingOffice()
  const { server } = office
  await office.sendNew(await addEntry(server), [dayIn(30)])
  await office.draft(await addEntry(server, 'bea@example.org'), [dayIn(31)])
  await server.query(`update outbox_messages set status = 'sent'`)
  const tom = await office.addColleague('Tom')
  await office.request('POST', `/api/trainers/${office.trainerId}/replace`, { trainerId: tom })
  expect((await textsTo(server)).at(-1)).toContain('What changed: trainer.')
  expect(await textsTo(server, 'bea@example.org')).toEqual([])
})

test('a draft is not booked by phone before its time zone is known', async () => {
  const office = await startTrainingOffice()
  const drafted = await office.draft(await addEntry(office.server), [dayIn(30)], {
    timeZone: 'America/New_York',
  })
  const { id } = await drafted.json()
  await office.server.query(`update offers set place = 'Kentucky', time_zone = null`)
  const answer = { answer: 'accept', day: dayIn(30) }
  expect((await office.request('POST', `/api/offers/${id}/answer`, answer)).status).toBe(422)
  expect(await columnOf(office.server, 'select id from trainings')).toEqual([])
})

test('a reminder that has not gone out says no day that is no longer true', async () => {
  const { office, server, id } = await startBooked(20)
  await passTrainingDays(server, 7)
  await sendReminders({ ...trainingDeps, db: office.db })
  const reminders = () =>
    columnOf(server, `select status from outbox_messages where message_id like 'reminder-14-%' order by id`)
  expect(await reminders()).toEqual(['queued'])
  const { version } = await office.readTraining(id)
  const json = { day: dayIn(40), trainerId: office.trainerId, reason: '', version }
  await office.request('POST', `/api/trainings/${id}/reschedule`, json)
  expect(await reminders()).toEqual(['withdrawn'])
})

test('other topics and another number of people are told', async () => {
  const { office, server, id } = await startBooked(20)
  await office.saveTraining(id, { topics: [], headCount: 30 })
  expect((await textsTo(server)).at(-1)?.replaceAll(/\s+/g, ' ')).toContain('topics and number of people')
})
