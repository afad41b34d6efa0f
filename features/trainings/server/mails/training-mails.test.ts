import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { renderMail } from '../../../../app/emails/render-mail.tsx'
import { mailHooks } from '../../../../app/features.ts'
import { readConfig } from '../../../../core/config.ts'
import { formatFullDay } from '../../../../core/contract/format-date.ts'
import { paths } from '../../../../core/contract/paths.ts'
import type { EmailView } from '../../../../core/emails/email-template.tsx'
import { writeSetting } from '../../../../core/server/db/settings.ts'
import { sendAgain } from '../../../../core/server/mail/outbox-list.ts'
import { startFakeSmtp } from '../../../../tests/fakes/fake-smtp.ts'
import { columnOf } from '../../../../tests/helpers/column-of.ts'
import { originalSite } from '../../../../tests/helpers/original-site.ts'
import type { TestServer } from '../../../../tests/helpers/test-server.ts'
import { readCalendar } from '../../../calendar/testing/read-calendar.ts'
import { startTrainingOffice } from '../../testing/training-office.ts'
import { addEntry, dayIn, passTrainingDays } from '../../testing/trainings.ts'
import { resumeTrainings } from '../pause.ts'
import { queueTrainingMails } from './queue-training-mail.ts'

const env = { TIME_ZONE: 'America/New_York', NOTIFY_EMAIL: 'office@example.org' }

const deps = {
  config: readConfig(env, '/nowhere'),
  writeEmail: (view: EmailView) => renderMail(view, originalSite('http://everyday.test')),
}

type Office = Awaited<ReturnType<typeof startTrainingOffice>>

async function sendOffer(given?: Office) {
  const office = given ?? (await startTrainingOffice(env))
  const offer = await office.sendNew(await addEntry(office.server), [dayIn(20), dayIn(21)])
  const answer = (form: Record<string, string>, page?: '/change') => office.respond(offer, form, page)
  return { ...office, id: offer.id, url: new URL(offer.link ?? ''), answer }
}

/** Like `sendOffer`, and Ann accepts the second day. */
async function acceptDay(office?: Office) {
  const sent = await sendOffer(office)
  await sent.answer({ action: 'accept', day: dayIn(21) })
  const [trainingId = 0] = await columnOf<number>(sent.server, 'select id from trainings')
  return { ...sent, trainingId }
}

type Row = {
  id: number
  key: string
  to: string
  subject: string
  text: string
  method: string | null
  calendar: string | null
  about: string[]
  status: string
  isHeld: boolean
}

const readMails = (server: TestServer) =>
  server.query<Row>(`select id, once_key as key, recipient as to, subject, text, calendar_method as method, calendar,
    about, status, next_attempt_at > now() + interval '1 year' as "isHeld" from outbox_messages order by id`)

test('an accepted day arrives as a calendar part at the client and the trainer, with the link in it', async () => {
  const fake = await startFakeSmtp()
  onTestFinished(() => fake.close())
  const office = await startTrainingOffice({ ...env, SMTP_URL: fake.url }, { jobPause: 0.5 })
  const { server, url } = await acceptDay(office)
  await expect.poll(() => fake.received.length, { timeout: 10_000 }).toBe(3)
  const mails = await Promise.all(fake.received.map(({ raw }) => PostalMime.parse(raw)))
  const confirmation = mails.find(({ messageId }) => messageId?.startsWith('<confirmation-0-'))
  const notice = mails.find(({ messageId }) => messageId?.startsWith('<confirmation-trainer-0-'))
  for (const [mail, email] of [
    [confirmation, 'ann@example.org'],
    [notice, 'office@example.org'],
  ] as const) {
    const part = mail?.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
    expect(part?.method).toBe('REQUEST')
    const [event] = readCalendar(new TextDecoder().decode(part?.content as ArrayBuffer)).events
    expect(event?.sequence).toBe(0)
    expect(event?.attendees[0]).toMatch(new RegExp(`:MAILTO:${email}$`))
    expect(event?.uid).toMatch(/^[\da-f-]{36}@everyday-ai$/)
    if (mail === confirmation) expect(event?.description).toContain(url.href)
    else expect(event?.description).not.toContain(url.pathname)
  }
  expect(confirmation?.text).toContain(url.href)
  expect(confirmation?.text).toMatch(/\w+day, \w+ \d+, \d{4}, 9:00 AM to 4:00 PM Eastern Time/)
  expect(notice?.text).not.toContain(url.pathname)
  // Nothing in the database shows the link.
  const stored = await server.query('select text, html, calendar from outbox_messages')
  expect(JSON.stringify(stored)).not.toContain(url.pathname)
})

test('the file of an email has its event, with the link in it', async () => {
  const { server, url, request } = await acceptDay()
  const mail = (await readMails(server)).find(({ key }) => key.startsWith('confirmation-0-'))
  const file = await request('GET', paths.api.outboxFile(mail?.id ?? 0))
  const parsed = await PostalMime.parse(await file.arrayBuffer())
  const part = parsed.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  // The parser turns line ends into \n.
  const text = new TextDecoder().decode(part?.content as ArrayBuffer)
  expect(text.replaceAll('\n ', '')).toContain(url.href)
  for (const line of text.split('\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('what a client writes reaches the trainer escaped, and goes with the client', async () => {
  const { server, answer } = await sendOffer()
  const hostile = '<img src=x onerror=alert(1)>\r\nBcc: evil@example.org\n{{link}}'
  await answer({ action: 'other-days', message: hostile })
  const [, toClient, toTrainer] = await readMails(server)
  expect([toClient?.to, toTrainer?.to]).toEqual(['ann@example.org', 'office@example.org'])
  expect(toTrainer?.about).toEqual(['ann@example.org'])
  expect(toTrainer?.text).toContain('<img src=x onerror=alert(1)>')
  const toldTrainer = `select html from outbox_messages where once_key like 'offer-other-days-trainer-%'`
  const [html] = await columnOf<string>(server, toldTrainer)
  expect(html).toContain('&lt;img src=x')
  expect(html).not.toContain('<img src=x')
  // Their own words are not sent back to them.
  expect(toClient?.text).not.toContain('onerror')
})

test('a moved and a canceled day update the same event, for both calendars', async () => {
  const { server, answer, request, trainerId, trainingId } = await acceptDay()
  const move = { day: dayIn(30), trainerId, reason: 'The room is taken.', version: 1 }
  expect((await request('POST', `/api/trainings/${trainingId}/reschedule`, move)).status).toBe(200)
  await answer({ action: 'cancel', message: 'Snow' }, '/change')
  const mails = (await readMails(server)).filter(({ calendar }) => calendar !== null)
  expect(mails.map(({ key, method }) => [key.replace(/-[\da-f-]{36}@.*/, ''), method])).toEqual([
    ['confirmation-0', 'REQUEST'],
    ['confirmation-trainer-0', 'REQUEST'],
    ['training-moved-1', 'REQUEST'],
    ['training-moved-trainer-1', 'REQUEST'],
    ['training-canceled-2', 'CANCEL'],
    ['training-canceled-trainer-2', 'CANCEL'],
  ])
  const events = mails.flatMap(({ calendar }) => readCalendar(calendar ?? '').events)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
  expect(events.map(({ sequence }) => sequence)).toEqual([0, 0, 1, 1, 2, 2])
  expect(mails[2]?.text).toContain('The room is taken.')
  expect(mails[4]?.text).not.toContain('Snow')
  expect(mails[5]?.text).toContain('Snow')
})

test('an offer with more time lists no day that has passed', async () => {
  const { server, request, id } = await sendOffer()
  await server.query(`update offers set days = '{${dayIn(-1)},${dayIn(21)}}'`)
  expect((await request('POST', `/api/offers/${id}/extend`, { validUntil: dayIn(18) })).status).toBe(200)
  const mail = (await readMails(server)).at(-1)
  expect(mail?.text).toContain(formatFullDay(dayIn(21)))
  expect(mail?.text).not.toContain(formatFullDay(dayIn(-1)))
})

test('a trainer who reads the mail of the organizer gets the day without an invitation', async () => {
  const office = await startTrainingOffice({ ...env, CONTACT_EMAIL: 'Office@example.org' })
  const { server, answer } = await acceptDay(office)
  await answer({ action: 'cancel', message: '' }, '/change')
  const mails = (await readMails(server)).filter(({ calendar }) => calendar !== null)
  expect(mails.map(({ to, method }) => [to, method])).toEqual([
    ['ann@example.org', 'REQUEST'],
    ['office@example.org', 'PUBLISH'],
    ['ann@example.org', 'CANCEL'],
    ['office@example.org', 'PUBLISH'],
  ])
  const [ofAnn, booked, , canceled] = mails.map(({ calendar }) => readCalendar(calendar ?? ''))
  const toNoOne = { uid: ofAnn?.events[0]?.uid, organizer: undefined, attendees: [] }
  expect(booked).toMatchObject({
    method: 'PUBLISH',
    events: [{ ...toNoOne, sequence: 0, status: 'CONFIRMED' }],
  })
  expect(canceled).toMatchObject({
    method: 'PUBLISH',
    events: [{ ...toNoOne, sequence: 1, status: 'CANCELLED' }],
  })
})

test('a day that only changes its trainer is not called a new day', async () => {
  const { server, request, trainerId, trainingId, addColleague } = await acceptDay()
  const uma = await addColleague('Uma')
  const move = { trainerId: uma, reason: 'Ann is ill.', version: 1 }
  const reschedule = (json: object) => request('POST', `/api/trainings/${trainingId}/reschedule`, json)
  await reschedule({ ...move, day: dayIn(21) })
  const [client, trainer] = (await readMails(server)).filter(({ key }) => key.startsWith('trainer-replaced'))
  expect(client).toMatchObject({ to: 'ann@example.org', subject: expect.stringContaining('A new trainer') })
  expect(client?.text).toContain('Uma will give your training. The day stays the same.')
  expect(client?.text).toContain('Ann is ill.')
  expect(trainer?.text).toContain('This training is yours now.')
  const movedTo = async () =>
    (await readMails(server)).find(({ key }) => key.startsWith('training-moved-trainer'))?.text
  expect(await movedTo()).toBeUndefined()
  await reschedule({ ...move, trainerId, day: dayIn(30), version: 2 })
  expect(await movedTo()).toContain('This training is yours now.')
})

/** An office whose trainings wait until someone has looked at them, as after a restore */
async function startPaused() {
  const office = await startTrainingOffice(env)
  await writeSetting(office.db, 'trainings_paused', { since: new Date().toISOString() })
  return office
}

test('after a restore emails wait until someone says go on', async () => {
  const { server, db } = await acceptDay(await startPaused())
  const mails = await readMails(server)
  expect(mails).toHaveLength(3)
  expect(mails.every(({ isHeld }) => isHeld)).toBe(true)
  // A click on "Try again" does not let one through.
  await server.query(`update outbox_messages set status = 'failed'`)
  await sendAgain(db, mails[1]?.id ?? 0, mailHooks)
  expect((await readMails(server))[1]).toMatchObject({ status: 'queued', isHeld: true })
  await resumeTrainings(db, { id: 1 })
  expect((await readMails(server))[1]).toMatchObject({ status: 'queued', isHeld: false })
})

test('the email of an offer that has ended is not sent again; the one that says so is', async () => {
  const { server, request, id } = await sendOffer()
  await request('POST', `/api/offers/${id}/withdraw`)
  await server.query(`update outbox_messages set status = 'failed'`)
  const [offer, withdrawn] = await readMails(server)
  const again = async (mail: Row | undefined) =>
    (await request('POST', `/api/outbox/${mail?.id ?? 0}/again`)).status
  expect(await again(offer)).toBe(409)
  expect(await again(withdrawn)).toBe(200)
  expect((await readMails(server)).map(({ status }) => status)).toEqual(['withdrawn', 'queued'])
})

test('an offer that ends before its email has gone out is not sent at all', async () => {
  const { server, db, request, id } = await sendOffer(await startPaused())
  await request('POST', `/api/offers/${id}/extend`, {})
  await request('POST', `/api/offers/${id}/withdraw`)
  await resumeTrainings(db, { id: 1 })
  expect((await readMails(server)).map(({ key, status }) => [key.replace(/-\d-.*/, ''), status])).toEqual([
    ['offer', 'withdrawn'],
    ['offer-extended', 'withdrawn'],
    ['offer-withdrawn', 'queued'],
  ])
})

test('a trainer is told at their own address, until their access ends', async () => {
  const { server, sendNew, respond, addColleague } = await startTrainingOffice(env)
  const byTom = { trainerId: await addColleague('tom') }
  const first = await sendNew(await addEntry(server), [dayIn(20)], byTom)
  await respond(first, { action: 'accept', day: dayIn(20) })
  expect((await readMails(server)).at(-1)?.to).toBe('tom@example.org')
  const second = await sendNew(await addEntry(server, 'bea@example.org'), [dayIn(21)], byTom)
  await server.query(`update users set disabled_at = now() where username = 'tom'`)
  await respond(second, { action: 'decline' })
  expect((await readMails(server)).at(-1)?.to).toBe('office@example.org')
})

test('a new trainer gets the day, the former one loses it, and the client hears who comes', async () => {
  const { server, sendNew, respond, request, addColleague } = await startTrainingOffice(env)
  const [tom, uma] = [await addColleague('Tom'), await addColleague('Uma')]
  const offer = await sendNew(await addEntry(server), [dayIn(20)], { trainerId: tom })
  await respond(offer, { action: 'accept', day: dayIn(20) })
  await request('POST', `/api/trainers/${tom}/replace`, { trainerId: uma })
  const news = (await readMails(server)).slice(-3)
  expect(news.map(({ to, method }) => [to, method])).toEqual([
    ['ann@example.org', 'REQUEST'],
    ['Uma@example.org', 'REQUEST'],
    ['Tom@example.org', 'CANCEL'],
  ])
  expect(news[0]?.text).toContain('Uma will give your training')
})

test('a new contact gets the day, the former one loses it, and a cancellation goes to who has it', async () => {
  const { server, request, saveTraining, trainingId } = await acceptDay()
  const update = async (change: object) => {
    const before = (await readMails(server)).length
    expect((await saveTraining(trainingId, change)).status).toBe(200)
    return (await readMails(server)).slice(before)
  }
  const told = (mails: Row[]) =>
    mails.map(({ to, method, key }) => [to, method, key.replace(/-\d+-[\da-f]{8}-.*/, '')])

  // The same address, written in another way, is no news.
  expect(await update({ contactEmail: 'ANN@example.org' })).toEqual([])
  const changed = await update({ contactName: 'Ben', contactEmail: 'ben@example.org' })
  expect(told(changed)).toEqual([
    ['ben@example.org', 'REQUEST', 'confirmation'],
    ['ANN@example.org', 'CANCEL', 'contact-released'],
  ])
  expect(changed[0]?.subject).toContain('is booked')
  // Ann can neither change the day any more, nor learns who else does.
  expect(`${changed[1]?.text} ${changed[1]?.calendar}`).not.toMatch(/Ben|\{\{link/)

  const moved = await update({ contactEmail: 'cy@example.org', place: 'Town hall' })
  expect(told(moved)).toEqual([
    ['cy@example.org', 'REQUEST', 'confirmation'],
    ['ben@example.org', 'CANCEL', 'contact-released'],
    ['office@example.org', 'REQUEST', 'training-changed-trainer'],
  ])
  await request('POST', `/api/trainings/${trainingId}/cancel`, { reason: '' })
  const [canceled] = told((await readMails(server)).slice(-2))
  expect(canceled).toEqual(['cy@example.org', 'CANCEL', 'training-canceled'])
})

test('clients never read a username: without a display name, they read that of the organization', async () => {
  const { server, answer, url } = await sendOffer()
  await server.query(`update users set display_name = null, username = 'root-user'`)
  const open = await (await server.send(url.pathname)).text()
  await answer({ action: 'accept', day: dayIn(21) })
  const file = await (await server.send(`${url.pathname}/training.ics`)).text()
  const mails = (await readMails(server)).filter(({ to }) => to === 'ann@example.org')
  const read = `${open} ${file} ${mails.map(({ text, calendar }) => `${text} ${calendar}`).join()}`
  expect(read).not.toContain('root-user')
  expect(mails.at(-1)?.text).toMatch(/Your trainer\s+Everyday AI/)
})

test('an offer that goes to a new trainer leaves none of its past days with the former one', async () => {
  const { server, ...office } = await startTrainingOffice(env)
  const uma = await office.addColleague('Uma')
  await office.sendNew(await addEntry(server), [dayIn(5), dayIn(20)])
  await passTrainingDays(server, 10)
  await office.request('POST', `/api/trainers/${office.trainerId}/replace`, { trainerId: uma })
  const days = await server.query('select trainer_id, day::text from trainer_days')
  expect(days).toEqual([{ trainer_id: uma, day: dayIn(10) }])
})

test('an email names what the client can still do on the page', async () => {
  const { server, db, sendNew, respond } = await startTrainingOffice(env)
  const terms = { cancelDays: 14, terms: 'Half is due' }
  const offer = await sendNew(await addEntry(server), [dayIn(20)], terms)
  await respond(offer, { action: 'accept', day: dayIn(20) })
  const [id = 0] = await columnOf<number>(server, 'select id from trainings')
  const readNewest = async () =>
    (await readMails(server)).findLast(({ to }) => to === 'ann@example.org')?.text.replaceAll(/\s+/g, ' ')
  expect(await readNewest()).toContain('to your calendar, ask for another day, or cancel.')
  await passTrainingDays(server, 17)
  await queueTrainingMails(db, deps, 'reminder-2', id)
  expect(await readNewest()).toContain('to your calendar or ask for another day.')
  await passTrainingDays(server, 5)
  await queueTrainingMails(db, deps, 'material', id)
  const after = await readNewest()
  expect(after).toContain('This is for you to keep')
  expect(after).not.toMatch(/On that page|cancel|Half is due|Bring laptops/)
})

test('when a person is deleted, only the trainer is told, without a word about the person', async () => {
  const { server, db, trainingId } = await acceptDay()
  await server.query(
    `update trainings set canceled_at = now(), canceled_by = 'server', sequence = sequence + 1`,
  )
  const before = (await readMails(server)).length
  for (const _twice of [1, 2]) await queueTrainingMails(db, deps, 'canceled', trainingId)
  const mails = (await readMails(server)).slice(before)
  expect(mails.map(({ to, method, about }) => [to, method, about])).toEqual([
    ['office@example.org', 'CANCEL', []],
  ])
  expect(`${mails[0]?.subject} ${mails[0]?.text} ${mails[0]?.calendar}`).not.toMatch(
    /Shop|Main Street|ann@example|laptops|555-0142/,
  )
})
