import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { daysBetween, formatDay, formatFullDay, formatWeekday } from '../../../core/contract/format-date.ts'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { pdf } from '../../../tests/helpers/test-files.ts'
import type { TestServer } from '../../../tests/helpers/test-server.ts'
import type { Trace } from '../../manifest/feature.ts'
import type { Offer } from '../contract/offers.ts'
import type { Training } from '../contract/trainings.ts'
import { startTrainingOffice } from '../testing/training-office.ts'
import {
  addEntry,
  dayIn,
  daysToWorkday,
  trainingDeps as deps,
  offerFacts,
  passTrainingDays,
} from '../testing/trainings.ts'
import { sendReminders } from './booked/send-reminders.ts'
import { lapseOffers } from './offers/lapse-offers.ts'
import { trainingPersonalData } from './personal-data.ts'

const money = { amount: 160_050, deposit: 40_000, currency: 'USD', payUrl: 'https://pay.example.org/harbor' }
const terms = { terms: 'After that, half is due.', cancelDays: 14 }

/** Texts of the emails to clients, oldest first */
const textsTo = (server: TestServer, recipient = 'ann@example.org') =>
  columnOf<string>(server, `select text from outbox_messages where recipient = '${recipient}' order by id`)
const daysOf = (server: TestServer) =>
  columnOf<string>(server, `select use || ' ' || day from trainer_days order by day`)

async function startSent(inDays = 30, env: Record<string, string> = {}) {
  const { server, ...office } = await startTrainingOffice(env)
  const offer = await office.sendNew(await addEntry(server), [dayIn(inDays)], { ...money, ...terms })
  const save = (changes: object, { version }: Offer = offer) => {
    const { trainerId, days, validUntil } = offer
    const json = { ...offerFacts, trainerId, days, validUntil, version, ...changes }
    return office.request('PUT', `/api/offers/${offer.id}`, json)
  }
  return { server, office, offer, save }
}

async function startBooked(inDays = 30, env: Record<string, string> = {}) {
  const { server, office, offer } = await startSent(inDays, env)
  await office.respond(offer, { action: 'accept', day: dayIn(inDays) })
  const { trainingId } = await office.readOffer(offer.id)
  const training = await office.readTraining(trainingId ?? 0)
  return { server, office, offer, training }
}

test('a sent offer is corrected with one email that says what changed', async () => {
  const { server, office, offer, save } = await startSent()
  await server.query(`update outbox_messages set status = 'sent', sent_at = now()`)
  const corrected = await save({ amount: 150_000, deposit: 40_000, days: [dayIn(31)] })
  expect(await corrected.json()).toMatchObject({
    amount: 150_000,
    // What a request leaves out stays.
    ...terms,
    payUrl: money.payUrl,
    heldDays: [dayIn(31)],
    status: 'sent',
  })
  const [, text = '', ...more] = await textsTo(server)
  expect(more).toEqual([])
  expect(text).toContain('What changed: days and price.')
  expect(text).toContain('$1,500, with a deposit of $400')
  // Saved without a change, from a page that is old, and one that is over
  expect((await save({ days: [dayIn(31)] }, await office.readOffer(offer.id))).status).toBe(200)
  expect((await save({ amount: 1 })).status).toBe(409)
  await office.respond(offer, { action: 'decline' })
  expect((await save({ amount: 1 }, await office.readOffer(offer.id))).status).toBe(409)
  expect((await textsTo(server)).filter((one) => one.includes('What changed'))).toHaveLength(1)
})

test('a correction replaces an email that has not gone out yet', async () => {
  const { server, save } = await startSent()
  await save({ amount: 150_000 })
  expect(await server.query('select status, subject from outbox_messages order by id')).toEqual([
    { status: 'withdrawn', subject: expect.stringContaining('does this day work?') },
    { status: 'queued', subject: expect.stringContaining('does this day work?') },
  ])
})

test('wrong amounts and addresses are refused at their fields', async () => {
  const { save } = await startSent()
  for (const wrong of [
    { amount: 100, deposit: 100 },
    { amount: null, deposit: 5 },
    { amount: 0 },
    { amount: 1.5 },
    { payUrl: 'http://pay.example.org' },
    { payUrl: 'https://' },
    { cancelDays: 0 },
    { currency: 'XXX' },
  ])
    expect((await save(wrong)).status, JSON.stringify(wrong)).toBe(400)
})

test('a day that was agreed by phone is booked at once, with one confirmation and no offer', async () => {
  const { server, ...office } = await startTrainingOffice()
  const drafted = await office.draft(await addEntry(server), [dayIn(30)], { ...money, validUntil: dayIn(1) })
  const { id }: Offer = await drafted.json()
  const answer = (json: object) => office.request('POST', `/api/offers/${id}/answer`, json)
  expect((await answer({ answer: 'decline', message: '' })).status).toBe(409)
  await server.query(
    `insert into contact_submissions (name, company, email) values ('Ann', 'Shop', 'Ann@example.org')`,
  )
  const booked: Offer = await (await answer({ answer: 'accept', day: dayIn(30) })).json()
  expect(await server.query('select status from contact_submissions')).toEqual([{ status: 'contacted' }])
  expect(booked).toMatchObject({ status: 'accepted', answeredByAdmin: true, trainingId: expect.any(Number) })
  expect((await answer({ answer: 'accept', day: dayIn(30) })).status).toBe(200)
  const texts = await textsTo(server)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('This day is booked for you')
  expect((await server.send(new URL(booked.link ?? '').pathname)).status).toBe(200)
})

test('a person who used the contact form gets an offer, and a client with a booked day another one', async () => {
  const { server, ...office } = await startTrainingOffice()
  const [contact] = await server.query<{ id: number }>(
    `insert into contact_submissions (name, company, email) values ('Cy', 'Shop', 'cy@example.org') returning id`,
  )
  const put = (contactId = 0) => office.request('POST', '/api/offers/entry', { contactId })
  const entries = await Promise.all([1, 2, 3].map(async () => (await put(contact?.id)).json()))
  expect(new Set(entries.map(({ entryId }) => entryId)).size).toBe(1)
  expect((await put(99)).status).toBe(404)
  // No one has answered them yet.
  const countNew = async () => (await (await office.request('GET', '/api/today')).json()).newEntries
  expect(await countNew()).toBe(1)
  await office.book(entries[0].entryId, dayIn(20))
  expect(await countNew()).toBe(0)
  expect(await server.query('select status from contact_submissions')).toEqual([{ status: 'contacted' }])
  await office.book(entries[0].entryId, dayIn(21))
  expect(await daysOf(server)).toEqual([`training ${dayIn(20)}`, `training ${dayIn(21)}`])
})

test('price and preparations change after booking, and both are told', async () => {
  const { server, office, training } = await startBooked()
  const changed = await office.saveTraining(training.id, {
    amount: 170_000,
    deposit: null,
    prepare: 'Chairs',
  })
  expect(await changed.json()).toMatchObject({ amount: 170_000, deposit: null, ...terms })
  const text = (await textsTo(server)).at(-1) ?? ''
  expect(text).toContain('We’ve changed the price and preparations.')
  expect(text).toContain('$1,700')
  const count = (await textsTo(server)).length
  await office.saveTraining(training.id, { invoiceNumber: 'A-17' })
  expect(await textsTo(server)).toHaveLength(count)
})

test('a day that the client wishes is held for three days, and confirmed with one request', async () => {
  const { server, office, offer, training } = await startBooked(60, { NOTIFY_EMAIL: 'office@example.org' })
  const page = new URL(offer.link ?? '').pathname
  const listProposed = async () =>
    [...(await (await server.send(page)).text()).matchAll(/<option value="([\d-]+)"/g)].map(([, day]) => day)
  const [first = '', second = ''] = await listProposed()
  const wish = (day: string, message = '') =>
    office.respond(offer, { action: 'other-day', day, message }, '/change')
  expect((await wish('', '')).status).toBe(422)
  expect((await wish(dayIn(1))).status).toBe(409)
  expect((await wish(first)).status).toBe(303)
  expect((await wish(first)).status).toBe(303)
  expect((await wish(second, 'Rather this one')).status).toBe(303)
  expect(await daysOf(server)).toEqual([`wish ${second}`, `training ${dayIn(60)}`].sort(byDay))
  const today = await (await office.request('GET', '/api/today')).text()
  expect(today).toContain(`on ${formatWeekday(dayIn(60))} to ${formatWeekday(second)}`)
  const toTrainer = await textsTo(server, 'office@example.org')
  expect(toTrainer.at(-1)?.replaceAll(/\s+/g, ' ')).toContain(`They chose ${formatFullDay(second)} instead.`)
  // No one else can get it.
  const bea = await office.draft(await addEntry(server, 'bea@example.org'), [second])
  expect(bea.status).toBe(409)
  const { wishedDay, wishedUntil, version } = await office.readTraining(training.id)
  expect(wishedDay).toBe(second)
  expect(Date.parse(wishedUntil ?? '') - Date.now()).toBeLessThanOrEqual(3 * 86_400_000)
  const move = { day: second, trainerId: office.trainerId, reason: '', version }
  const moved = await office.request('POST', `/api/trainings/${training.id}/reschedule`, move)
  expect(await moved.json()).toMatchObject({ day: second, wishedDay: null, otherDayWish: null })
  expect(await daysOf(server)).toEqual([`training ${second}`])
})

const byDay = (one: string, other: string) => one.slice(-10).localeCompare(other.slice(-10))

test('the days to move to are the free working days nearest to the booked one, a week ahead at least', async () => {
  const { server, office, offer, training } = await startBooked(60)
  const listProposed = async () => {
    const html = await (await server.send(new URL(offer.link ?? '').pathname)).text()
    return [...html.matchAll(/<option value="([\d-]+)"/g)].map(([, day = '']) => day)
  }
  const proposed = await listProposed()
  expect(proposed).toHaveLength(12)
  expect(proposed).toEqual(proposed.toSorted())
  for (const day of proposed) expect(Math.abs(daysBetween(training.day, day)), day).toBeLessThanOrEqual(12)
  expect(proposed.some((day) => day < training.day)).toBe(true)
  expect(proposed.some((day) => day > training.day)).toBe(true)
  // A day that was proposed before nearer ones became free is still accepted.
  const [first = ''] = proposed
  await office.block(first)
  const [far = ''] = (await listProposed()).filter((day) => !proposed.includes(day))
  await server.query('delete from blocked_days')
  expect(await listProposed()).not.toContain(far)
  const wish = { action: 'other-day', day: far, message: '' }
  expect((await office.respond(offer, wish, '/change')).status).toBe(303)
  await passTrainingDays(server, 56)
  const soon = await listProposed()
  expect(soon).toHaveLength(12)
  for (const day of soon) expect(day >= dayIn(7), day).toBe(true)
})

test('a wished day is free again after three days, or when the wish is answered', async () => {
  const { server, db, ...office } = await startTrainingOffice()
  const offer = await office.sendNew(await addEntry(server), [dayIn(60)])
  await office.respond(offer, { action: 'accept', day: dayIn(60) })
  const wish = () =>
    office.respond(offer, { action: 'other-day', day: dayIn(daysToWorkday(20)), message: '' }, '/change')
  expect((await wish()).status).toBe(303)
  await passTrainingDays(server, 3)
  await lapseOffers({ ...deps, db })
  expect(await daysOf(server)).toEqual([`training ${dayIn(57)}`])
  const [id = 0] = await columnOf<number>(server, 'select id from trainings')
  expect(await office.readTraining(id)).toMatchObject({
    wishedDay: null,
    otherDayAskedAt: expect.any(String),
  })
  expect((await wish()).status).toBe(303)
  const { version } = await office.readTraining(id)
  await office.request('POST', `/api/trainings/${id}/keep-day`, { reason: '', version })
  expect(await daysOf(server)).toEqual([`training ${dayIn(57)}`])

  expect((await wish()).status).toBe(303)
  await server.query('update trainings set day = current_date - 1')
  await server.query(`update trainer_days set day = current_date - 1 where use = 'training'`)
  await db.transaction((tx) => trainingPersonalData.beforeEntriesErased(tx, sql`true`))
  expect(await daysOf(server)).toEqual([`training ${dayIn(-1)}`])
})

test('the terms that a client accepted are kept, and end what they can cancel alone', async () => {
  const { server, office, offer, training } = await startBooked(20)
  expect(training).toMatchObject(terms)
  expect((await textsTo(server)).at(-1)).toContain('until 14 days before the training')
  const page = async () => (await server.send(new URL(offer.link ?? '').pathname)).text()
  expect(await page()).toContain('Yes, cancel my training')
  await passTrainingDays(server, 7)
  expect(await page()).not.toContain('Yes, cancel my training')
  const refused = await office.respond(offer, { action: 'cancel', message: '' }, '/change')
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('By our terms, it’s too late to cancel here.')
  expect((await office.request('POST', `/api/trainings/${training.id}/cancel`, { reason: '' })).status).toBe(
    200,
  )
})

test('what is due is on Today until it is paid, and paid and booked amounts are in Insights and the file', async () => {
  const { server, office, training } = await startBooked(20)
  const listDue = async () => {
    const { sections } = await (await office.request('GET', '/api/today')).json()
    const due = sections.find(({ id }: { id: string }) => id === 'due')
    return due?.lines.map(({ note }: { note: string }) => note) ?? []
  }
  const pay = (part: string, paidOn: string | null) =>
    office.request('POST', `/api/trainings/${training.id}/paid`, { part, paidOn })
  expect(await listDue()).toEqual(['Deposit of $400 isn’t paid yet.'])
  // Two people at once: one notes the payment, the other corrects the place.
  const [paid, saved] = await Promise.all([
    pay('deposit', dayIn(0)),
    office.saveTraining(training.id, { place: 'Hall 2' }),
  ])
  expect([paid.status, saved.status]).toEqual([200, 200])
  expect(await office.readTraining(training.id)).toMatchObject({ depositPaidOn: dayIn(0), place: 'Hall 2' })
  expect(await listDue()).toEqual([])
  await passTrainingDays(server, 21)
  expect(await listDue()).toEqual(['Payment of $1,200.50 isn’t paid yet.'])
  await pay('whole', dayIn(0))
  expect(await listDue()).toEqual([])
  const range = `from=${dayIn(-40)}&to=${dayIn(0)}`
  const insights = await (await office.request('GET', `/api/insights?${range}`)).json()
  expect(insights.trainings.revenue).toEqual([{ currency: 'USD', booked: 160_050, paid: 160_050 }])
  const csv = await (await office.request('GET', '/api/trainings/export.csv')).text()
  expect(csv).toContain('1600.50')
  expect(csv).toContain(dayIn(0))
  await pay('whole', null)
  expect(await listDue()).toHaveLength(1)
})

test('days of travel are taken, move with the training, and are free again with it', async () => {
  const { server, office, training } = await startBooked(20)
  await office.book(await addEntry(server, 'bea@example.org'), dayIn(22))
  const travel = (travelBefore: number, travelAfter: number) =>
    office.saveTraining(training.id, { travelBefore, travelAfter })
  expect((await travel(1, 2)).status).toBe(409)
  expect((await travel(2, 1)).status).toBe(200)
  const own = [`travel ${dayIn(18)}`, `travel ${dayIn(19)}`, `training ${dayIn(20)}`, `travel ${dayIn(21)}`]
  expect(await daysOf(server)).toEqual([...own, `training ${dayIn(22)}`])
  expect((await office.draft(await addEntry(server, 'cy@example.org'), [dayIn(18)])).status).toBe(409)
  const range = `from=${dayIn(18)}&to=${dayIn(20)}`
  const { days } = await (await office.request('GET', `/api/calendar?${range}`)).json()
  const shown = days.map(({ promise }: { promise: { state: string; what: string } }) => [
    promise.state,
    promise.what,
  ])
  expect(shown).toEqual([
    ['booked', 'Travel'],
    ['booked', 'Travel'],
    ['booked', null],
  ])
  const move = async (day: string) => {
    const { version } = await office.readTraining(training.id)
    const json = { day, trainerId: office.trainerId, reason: '', version }
    return office.request('POST', `/api/trainings/${training.id}/reschedule`, json)
  }
  expect((await move(dayIn(24))).status).toBe(409)
  expect((await move(dayIn(19))).status).toBe(200)
  expect((await daysOf(server))[0]).toBe(`travel ${dayIn(17)}`)
  await office.request('POST', `/api/trainings/${training.id}/cancel`, { reason: '' })
  expect(await daysOf(server)).toEqual([`training ${dayIn(22)}`])
})

test('material goes out with the reminders and after the day, each once', async () => {
  const { server, office, training } = await startBooked(20)
  const path = `/api/trainings/${training.id}/materials`
  const add = (json: object) => office.request('POST', path, json)
  const before = { title: 'Worksheet', path: '/files/sheet.pdf', isAfter: false }
  const after = { title: 'What we learned', path: '/blog/learned', isAfter: true }
  for (const json of [before, before, after]) expect((await add(json)).status).toBe(201)
  expect((await add({ ...before, path: '//evil.example' })).status).toBe(400)
  const { materials }: Training = await office.readTraining(training.id)
  expect(materials.map(({ title }) => title)).toEqual(['Worksheet', 'What we learned'])
  await passTrainingDays(server, 7)
  await sendReminders({ ...deps, db: server.instance.db })
  const reminder = (await textsTo(server)).at(-1) ?? ''
  expect(reminder).toContain('/files/sheet.pdf')
  expect(reminder).not.toContain('/blog/learned')
  await passTrainingDays(server, 14)
  const hold = (isHeld: boolean) => office.request('POST', `/api/trainings/${training.id}/held`, { isHeld })
  for (const isHeld of [true, false, true]) expect((await hold(isHeld)).status).toBe(200)
  const thanks = (await textsTo(server)).filter((text) => text.includes('/blog/learned'))
  expect(thanks).toHaveLength(1)
  const [sheet] = materials
  expect((await office.request('DELETE', `${path}/${sheet?.id}`)).status).toBe(200)
  expect((await office.request('DELETE', `${path}/${sheet?.id}`)).status).toBe(404)
})

test('a file is kept while a training that was not canceled uses it, and can be deleted then', async () => {
  const { server, office, training } = await startBooked(20)
  const body = new FormData()
  body.append('file', new Blob([Uint8Array.from(pdf())]), 'sheet.pdf')
  const uploaded = await server.send('/api/files', { method: 'POST', cookie: office.cookie, body })
  const { id, url } = await uploaded.json()
  const add = { title: 'Sheet', path: url, isAfter: true }
  const added = await office.request('POST', `/api/trainings/${training.id}/materials`, add)
  expect(added.status).toBe(201)
  const remove = () => office.request('DELETE', `/api/files/${id}`)
  const refused = await remove()
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain(
    `material of the training on ${formatDay(training.day)}. Remove it there first.`,
  )
  const [file] = await (await office.request('GET', '/api/files')).json()
  expect(file).toMatchObject({ uses: 1, isInPublicPost: false })
  await office.request('POST', `/api/trainings/${training.id}/cancel`, { reason: '' })
  expect((await remove()).status).toBe(204)
})

test('a payment and a new price that two people save at once are both kept, with one email', async () => {
  const { server, office, training } = await startBooked(20)
  const cookie = await server.signIn({ username: 'Bea', role: 'editor' })
  for (let round = 0; round < 24; round++) {
    const [amount, paidOn] = [170_000 + round, round % 2 === 0 ? dayIn(0) : null]
    const from = await office.readTraining(training.id)
    const sent = (await textsTo(server)).length
    const pay = () =>
      server.send(`/api/trainings/${training.id}/paid`, { cookie, json: { part: 'whole', paidOn } })
    const correct = () => office.saveTraining(training.id, { amount }, from)
    const acts = round % 4 < 2 ? [pay, correct] : [correct, pay]
    const statuses = await Promise.all(acts.map(async (act) => (await act()).status))
    expect(statuses).toEqual([200, 200])
    expect(await office.readTraining(training.id)).toMatchObject({ amount, paidOn })
    expect((await textsTo(server)).length).toBe(sent + 1)
  }
})

test('of two corrections of an offer at once, one is sent, and the other one is told', async () => {
  const { server, office, offer, save } = await startSent()
  for (let round = 0; round < 24; round++) {
    await server.query(`update outbox_messages set status = 'sent', sent_at = now()`)
    const from = await office.readOffer(offer.id)
    const changes = [{ amount: 150_000 + round }, { amount: 140_000 + round }]
    const saved = await Promise.all(changes.map((change) => save(change, from)))
    expect(saved.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = changes[saved.findIndex(({ status }) => status === 200)]
    expect(await office.readOffer(offer.id)).toMatchObject({ ...winner, version: from.version + 1 })
    expect((await textsTo(server)).filter((text) => text.includes('What changed'))).toHaveLength(round + 1)
  }
})

test('the data of a person names money as a person reads it', async () => {
  const { server } = await startBooked(20)
  const parts = trainingPersonalData.traces('ann@example.org')
  for (const [kind, show] of Object.entries(trainingPersonalData.show)) {
    const { rows } = await server.instance.db.execute<Trace>(parts[kind as keyof typeof parts])
    expect(rows.map(show)).toEqual([expect.objectContaining({ amount: '$1,600.50', deposit: '$400' })])
  }
})

test('an email and the page say that the place follows, and how to learn where to pay', async () => {
  const { server, ...office } = await startTrainingOffice()
  const unknown = { place: '', price: '', amount: 90_000 }
  const offer = await office.sendNew(await addEntry(server), [dayIn(30)], unknown)
  const page = async () => (await server.send(new URL(offer.link ?? '').pathname)).text()
  expect(await page()).toContain('We’ll agree on the place with you.')
  expect(await page()).toContain('Ask us, and we’ll tell you.')
  await office.respond(offer, { action: 'accept', day: dayIn(30) })
  const { trainingId } = await office.readOffer(offer.id)
  for (const text of await textsTo(server)) {
    expect(text).toContain('We’ll agree on the place with you.')
    expect(text).toContain('Reply to this email, and we’ll tell you.')
  }
  const paid = { part: 'whole', paidOn: dayIn(0) }
  await office.request('POST', `/api/trainings/${trainingId}/paid`, paid)
  await office.saveTraining(trainingId ?? 0, { place: 'Hall 2' })
  expect(await page()).not.toContain('Ask us, and we’ll tell you.')
  const changed = (await textsTo(server)).at(-1)
  expect(changed).toContain('Hall 2')
  expect(changed).not.toContain('Reply to this email, and we’ll tell you.')
})

test('the terms and the price are above the button that accepts them', async () => {
  const { server, offer } = await startSent()
  const html = await (await server.send(new URL(offer.link ?? '').pathname)).text()
  const order = ['$1,600.50', 'After that, half is due.', 'By accepting a day', 'value="accept"']
  const places = order.map((text) => html.indexOf(text))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)
})
