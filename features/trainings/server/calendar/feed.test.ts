import { expect, test } from 'vitest'
import { columnOf } from '../../../../tests/helpers/column-of.ts'
import { calendarFeedCreate, calendarFeedRead } from '../../../calendar/contract/calendar-feed.ts'
import { calendarPaths } from '../../../calendar/contract/calendar-paths.ts'
import { readCalendar } from '../../../calendar/testing/read-calendar.ts'
import { startTrainingOffice } from '../../testing/training-office.ts'
import { addEntry, dayIn } from '../../testing/trainings.ts'

async function openFeed() {
  const { server, ...office } = await startTrainingOffice({ TIME_ZONE: 'Europe/London' })
  const makeLink = async () => {
    const made = await office.request('POST', '/api/calendar/feed')
    expect(made.status).toBe(201)
    return new URL(calendarFeedCreate.response[201].parse(await made.json()).url).pathname
  }
  const hasLink = async () =>
    calendarFeedRead.response.parse(await (await office.request('GET', '/api/calendar/feed')).json()).hasLink
  return { server, ...office, makeLink, hasLink }
}

const readEvents = (text: string) => readCalendar(text).events

test('the feed shows booked and held days, with nothing about the client but organization and place', async () => {
  const { server, makeLink, book, sendNew, draft, request } = await openFeed()
  const training = await book(await addEntry(server), dayIn(20))
  await sendNew(await addEntry(server, 'bea@example.org'), [dayIn(30), dayIn(31)])
  const path = await makeLink()
  const response = await server.send(path)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await response.text()
  const events = readEvents(text)
  expect(events.map(({ summary, status }) => [summary, status])).toEqual([
    ['Training: Shop', 'CONFIRMED'],
    ['Held: Shop', 'TENTATIVE'],
    ['Held: Shop', 'TENTATIVE'],
  ])
  expect(events[0]?.location).toBe('Main Street 1')
  const londonTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/London' })
  expect(londonTime.format(new Date(events[0]?.start ?? ''))).toBe('09:00')
  expect(text.replaceAll('\r\n ', '')).not.toMatch(/Ann\b|example\.org|555-|\$900|\/offer\//)

  await request('POST', `/api/trainings/${training.id}/cancel`, { reason: '' })
  await draft(await addEntry(server, 'cy@example.org'), [dayIn(20)])
  const after = readEvents(await (await server.send(path)).text())
  expect(after.map(({ summary }) => summary)).toEqual(['Held: Shop', 'Held: Shop', 'Held: Shop'])
})

test('the feed shows days of travel, without the place', async () => {
  const { server, makeLink, book, saveTraining } = await openFeed()
  const { id } = await book(await addEntry(server), dayIn(20))
  await saveTraining(id, { travelBefore: 1 })
  const events = readEvents(await (await server.send(await makeLink())).text())
  expect(events.map(({ summary, location }) => [summary, location])).toEqual([
    ['Training: Shop', 'Main Street 1'],
    ['Travel: Shop', null],
  ])
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(2)
})

test('an app that has the current feed is told so, and nothing else may keep it', async () => {
  const { server, makeLink, book } = await openFeed()
  const path = await makeLink()
  const first = await server.send(path)
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  const again = await server.send(path, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  await book(await addEntry(server), dayIn(20))
  const changed = await server.send(path, { headers: { 'if-none-match': etag } })
  expect(changed.status).toBe(200)
  // It stays the same until something changes again.
  const newTag = changed.headers.get('etag') ?? ''
  expect((await server.send(path, { headers: { 'if-none-match': newTag } })).status).toBe(304)
})

test('a link is secret, replaced by a new one, turned off, and dead when access ends', async () => {
  const { server, makeLink, hasLink, request } = await openFeed()
  expect(await hasLink()).toBe(false)
  const first = await makeLink()
  const second = await makeLink()
  expect(await hasLink()).toBe(true)
  const status = async (path: string) => (await server.send(path)).status
  expect([await status(first), await status(second)]).toEqual([404, 200])
  const secret = second.split('/')[2]?.slice(0, 43)
  expect(JSON.stringify(await server.query('select * from users'))).not.toContain(secret)
  expect((await request('DELETE', '/api/calendar/feed')).status).toBe(204)
  expect((await request('DELETE', '/api/calendar/feed')).status).toBe(204)
  expect([await status(second), await hasLink()]).toEqual([404, false])
  expect(await status(calendarPaths.calendarFeed('x'))).toBe(404)

  const cookie = await server.signIn({ username: 'Tom', role: 'helper' })
  const made = await server.send('/api/calendar/feed', { method: 'POST', cookie })
  const third = new URL((await made.json()).url).pathname
  expect(await status(third)).toBe(200)
  await server.query(`update users set disabled_at = now() where username = 'Tom'`)
  expect(await status(third)).toBe(404)
  const actions = await columnOf<string>(server, 'select action from activity order by id')
  expect(actions.map((action) => action.replace('calendar-link-', ''))).toEqual([
    'made',
    'made',
    'revoked',
    'made',
  ])
})

test('a deleted person leaves the feed at once, and the day stays', async () => {
  const { server, makeLink, book, cookie } = await openFeed()
  await book(await addEntry(server), dayIn(20))
  await server.query('update trainings set day = current_date - 5')
  const path = await makeLink()
  await server.send('/api/people/waitlist/1', { method: 'DELETE', cookie })
  const events = readEvents(await (await server.send(path)).text())
  expect(events).toMatchObject([{ summary: 'Training', location: null }])
})

test('days of more than a year ago are left out', async () => {
  const { server, makeLink, book } = await openFeed()
  await book(await addEntry(server), dayIn(20))
  const path = await makeLink()
  const daysAgo = async (days: number) => {
    await server.query('update trainings set day = now()::date - $1::int', [days])
    return readEvents(await (await server.send(path)).text()).length
  }
  expect([await daysAgo(360), await daysAgo(370)]).toEqual([1, 0])
})
