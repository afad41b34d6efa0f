import { expect, test } from 'vitest'
import { dayFromNow } from '../../calendar/testing/calendar.ts'
import { eventPaths } from '../contract/event-paths.ts'
import type { Event } from '../contract/events.ts'
import { eventFacts, partyOf, startEventOffice } from '../testing/event-office.ts'

test('a date is a draft with an address from its title and day, until it is published', async () => {
  const { server, draft, request, respond, save } = await startEventOffice()
  const day = dayFromNow(21)
  const first = await draft()
  expect(first).toMatchObject({ status: 'draft', slug: `ai-for-church-offices-${day}`, taken: 0, came: 0 })
  const second = await draft()
  expect(second.slug).toBe(`ai-for-church-offices-${day}-2`)
  const renamed: Event = await (await save(second.id, { title: 'Ünïcode & more' })).json()
  expect(renamed.slug).toBe(`unicode-more-${day}`)

  const published = await respond<Event>('POST', `/api/events/${second.id}/publish`)
  expect(published).toMatchObject({ status: 'published', publishedAt: expect.any(String) })
  const kept: Event = await (await save(second.id, { title: 'Another title' })).json()
  expect(kept).toMatchObject({ title: 'Another title', slug: renamed.slug })
  // A second click changes nothing.
  expect((await respond<Event>('POST', `/api/events/${second.id}/publish`)).version).toBe(kept.version)

  expect((await request('DELETE', `/api/events/${second.id}`)).status).toBe(409)
  expect((await request('DELETE', `/api/events/${first.id}`)).status).toBe(204)
  expect((await request('GET', `/api/events/${first.id}`)).status).toBe(404)
  const [gathering] = await server.query('select title, is_held from gatherings')
  expect(gathering).toEqual({ title: 'Another title', is_held: true })
})

test('a text is cleaned, and a date has only what its format has', async () => {
  const { draft, server } = await startEventOffice()
  const online = await draft({
    content: '<p onclick="x()">Hi<script>alert(1)</script></p>',
    format: 'online',
    onlineUrl: 'https://meet.example/1',
  })
  expect(online).toMatchObject({ content: '<p>Hi</p>', place: '', onlineUrl: 'https://meet.example/1' })
  expect(await draft({ onlineUrl: 'https://meet.example/1' })).toMatchObject({ onlineUrl: '' })
  await server.query(
    `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at)
     values (repeat('ab', 16), 'a.jpg', 'image/jpeg', 1, '{1600}', 1600, 900, '', '#fff', now())`,
  )
  const picture = `/media/${'ab'.repeat(16)}-1600`
  expect((await draft({ picture })).picture).toBe(picture)
})

test.each([
  ['a picture of another site', { picture: 'https://example.org/x.jpg' }, 422],
  ['a picture that is gone', { picture: `/media/${'cd'.repeat(16)}-1600` }, 422],
  ['no title', { title: ' ' }, 400],
  ['an end before the start', { endsAt: '08:00' }, 400],
  ['an address that is not https', { format: 'online', onlineUrl: 'http://x.example' }, 400],
  ['no seat', { seats: 0 }, 400],
  ['an unknown trainer', { trainerId: 99 }, 422],
])('%s is refused', async (_what, change, status) => {
  const { request } = await startEventOffice()
  expect((await request('POST', '/api/events', { ...eventFacts, ...change })).status).toBe(status)
})

test('a date that people could not find is not published, and neither is one that is over', async () => {
  const { draft, request } = await startEventOffice()
  for (const [change, words] of [
    [{ place: '' }, 'place'],
    [{ format: 'online', onlineUrl: '' }, 'link'],
    [{ day: dayFromNow(-2) }, 'over'],
  ] as const) {
    const { id } = await draft(change)
    const refused = await request('POST', `/api/events/${id}/publish`)
    expect(refused.status).toBe(409)
    expect((await refused.json()).detail).toContain(words)
  }
})

test('of two saves, the second one is refused with the date as it is now', async () => {
  const { draft, save } = await startEventOffice()
  const { id, version } = await draft()
  expect((await save(id, { title: 'First' })).status).toBe(200)
  const refused = await save(id, { title: 'Second', version })
  expect(refused.status).toBe(409)
  expect((await refused.json()).current).toMatchObject({ title: 'First', version: version + 1 })
})

test('seats can become more, but not fewer than are taken', async () => {
  const { publish, add, save, read, mails } = await startEventOffice()
  const { id } = await publish({ seats: 2 })
  await add(id, partyOf('Ann', { party: 2 }))
  await add(id, partyOf('Bob'))
  expect(await read(id)).toMatchObject({ taken: 2, waiting: 1, waitingSeats: 1 })
  const refused = await save(id, { seats: 1 })
  expect(refused.status).toBe(422)
  expect((await refused.json()).detail).toBe(
    '2 seats are taken. Enter 2 or more, or cancel registrations first.',
  )
  expect((await save(id, { seats: 3 })).status).toBe(200)
  expect(await read(id)).toMatchObject({ taken: 3, waiting: 0 })
  expect((await save(id, { seats: null })).status).toBe(200)
  expect(await mails()).toEqual(['registered ann', 'waiting bob', 'seat bob'])
})

test('a change of day, hours, or place is told to all, and a new link only to who is registered', async () => {
  const { publish, add, save, mails, server } = await startEventOffice()
  const { id } = await publish({ seats: 1, format: 'online', onlineUrl: 'https://meet.example/1' })
  await add(id, partyOf('Ann'))
  await add(id, partyOf('Bob'))
  await save(id, { title: 'A better title', price: 'Tea included' })
  await save(id, { onlineUrl: 'https://meet.example/2' })
  await save(id, { day: dayFromNow(22), startsAt: '10:00' })
  expect((await mails()).slice(2)).toEqual(['changed ann', 'changed ann', 'changed bob'])
  const [{ text = '', calendar = '' } = {}] = await server.query<{ text: string; calendar: string }>(
    `select text, calendar from outbox_messages where recipient like 'ann%' order by id desc limit 1`,
  )
  expect(text).toContain('We’ve changed the day and time.')
  expect(text).toContain('https://meet.example/2')
  expect(calendar).toMatch(/METHOD:REQUEST[\s\S]*SEQUENCE:2/)
  const refused = await save(id, { day: dayFromNow(-1) })
  expect(refused.status).toBe(422)
})

test('a cancellation is told to all, once, and removes the date from calendars', async () => {
  const { publish, add, respond, request, mails, server, save } = await startEventOffice()
  const { id } = await publish({ seats: 1 })
  await add(id, partyOf('Ann'))
  await add(id, partyOf('Bob'))
  for (let click = 0; click < 2; click++)
    expect(
      await respond<Event>('POST', `/api/events/${id}/cancel`, { reason: 'The heating broke.' }),
    ).toMatchObject({
      status: 'canceled',
      cancelReason: 'The heating broke.',
    })
  expect((await mails()).slice(2)).toEqual(['canceled ann', 'canceled bob'])
  const rows = await server.query<{ about: string; status: string; text: string; calendar: string | null }>(
    `select event_mails.about, status, text, calendar from event_mails join outbox_messages on id = event_mails.message_id order by id`,
  )
  // What was not sent yet is not true any more.
  expect(rows.map(({ status }) => status)).toEqual(['withdrawn', 'withdrawn', 'queued', 'queued'])
  expect(rows[2]?.text).toContain('The heating broke.')
  expect(rows[2]?.calendar).toMatch(/METHOD:CANCEL[\s\S]*STATUS:CANCELLED/)
  expect(rows[3]?.calendar).toBeNull()
  expect((await save(id, { title: 'New' })).status).toBe(409)
  expect((await request('POST', `/api/events/${id}/publish`)).status).toBe(409)
  expect((await request('POST', `/api/events/${id}/registrations`, partyOf('Cy'))).status).toBe(409)
  expect(await server.query('select is_held from gatherings')).toEqual([{ is_held: false }])
})

test('a copy is a draft on another day, without registrations', async () => {
  const { publish, add, respond } = await startEventOffice()
  const { id } = await publish({ registerUntil: dayFromNow(20) })
  await add(id, partyOf('Ann'))
  const day = dayFromNow(51)
  const copy = await respond<Event>('POST', `/api/events/${id}/copy`, { day })
  expect(copy).toMatchObject({ ...eventFacts, status: 'draft', day, registerUntil: dayFromNow(50), taken: 0 })
  expect(copy.id).not.toBe(id)
})

test('coming dates are listed by day, with drafts and canceled ones, and past ones from the latest day', async () => {
  const { draft, publish, request, respond, server } = await startEventOffice()
  const days = [30, 10, 20]
  for (const days_ of days) await draft({ day: dayFromNow(days_), title: `In ${days_}` })
  const { id } = await publish({ day: dayFromNow(15), title: 'Canceled' })
  await respond('POST', `/api/events/${id}/cancel`, { reason: '' })
  for (const before of [3, 1])
    await server.query(
      `insert into events (slug, status, kind, title, day, starts_at, ends_at, time_zone, format)
       values ($1, 'draft', 'workshop', $1, current_date - $2::int, '09:00', '10:00', 'UTC', 'online')`,
      [`past-${before}`, before],
    )
  const response = await request('GET', '/api/events?limit=3')
  expect(((await response.json()) as Event[]).map(({ title }) => title)).toEqual([
    'In 10',
    'Canceled',
    'In 20',
  ])
  expect(response.headers.get('x-total-count')).toBe('4')
  const next = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
  expect((await respond<Event[]>('GET', next)).map(({ title }) => title)).toEqual(['In 30'])
  const past = await respond<Event[]>('GET', '/api/events?view=past')
  expect(past.map(({ title }) => title)).toEqual(['past-1', 'past-3'])
})

test('helpers read dates and check people in, and only editors change them', async () => {
  const { server, publish, add } = await startEventOffice()
  const { id } = await publish()
  await add(id, partyOf('Ann'))
  const helper = await server.signIn({ username: 'helper', role: 'helper' })
  const ask = (method: string, path: string, cookie?: string, json?: object) =>
    server.send(path, { method, ...(cookie && { cookie }), ...(json && { json }) })
  for (const path of ['/api/events', `/api/events/${id}`, `/api/events/${id}/registrations`]) {
    expect((await ask('GET', path)).status).toBe(401)
    expect((await ask('GET', path, helper)).status).toBe(200)
  }
  const [seen] = await (await ask('GET', `/api/events/${id}/registrations`, helper)).json()
  // Anyone with the link could cancel the registration.
  expect(seen).toMatchObject({ name: 'Ann', link: null })
  const changes: [string, string, object?][] = [
    ['POST', '/api/events', eventFacts],
    ['PUT', `/api/events/${id}`, { ...eventFacts, version: 1 }],
    ['POST', `/api/events/${id}/publish`],
    ['POST', `/api/events/${id}/cancel`, { reason: '' }],
    ['POST', `/api/events/${id}/copy`, { day: dayFromNow(9) }],
    ['DELETE', `/api/events/${id}`],
    ['POST', `/api/events/${id}/registrations`, partyOf('Bob')],
    ['POST', `/api/events/${id}/registrations/1/cancel`],
  ]
  for (const [method, path, json] of changes)
    expect((await ask(method, path, helper, json)).status, `${method} ${path}`).toBe(403)
  expect((await ask('GET', eventPaths.registrationsExport(id), helper)).status).toBe(403)
  const nothing = { marks: [], walkIns: [] }
  expect((await ask('POST', `/api/events/${id}/check-ins`, helper, nothing)).status).toBe(200)
})
