import { expect, test } from 'vitest'
import { formatFullDay } from '../../../../core/contract/format-date.ts'
import { columnOf } from '../../../../tests/helpers/column-of.ts'
import type { TestServer } from '../../../../tests/helpers/test-server.ts'
import { sitePaths } from '../../../site/contract/site-paths.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import { startTrainingOffice } from '../../testing/training-office.ts'
import { addEntry, dayIn, offerFacts } from '../../testing/trainings.ts'
import { offerPage as words } from '../../words/offer.ts'

async function sendOffer(days = [dayIn(20), dayIn(21)], more: object = {}) {
  const { server, request, sendNew, respond } = await startTrainingOffice()
  const offer = await sendNew(await addEntry(server), days, more)
  const path = new URL(offer.link ?? '').pathname
  const open = async () => (await server.send(path)).text()
  const answer = (form: Record<string, string>) => respond(offer, form)
  const change = (form: Record<string, string>) => respond(offer, form, '/change')
  return { server, request, offer, id: offer.id, path, open, answer, change }
}

const readTables = (server: TestServer) =>
  server.query(`select (select jsonb_agg(offers order by id) from offers) as offers,
    (select jsonb_agg(trainings order by id) from trainings) as trainings,
    (select jsonb_agg(trainer_days order by day) from trainer_days) as days,
    (select jsonb_agg(once_key order by id) from outbox_messages) as mails`)

const readKeys = async (server: TestServer) =>
  (await columnOf<string>(server, 'select once_key from outbox_messages order by id')).map((key) =>
    key.replace(/-\d+-[\da-f-]{36}@everyday-ai$/, ''),
  )

test('opening the page, its file, or the address of a form changes nothing', async () => {
  const { server, path } = await sendOffer()
  const before = await readTables(server)
  const headers = { 'sec-purpose': 'prefetch', purpose: 'prefetch' }
  for (const end of ['', '/change', '/training.ics', `?action=accept&day=${dayIn(20)}`])
    for (const method of ['GET', 'HEAD']) await server.send(path + end, { method, headers })
  expect(await readTables(server)).toEqual(before)
  const page = await server.send(path)
  expect(page.status).toBe(200)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'same-origin',
  })
  const html = await page.text()
  expect(html).toContain(words.open.title)
  expect(html).not.toContain('<script')
})

test('a client accepts a day once, gets the file, asks for another day, and cancels', async () => {
  const { server, path, open, answer, change } = await sendOffer()
  const accepted = await answer({ action: 'accept', day: dayIn(21) })
  expect([accepted.status, accepted.headers.get('location')]).toEqual([303, path])
  expect((await answer({ action: 'accept', day: dayIn(21) })).status).toBe(303)
  expect(await open()).toContain(words.booked.title)
  const other = await answer({ action: 'accept', day: dayIn(20) })
  expect(other.status).toBe(409)
  expect(await other.text()).toContain(words.problems.booked)

  const file = await server.send(`${path}/training.ics`)
  expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="training.ics"')
  expect(await file.text()).toContain(`DTSTART:${dayIn(21).replaceAll('-', '')}T090000Z`)

  const empty = await change({ action: 'other-day', message: ' ' })
  expect(empty.status).toBe(422)
  expect(await empty.text()).toContain(words.otherDay.missing)
  for (const _twice of [1, 2])
    expect((await change({ action: 'other-day', message: 'A week later?' })).status).toBe(303)
  expect(await open()).toContain(words.booked.wished)
  for (const _twice of [1, 2])
    expect((await change({ action: 'cancel', message: 'Snow' })).headers.get('location')).toBe(path)
  const canceled = await open()
  expect(canceled).toContain(words.canceled.byClient(formatFullDay(dayIn(21))))
  expect(canceled).not.toContain('Snow')
  expect((await server.send(`${path}/training.ics`)).status).toBe(410)
  expect(await (await server.send(`${path}/change`)).text()).toContain(words.canceled.title)
  expect(await readKeys(server)).toEqual(['offer', 'confirmation', 'other-day-wished', 'training-canceled'])
})

test('a client accepts no offer but the one that they have read', async () => {
  const { server, request, offer, open, answer } = await sendOffer()
  const accept = (page: string) => {
    const [, sequence = ''] = /name="sequence" value="(\d+)"/.exec(page) ?? []
    return answer({ action: 'accept', day: dayIn(20), ...(sequence && { sequence }) })
  }
  const read = await open()
  const { id, trainerId, days, validUntil, version } = offer
  const corrected = {
    ...offerFacts,
    trainerId,
    days,
    validUntil,
    version,
    price: '$2,600',
    terms: 'No refund',
  }
  expect((await request('PUT', `/api/offers/${id}`, corrected)).status).toBe(200)
  // A page from before the field was in the form
  for (const old of [read, '']) {
    const refused = await accept(old)
    expect(refused.status).toBe(409)
    expect(await refused.text()).toMatch(new RegExp(`${words.problems.corrected}.*\\$2,600.*No refund`, 's'))
  }
  expect(await server.query('select id from trainings')).toEqual([])
  expect((await accept(await open())).status).toBe(303)
})

test('other days and "not now" are confirmed once, and what was typed survives a mistake', async () => {
  const { server, open, answer } = await sendOffer()
  const long = 'y'.repeat(2001)
  const tooLong = await answer({ action: 'other-days', message: long })
  expect(tooLong.status).toBe(422)
  expect(await tooLong.text()).toContain(long)
  const noDay = await answer({ action: 'accept' })
  expect(noDay.status).toBe(422)
  // The summary leads to the first day, and the error belongs to the group of days.
  const ties = 'href="#accept-field".*aria-describedby="accept-field-error".*id="accept-field-error">'
  expect(await noDay.text()).toMatch(new RegExp(ties + words.problems.noDay, 's'))
  const wrongDay = await answer({ action: 'accept', day: dayIn(22) })
  expect([wrongDay.status, (await wrongDay.text()).includes(words.problems.dayTaken)]).toEqual([409, true])
  expect((await answer({ action: 'cancel' })).status).toBe(400)
  expect((await answer({ action: 'accept', day: dayIn(20), evil: 'x' })).status).toBe(400)

  for (const _twice of [1, 2])
    expect((await answer({ action: 'other-days', message: 'Fridays <b>only</b>' })).status).toBe(303)
  expect(await open()).toContain('We’ll look for other days')
  for (const _twice of [1, 2]) expect((await answer({ action: 'decline' })).status).toBe(303)
  expect(await open()).toContain(words.ended.declined.title)
  expect(await readKeys(server)).toEqual(['offer', 'offer-other-days', 'offer-declined'])
})

test('a day that has passed, or that the office canceled, says so', async () => {
  const { server, open, answer, request } = await sendOffer()
  await answer({ action: 'accept', day: dayIn(20) })
  await server.query('update trainings set day = current_date')
  expect(await open()).toContain(words.booked.tooLate)
  await server.query('update trainings set day = current_date - 1')
  expect(await open()).toContain(words.ended.held.title)
  await server.query(`update trainings set day = '${dayIn(20)}'`)
  const [id = 0] = await columnOf<number>(server, 'select id from trainings')
  await request('POST', `/api/trainings/${id}/cancel`, { reason: 'The trainer is ill.' })
  const html = await open()
  expect(html).toContain(words.canceled.byUs(formatFullDay(dayIn(20))))
  expect(html).toContain('The trainer is ill.')
})

test('after the day, the page says what is paid and where to pay the rest', async () => {
  const payUrl = 'https://pay.example.org/rest'
  const { server, open, answer } = await sendOffer([dayIn(20)], { amount: 160_000, deposit: 40_000, payUrl })
  await answer({ action: 'accept', day: dayIn(20) })
  await server.query(`update trainings set held_at = now(), deposit_paid_on = '2026-11-24'`)
  const owing = await open()
  for (const text of ['$1,600', 'Deposit paid on Nov 24, 2026', `href="${payUrl}"`])
    expect(owing).toContain(text)
  expect(owing).not.toContain('Main Street 1')
  await server.query(`update trainings set paid_on = '2026-11-26'`)
  const paid = await open()
  expect(paid).toContain('Paid on Nov 26, 2026')
  expect(paid).not.toContain(payUrl)
})

test('without a free day, the page holds nothing for anyone and asks for other days', async () => {
  const { server, open } = await sendOffer()
  await server.query('delete from trainer_days')
  const html = await open()
  expect(html).toContain(words.open.titleNoneFree)
  expect(html).not.toContain(words.open.leadFor)
  expect(html).not.toContain(words.open.accept)
})

test('an offer that ended is gone, says what to do, and keeps what was typed', async () => {
  const { server, path, answer, request, id } = await sendOffer()
  await request('POST', `/api/offers/${id}/withdraw`)
  const page = await server.send(path)
  expect(page.status).toBe(410)
  const html = await page.text()
  for (const way of [sitePaths.contact, sitePaths.waitlist]) expect(html).toContain(`href="${way}"`)
  const late = await answer({ action: 'other-days', message: 'Fridays, please' })
  expect(late.status).toBe(410)
  const kept = await late.text()
  expect(kept).toContain('Fridays, please')
  expect(kept).toContain(words.problems.over)
  expect((await answer({ action: 'accept', day: dayIn(20) })).status).toBe(410)
})

test('an unknown link is not found, in every way it is used', async () => {
  const { server } = await sendOffer()
  const unknown = trainingPaths.offer('x'.repeat(43))
  const uses: [string, Record<string, string>?][] = [
    [''],
    ['/training.ics'],
    ['', { action: 'accept', day: dayIn(20) }],
    ['', { action: 'decline' }],
    ['/change', { action: 'cancel' }],
  ]
  for (const [end, form] of uses)
    expect((await server.send(unknown + end, form ? { form } : {})).status).toBe(404)
})

test('of many answers at the same time one wins, and the others are told what to do', async () => {
  const { server, answer } = await sendOffer()
  const days = [dayIn(20), dayIn(21)]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, number) => answer({ action: 'accept', day: days[number % 2] ?? '' })),
  )
  // A second answer with the same day shows the same success.
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(25).fill(303), ...Array(25).fill(409)])
  for (const refused of answers.filter(({ status }) => status === 409))
    expect(await refused.text()).toContain(words.problems.booked)
  expect(await server.query('select id from trainings')).toHaveLength(1)
  expect(await readKeys(server)).toEqual(['offer', 'confirmation'])
})

test('a program that sends too many answers has to wait, and loses nothing', async () => {
  const { answer } = await sendOffer()
  let last: Response | undefined
  for (let number = 0; number <= 100; number++) last = await answer({ action: 'other-days', message: '' })
  expect(last?.status).toBe(429)
  expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
  const limited = await answer({ action: 'other-days', message: 'Fridays, please' })
  expect(await limited.text()).toContain('Fridays, please')
})
