import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../../contracts/paths.ts'
import { formatTrainingDay } from '../../../contracts/training-time.ts'
import type { Training } from '../../../contracts/trainings.ts'
import { startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { originalSite } from '../../../tests/helpers/original-site.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { addEntry, dayIn, openTrainingOffice, passTrainingDays } from '../../../tests/helpers/trainings.ts'
import { type EmailView, renderMail } from '../../../web/emails/render-mail.tsx'
import { readConfig } from '../../config.ts'
import { writeSetting } from '../../db/settings.ts'
import { sendAgain } from '../../mail/outbox-list.ts'
import { mailHooks } from '../../mail-hooks.ts'
import { resumeTrainings } from '../pause.ts'
import { queueTrainingMails } from './queue-training-mail.ts'

const { api } = paths
const env = { TIME_ZONE: 'America/New_York', NOTIFY_EMAIL: 'office@example.org' }

async function sendOffer(server: TestServer) {
  const office = await openTrainingOffice(server)
  const { id, link } = await office.sendNew(await addEntry(server), [dayIn(20), dayIn(21)])
  const url = new URL(link ?? '')
  const answer = (form: Record<string, string>, path = url.pathname) => server.send(path, { form })
  return { ...office, id, url, answer }
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
  const server = await startTestServer({ env: { ...env, SMTP_URL: fake.url }, jobPause: 0.5 })
  const { answer, url } = await sendOffer(server)
  await answer({ action: 'accept', day: dayIn(21) })
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
    const calendar = new ICAL.Component(ICAL.parse(new TextDecoder().decode(part?.content as ArrayBuffer)))
    const component = calendar.getFirstSubcomponent('vevent')
    if (!component) throw new Error('there is no event')
    const event = new ICAL.Event(component)
    expect(event.sequence).toBe(0)
    expect(component.getFirstProperty('attendee')?.getFirstValue()).toBe(`MAILTO:${email}`)
    expect(event.uid).toMatch(/^[\da-f-]{36}@everyday-ai$/)
    if (mail === confirmation) expect(event.description).toContain(url.href)
    else expect(event.description).not.toContain(url.pathname)
  }
  expect(confirmation?.text).toContain(url.href)
  expect(confirmation?.text).toMatch(/\w+day, \w+ \d+, \d{4}, 9:00 AM to 4:00 PM Eastern Time/)
  expect(notice?.text).not.toContain(url.pathname)
  // Nothing in the database shows the link.
  const stored = await server.query('select text, html, calendar from outbox_messages')
  expect(JSON.stringify(stored)).not.toContain(url.pathname)
})

test('the file of an email has its event, with the link in it', async () => {
  const server = await startTestServer({ env })
  const { answer, url, request } = await sendOffer(server)
  await answer({ action: 'accept', day: dayIn(21) })
  const mail = (await readMails(server)).find(({ key }) => key.startsWith('confirmation-0-'))
  const file = await request('GET', api.outboxFile(mail?.id ?? 0))
  const parsed = await PostalMime.parse(await file.arrayBuffer())
  const part = parsed.attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  // The parser turns line ends into \n.
  const text = new TextDecoder().decode(part?.content as ArrayBuffer)
  expect(text.replaceAll('\n ', '')).toContain(url.href)
  for (const line of text.split('\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('what a client writes reaches the trainer escaped, and goes with the client', async () => {
  const server = await startTestServer({ env })
  const { answer } = await sendOffer(server)
  const hostile = '<img src=x onerror=alert(1)>\r\nBcc: evil@example.org\n{{link}}'
  await answer({ action: 'other-days', message: hostile })
  const [, toClient, toTrainer] = await readMails(server)
  expect([toClient?.to, toTrainer?.to]).toEqual(['ann@example.org', 'office@example.org'])
  expect(toTrainer?.about).toEqual(['ann@example.org'])
  expect(toTrainer?.text).toContain('<img src=x onerror=alert(1)>')
  const [{ html } = { html: '' }] = await server.query<{ html: string }>(
    `select html from outbox_messages where once_key like 'offer-other-days-trainer-%'`,
  )
  expect(html).toContain('&lt;img src=x')
  expect(html).not.toContain('<img src=x')
  // Their own words are not sent back to them.
  expect(toClient?.text).not.toContain('onerror')
})

test('a moved and a canceled day update the same event, for both calendars', async () => {
  const server = await startTestServer({ env })
  const { answer, request, trainerId, url } = await sendOffer(server)
  await answer({ action: 'accept', day: dayIn(21) })
  const [training] = await server.query<{ id: number; version: number }>('select id, version from trainings')
  const moved = await request('POST', api.trainingReschedule(training?.id ?? 0), {
    day: dayIn(30),
    trainerId,
    reason: 'The room is taken.',
    version: training?.version,
  })
  expect(moved.status).toBe(200)
  await answer({ action: 'cancel', message: 'Snow' }, `${url.pathname}/change`)
  const mails = (await readMails(server)).filter(({ calendar }) => calendar !== null)
  expect(mails.map(({ key, method }) => [key.replace(/-[\da-f-]{36}@.*/, ''), method])).toEqual([
    ['confirmation-0', 'REQUEST'],
    ['confirmation-trainer-0', 'REQUEST'],
    ['training-moved-1', 'REQUEST'],
    ['training-moved-trainer-1', 'REQUEST'],
    ['training-canceled-2', 'CANCEL'],
    ['training-canceled-trainer-2', 'CANCEL'],
  ])
  const facts = mails.map(({ calendar }) => {
    const component = new ICAL.Component(ICAL.parse(calendar ?? '')).getFirstSubcomponent('vevent')
    return [component?.getFirstPropertyValue('uid'), component?.getFirstPropertyValue('sequence')]
  })
  expect(new Set(facts.map(([uid]) => uid)).size).toBe(1)
  expect(facts.map(([, sequence]) => sequence)).toEqual([0, 0, 1, 1, 2, 2])
  expect(mails[2]?.text).toContain('The room is taken.')
  expect(mails[4]?.text).not.toContain('Snow')
  expect(mails[5]?.text).toContain('Snow')
})

test('an offer with more time lists no day that has passed', async () => {
  const server = await startTestServer({ env })
  const { request, id } = await sendOffer(server)
  await server.query(`update offers set days = '{${dayIn(-1)},${dayIn(21)}}'`)
  expect((await request('POST', api.offerExtend(id), { validUntil: dayIn(18) })).status).toBe(200)
  const mail = (await readMails(server)).at(-1)
  expect(mail?.text).toContain(formatTrainingDay(dayIn(21)))
  expect(mail?.text).not.toContain(formatTrainingDay(dayIn(-1)))
})

test('a trainer who reads the mail of the organizer gets the day without an invitation', async () => {
  const server = await startTestServer({ env: { ...env, CONTACT_EMAIL: 'Office@example.org' } })
  const { answer, url } = await sendOffer(server)
  await answer({ action: 'accept', day: dayIn(21) })
  await answer({ action: 'cancel', message: '' }, `${url.pathname}/change`)
  const mails = (await readMails(server)).filter(({ calendar }) => calendar !== null)
  expect(mails.map(({ to, method }) => [to, method])).toEqual([
    ['ann@example.org', 'REQUEST'],
    ['office@example.org', 'PUBLISH'],
    ['ann@example.org', 'CANCEL'],
    ['office@example.org', 'PUBLISH'],
  ])
  const read = (mail: Row | undefined) => {
    const calendar = new ICAL.Component(ICAL.parse(mail?.calendar ?? ''))
    const component = calendar.getFirstSubcomponent('vevent')
    const [uid, sequence, status] = ['uid', 'sequence', 'status'].map((name) =>
      component?.getFirstPropertyValue(name),
    )
    const names = component?.getAllProperties().map(({ name }) => name) ?? []
    return {
      method: calendar.getFirstPropertyValue('method'),
      uid,
      sequence,
      status,
      isForPeople: names.includes('organizer') || names.includes('attendee'),
    }
  }
  const { uid } = read(mails[0])
  expect([read(mails[1]), read(mails[3])]).toEqual([
    { method: 'PUBLISH', uid, sequence: 0, status: 'CONFIRMED', isForPeople: false },
    { method: 'PUBLISH', uid, sequence: 1, status: 'CANCELLED', isForPeople: false },
  ])
})

test('a day that only changes its trainer is not called a new day', async () => {
  const server = await startTestServer({ env })
  const { answer, request, trainerId } = await sendOffer(server)
  await answer({ action: 'accept', day: dayIn(21) })
  await server.signIn({ username: 'Uma', role: 'editor' })
  const [uma] = await server.query<{ id: number }>(
    `update users set display_name = username where username = 'Uma' returning id`,
  )
  const [training] = await server.query<{ id: number; version: number }>('select id, version from trainings')
  const move = { trainerId: uma?.id, reason: 'Ann is ill.', version: training?.version }
  const reschedule = (json: object) => request('POST', api.trainingReschedule(training?.id ?? 0), json)
  await reschedule({ ...move, day: dayIn(21) })
  const [client, trainer] = (await readMails(server)).filter(({ key }) => key.startsWith('trainer-replaced'))
  expect(client).toMatchObject({ to: 'ann@example.org', subject: expect.stringContaining('A new trainer') })
  expect(client?.text).toContain('Uma will give your training. The day stays the same.')
  expect(client?.text).toContain('Ann is ill.')
  expect(trainer?.text).toContain('This training is yours now.')
  const movedTo = async () =>
    (await readMails(server)).find(({ key }) => key.startsWith('training-moved-trainer'))?.text
  expect(await movedTo()).toBeUndefined()
  await reschedule({ ...move, trainerId, day: dayIn(30), version: (training?.version ?? 0) + 1 })
  expect(await movedTo()).toContain('This training is yours now.')
})

test('after a restore emails wait until someone says go on', async () => {
  const server = await startTestServer({ env })
  const { db } = server.instance
  await writeSetting(db, 'trainings_paused', { since: new Date().toISOString() })
  const { answer } = await sendOffer(server)
  await answer({ action: 'accept', day: dayIn(21) })
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
  const server = await startTestServer({ env })
  const { request, id } = await sendOffer(server)
  await request('POST', api.offerWithdraw(id))
  await server.query(`update outbox_messages set status = 'failed'`)
  const [offer, withdrawn] = await readMails(server)
  const again = async (mail: Row | undefined) =>
    (await request('POST', api.outboxAgain(mail?.id ?? 0))).status
  expect(await again(offer)).toBe(409)
  expect(await again(withdrawn)).toBe(200)
  expect((await readMails(server)).map(({ status }) => status)).toEqual(['withdrawn', 'queued'])
})

test('an offer that ends before its email has gone out is not sent at all', async () => {
  const server = await startTestServer({ env })
  const { db } = server.instance
  await writeSetting(db, 'trainings_paused', { since: new Date().toISOString() })
  const { request, id } = await sendOffer(server)
  await request('POST', api.offerExtend(id), {})
  await request('POST', api.offerWithdraw(id))
  await resumeTrainings(db, { id: 1 })
  expect((await readMails(server)).map(({ key, status }) => [key.replace(/-\d-.*/, ''), status])).toEqual([
    ['offer', 'withdrawn'],
    ['offer-extended', 'withdrawn'],
    ['offer-withdrawn', 'queued'],
  ])
})

test('a trainer is told at their own address, until their access ends', async () => {
  const server = await startTestServer({ env })
  const office = await openTrainingOffice(server)
  await server.signIn({ username: 'Tom', role: 'editor' })
  const [tom] = await server.query<{ id: number }>(
    `update users set email = 'tom@example.org' where username = 'Tom' returning id`,
  )
  const accept = async (email: string, day: string) => {
    const { link } = await office.sendNew(await addEntry(server, email), [day], { trainerId: tom?.id })
    await server.send(new URL(link ?? '').pathname, { form: { action: 'accept', day } })
    return (await readMails(server)).at(-1)?.to
  }
  expect(await accept('ann@example.org', dayIn(20))).toBe('tom@example.org')
  const { link } = await office.sendNew(await addEntry(server, 'bea@example.org'), [dayIn(21)], {
    trainerId: tom?.id,
  })
  await server.query(`update users set disabled_at = now() where username = 'Tom'`)
  await server.send(new URL(link ?? '').pathname, { form: { action: 'decline' } })
  expect((await readMails(server)).at(-1)?.to).toBe('office@example.org')
})

test('a new trainer gets the day, the former one loses it, and the client hears who comes', async () => {
  const server = await startTestServer({ env })
  const office = await openTrainingOffice(server)
  const addTrainer = async (username: string) => {
    await server.signIn({ username, role: 'editor' })
    const [user] = await server.query<{ id: number }>(
      `update users set email = username || '@example.org', display_name = username
       where username = $1 returning id`,
      [username],
    )
    return user?.id ?? 0
  }
  const [tom, uma] = [await addTrainer('Tom'), await addTrainer('Uma')]
  const { link } = await office.sendNew(await addEntry(server), [dayIn(20)], { trainerId: tom })
  await server.send(new URL(link ?? '').pathname, { form: { action: 'accept', day: dayIn(20) } })
  await office.request('POST', api.trainerReplace(tom), { trainerId: uma })
  const news = (await readMails(server)).slice(-3)
  expect(news.map(({ to, method }) => [to, method])).toEqual([
    ['ann@example.org', 'REQUEST'],
    ['Uma@example.org', 'REQUEST'],
    ['Tom@example.org', 'CANCEL'],
  ])
  expect(news[0]?.text).toContain('Uma will give your training')
})

test('a new contact gets the day, the former one loses it, and a cancellation goes to who has it', async () => {
  const server = await startTestServer({ env })
  const { answer, request } = await sendOffer(server)
  await answer({ action: 'accept', day: dayIn(21) })
  const [row] = await server.query<{ id: number }>('select id from trainings')
  const id = row?.id ?? 0
  const update = async (change: object) => {
    const training: Training = await (await request('GET', api.training(id))).json()
    const { startsAt, endsAt, format, place, topics, headCount, contactName, contactPhone, version } =
      training
    const facts = { startsAt, endsAt, format, place, topics, headCount, contactName, contactPhone, version }
    const before = (await readMails(server)).length
    const response = await request('PUT', api.training(id), { ...facts, ...change })
    expect(response.status).toBe(200)
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
  await request('POST', api.trainingCancel(id), { reason: '' })
  expect(told((await readMails(server)).slice(-2))[0]).toEqual([
    'cy@example.org',
    'CANCEL',
    'training-canceled',
  ])
})

test('clients never read a username: without a display name, they read that of the organization', async () => {
  const server = await startTestServer({ env })
  const { answer, url } = await sendOffer(server)
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
  const server = await startTestServer({ env })
  const office = await openTrainingOffice(server)
  await server.signIn({ username: 'Uma', role: 'editor' })
  const [uma] = await server.query<{ id: number }>(`select id from users where username = 'Uma'`)
  await office.sendNew(await addEntry(server), [dayIn(5), dayIn(20)])
  await passTrainingDays(server, 10)
  await office.request('POST', api.trainerReplace(office.trainerId), { trainerId: uma?.id })
  expect(await server.query('select trainer_id, day::text from trainer_days')).toEqual([
    { trainer_id: uma?.id, day: dayIn(10) },
  ])
})

test('when a person is deleted, only the trainer is told, without a word about the person', async () => {
  const server = await startTestServer({ env })
  const { db } = server.instance
  const { answer } = await sendOffer(server)
  await answer({ action: 'accept', day: dayIn(21) })
  const [training] = await server.query<{ id: number }>(
    `update trainings set canceled_at = now(), canceled_by = 'server', sequence = sequence + 1 returning id`,
  )
  const before = (await readMails(server)).length
  const deps = {
    config: readConfig(env, '/nowhere'),
    writeEmail: (view: EmailView) => renderMail(view, originalSite('http://everyday.test')),
  }
  for (const _twice of [1, 2]) await queueTrainingMails(db, deps, 'canceled', training?.id ?? 0)
  const mails = (await readMails(server)).slice(before)
  expect(mails.map(({ to, method, about }) => [to, method, about])).toEqual([
    ['office@example.org', 'CANCEL', []],
  ])
  expect(`${mails[0]?.subject} ${mails[0]?.text} ${mails[0]?.calendar}`).not.toMatch(
    /Shop|Main Street|ann@example|laptops|555-0142/,
  )
})
