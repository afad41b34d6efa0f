import { expect, test } from 'vitest'
import { writeSetting } from '../../../core/server/db/settings.ts'
import { columnOf } from '../../../tests/helpers/column-of.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { dayFromNow } from '../../calendar/testing/calendar.ts'
import { askNow, came, feedbackPathOf, gatheringOf, holdGathering, numberOf } from '../testing/gatherings.ts'
import { feedbackPage as words } from '../words/follow-up.ts'
import { feedbackMailHooks, withdrawQuestions } from './ask-for-feedback.ts'
import { markAttendance, saveGathering } from './gatherings.ts'

type Asked = { to: string; id: string; text: string }
const asked = ({ query }: TestServer) =>
  query<Asked>(
    `select recipient as to, message_id as id, text from outbox_messages where kind = 'feedback' order by recipient`,
  )
const answersOf = ({ query }: TestServer) =>
  query('select rating, best, better, answered_at is not null as "isAnswered" from attendees order by id')
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ')

test('everyone who came and has an address is asked once, with a link to their certificate', async () => {
  const server = await startTestServer()
  const marks = [came('Ann'), came('Bea'), came('Guest', { email: '' }), came('Di', { came: false })]
  await holdGathering(server, marks, { day: '2027-03-04' })
  await server.query(`update attendees set withdrawn_at = now() where name = 'Bea'`)
  await Promise.all([askNow(server), askNow(server)])
  await askNow(server)
  const mails = await asked(server)
  expect(mails.map(({ to }) => to)).toEqual(['ann@example.org', 'bea@example.org'])
  expect(new Set(mails.map(({ id }) => id)).size).toBe(2)
  const certificateUrl = `http://everyday.test/certificates/${await numberOf(server, 'Ann')}`
  expect(mails.map(({ text }) => JSON.parse(text))).toEqual([
    expect.objectContaining({ title: 'AI for church offices', day: '2027-03-04', certificateUrl }),
    expect.objectContaining({ certificateUrl: '' }),
  ])
})

test('no one is asked too early, more than three days late, or about a day that was canceled or has no questions', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  for (const [name, askAt] of [
    ['Early', `now() + interval '1 minute'`],
    ['Late', `now() - interval '3 days 1 minute'`],
    ['Just', `now() - interval '2 days 23 hours'`],
  ]) {
    const uid = await holdGathering(server, [came(name ?? '')])
    await server.query(`update gatherings set ask_at = ${askAt} where uid = $1`, [uid])
  }
  const canceled = gatheringOf({ day: dayFromNow(-1) })
  await holdGathering(server, [came('Canceled')], canceled)
  await saveGathering(db, { ...canceled, isHeld: false })
  const silent = await holdGathering(server, [came('Silent')])
  await server.query('update gatherings set ask_at = null where uid = $1', [silent])
  await askNow(server)
  expect((await asked(server)).map(({ to }) => to)).toEqual(['just@example.org'])
})

test('a person answers without account or script, and can change the answers for 14 days', async () => {
  const server = await startTestServer()
  await holdGathering(server, [came('Ann'), came('Bea')], { day: dayFromNow(-14) })
  const path = await feedbackPathOf(server, 'Ann')
  const html = await (await server.send(path)).text()
  expect(html).not.toContain('<script')
  for (const label of Object.values(words.labels)) expect(html).toContain(label)
  expect(textOf(html)).toContain(words.names)
  const send = (form: Record<string, string>) => server.send(path, { form })
  const first = await send({ rating: '4', best: ' The exercise <b> ', better: '' })
  expect([first.status, first.headers.get('location')]).toEqual([303, `${path}?sent=1`])
  const saved = await server.send(`${path}?sent=1`)
  expect(saved.headers.get('cache-control')).toBe('no-store')
  expect(saved.headers.get('x-robots-tag')).toBe('noindex')
  const again = await saved.text()
  expect(again).toContain(words.saved)
  expect(again).toContain('The exercise &lt;b&gt;')
  expect(again).toContain(words.change)
  expect((await send({ rating: '5', best: 'Everything', better: 'More time' })).status).toBe(303)
  expect(await answersOf(server)).toEqual([
    { rating: 5, best: 'Everything', better: 'More time', isAnswered: true },
    { rating: null, best: '', better: '', isAnswered: false },
  ])
  await server.query('update gatherings set day = day - 1')
  expect((await send({ rating: '1', best: '', better: '' })).status).toBe(409)
  const closed = await server.send(path)
  expect(closed.status).toBe(200)
  expect(await closed.text()).toContain(words.closed.lead)
  expect(await answersOf(server)).toMatchObject([{ rating: 5 }, { rating: null }])
})

test.each<[string, Record<string, string>, string]>([
  ['no rating', { best: 'The exercise' }, 'Choose one of these.'],
  ['a rating of 6', { rating: '6' }, 'Choose one of these.'],
  ['half a rating', { rating: '1.5' }, 'Choose one of these.'],
  ['a novel', { rating: '3', best: 'x'.repeat(2001) }, 'Keep this to 2,000 characters or fewer.'],
])('%s is refused, with what was typed', async (_what, form, message) => {
  const server = await startTestServer()
  await holdGathering(server)
  const response = await server.send(await feedbackPathOf(server, 'Ann'), { form })
  expect(response.status).toBe(422)
  const html = await response.text()
  expect(html).toContain(message)
  if (form.best) expect(html).toContain(form.best)
  expect(await answersOf(server)).toMatchObject([{ isAnswered: false }])
})

test('an unknown link is not found, one of someone who did not come is closed, and other fields are refused', async () => {
  const server = await startTestServer()
  const uid = await holdGathering(server)
  const path = await feedbackPathOf(server, 'Ann')
  for (const options of [{}, { form: { rating: '3' } }]) {
    const response = await server.send('/feedback/unknown', options)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain(words.unknown.title)
  }
  expect((await server.send(path, { form: { rating: '3', name: 'x' } })).status).toBe(400)
  await markAttendance(server.instance.db, uid, [came('Ann', { came: false })])
  expect((await server.send(path, { form: { rating: '3' } })).status).toBe(409)
  expect(await (await server.send(path)).text()).toContain(words.closed.title)
})

test('no one is asked about days of a feature that is switched off, nor later about those that are long past', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  const statuses = () =>
    columnOf(server, `select recipient || ' ' || status from outbox_messages order by recipient`)
  await holdGathering(server, [came('Ann'), came('Sent')])
  await holdGathering(server, [came('Other')], { feature: 'other' })
  await askNow(server)
  await server.query(`update outbox_messages set status = 'sent' where recipient like 'sent%'`)
  await writeSetting(db, 'features_off', ['days'])
  await withdrawQuestions(db, 'days')
  const before = ['ann@example.org withdrawn', 'other@example.org queued', 'sent@example.org sent']
  expect(await statuses()).toEqual(before)
  const [id = 0] = await columnOf<number>(
    server,
    `select id from outbox_messages where recipient like 'ann%'`,
  )
  const hold = () => feedbackMailHooks.feedback?.beforeResend?.(db, id)
  expect(await hold()).toHaveProperty('withdraw')
  for (const [name, past] of [
    ['Bea', '2 days'],
    ['Cy', '3 days 1 minute'],
  ] as const) {
    const uid = await holdGathering(server, [came(name)])
    await server.query('update gatherings set ask_at = now() - $2::interval where uid = $1', [uid, past])
  }
  await askNow(server)
  expect(await statuses()).toEqual(before)
  await writeSetting(db, 'features_off', [])
  await askNow(server)
  expect(await statuses()).toEqual([before[0], 'bea@example.org queued', ...before.slice(1)])
  expect(await hold()).toBeUndefined()
})

test('more people than fit one transaction are asked in one run', async () => {
  const server = await startTestServer()
  await holdGathering(
    server,
    Array.from({ length: 120 }, (_, number) => came(`P${number}`)),
  )
  await askNow(server)
  expect(new Set((await asked(server)).map(({ to }) => to)).size).toBe(120)
})

test('questions that can’t be answered any more don’t go out', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  const uid = await holdGathering(server)
  await askNow(server)
  const [id = 0] = await columnOf<number>(server, 'select id from outbox_messages')
  const hold = () => feedbackMailHooks.feedback?.beforeResend?.(db, id)
  expect(await hold()).toBeUndefined()
  await markAttendance(db, uid, [came('Ann', { came: false })])
  expect(await hold()).toEqual({ withdraw: 'These questions can’t be answered any more.' })
})
