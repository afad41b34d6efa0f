import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { readLinkedData, readPage } from '../../../../tests/helpers/read-page.ts'
import { startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { dayFromNow } from '../../../calendar/testing/calendar.ts'
import { readCalendar } from '../../../calendar/testing/read-calendar.ts'
import { fillCache } from '../../../site/testing/fill-cache.ts'
import { eventPaths } from '../../contract/event-paths.ts'
import { addPublicEvent } from '../../testing/public-event.ts'
import { signUp } from '../../testing/public-pages.ts'
import { registrationForm, registrationPage, eventWords as words } from '../../words/events.ts'

const day = dayFromNow(21)
const online = { format: 'online', place: '', online_url: 'https://meet.example.org/secret' }

async function start(changes: Parameters<typeof addPublicEvent>[1] = {}) {
  const server = await startTestServer()
  const slug = await addPublicEvent(server, changes)
  const read = async (path: string) => (await readPage(server, path)).html
  return { server, slug, path: eventPaths.event(slug), read }
}

const eventData = async ({ server, path }: { server: TestServer; path: string }) =>
  readLinkedData((await readPage(server, path)).html)[0] as Record<string, unknown>

test('lists show what is coming by day, then what is past, and neither drafts nor canceled dates', async () => {
  const { server, read } = await start()
  await addPublicEvent(server, { slug: 'sooner', title: 'Sooner', day: dayFromNow(3) })
  await addPublicEvent(server, { slug: 'past', title: 'Past one', day: dayFromNow(-3) })
  await addPublicEvent(server, { slug: 'draft', title: 'A draft', status: 'draft', published_at: null })
  const canceled = { status: 'canceled', canceled_at: new Date().toISOString(), cancel_reason: 'Snow' }
  await addPublicEvent(server, { slug: 'canceled', title: 'Canceled one', ...canceled })
  const list = await read(eventPaths.list)
  const titles = [...list.matchAll(/<h3 dir="auto"><a href="[^"]*">([^<]*)/g)].map(([, title]) => title)
  expect(titles).toEqual(['Sooner', 'AI for church offices', 'Past one'])
  const home = await read(paths.home)
  expect(home).toContain('id="next-dates-title"')
  expect(home).toContain('Sooner')
  expect(home).not.toContain('Past one')
  for (const path of [paths.sitemap, paths.llms]) {
    const text = await read(path)
    expect(text).toContain('/events/sooner')
    for (const slug of ['past', 'draft', 'canceled']) expect(text).not.toContain(`/events/${slug}`)
  }
  expect((await server.send(eventPaths.event('draft'))).status).toBe(404)
  expect(await read(eventPaths.event('canceled'))).toContain(words.states.canceled)
  expect(await read(eventPaths.event('past'))).toContain(words.states.over)
})

test('the home page has no section of dates while nothing is planned', async () => {
  const { read } = await start({ day: dayFromNow(-2) })
  expect(await read(paths.home)).not.toContain('next-dates')
})

test('the preview in Site shows the events page with the words that are typed', async () => {
  const { server } = await start()
  const cookie = await server.signIn()
  const send = (path: string, json?: object) => server.send(path, { cookie, ...(json && { json }) })
  const { value } = await (await send('/api/site/sections/nextDates')).json()
  const json = {
    value: { ...value, page: { ...value.page, title: 'Come and learn' } },
    page: eventPaths.list,
  }
  const { html } = await (await send('/api/site/sections/nextDates/preview', json)).json()
  expect(html).toContain('<h1>Come and learn</h1>')
  expect(html).toContain('AI for church offices')
})

/**
 * https://developers.google.com/search/docs/appearance/structured-data/event: all required and recommended properties,
 * but `performer`, because none is known, and `previousStartDate`, which is for dates that are postponed.
 */
const required = ['name', 'startDate', 'location']
const recommended = ['description', 'endDate', 'eventStatus', 'image', 'offers', 'organizer']
const ofOffer = ['availability', 'price', 'priceCurrency', 'validFrom', 'url']
const attendance = 'eventAttendanceMode'

test('JSON-LD has what Google requires and recommends', async () => {
  const given = await start({ amount: 4950, currency: 'EUR', time_zone: 'Europe/London', day: '2027-07-01' })
  const data = await eventData(given)
  expect(Object.keys(data)).toEqual(expect.arrayContaining([...required, ...recommended, attendance]))
  const url = `http://everyday.test${given.path}`
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'AI for church offices',
    startDate: '2027-07-01T09:00+01:00',
    endDate: '2027-07-01T12:00+01:00',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: 'Grace Chapel',
      address: { '@type': 'PostalAddress', streetAddress: 'Grace Chapel, 12 Main Street, Springfield, IL' },
    },
    image: `${url}/social.png`,
    organizer: { '@type': 'Organization', name: 'Everyday AI', url: 'http://everyday.test/' },
  })
  const offer = data.offers as Record<string, unknown>
  expect(Object.keys(offer)).toEqual(expect.arrayContaining(ofOffer))
  expect(offer).toMatchObject({
    availability: 'https://schema.org/InStock',
    price: '49.50',
    priceCurrency: 'EUR',
    url,
  })
})

test('JSON-LD of an online date in winter that is full, without a price, and of a canceled one', async () => {
  const given = await start({ ...online, price: 'As you like', seats: 2, taken: 2, day: '2027-01-15' })
  expect(await eventData(given)).toMatchObject({
    startDate: '2027-01-15T09:00-05:00',
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', url: `http://everyday.test${given.path}` },
    offers: { availability: 'https://schema.org/SoldOut' },
  })
  expect((await eventData(given)).offers).not.toHaveProperty('price')
  const canceled = { status: 'canceled', canceled_at: new Date().toISOString() }
  const path = eventPaths.event(await addPublicEvent(given.server, { slug: 'off', ...canceled }))
  expect(await eventData({ ...given, path })).toMatchObject({
    eventStatus: 'https://schema.org/EventCancelled',
  })
})

test('only who is registered gets the link to join', async () => {
  const { server, slug, path, read } = await start(online)
  const [one, all] = await Promise.all([eventPaths.calendarFile(slug), eventPaths.calendar].map(read))
  for (const file of [one, all]) {
    const [event] = readCalendar(file ?? '').events
    expect(event).toMatchObject({ summary: 'AI for church offices', location: 'Online', sequence: 0 })
    expect(event?.start).toMatch(new RegExp(`^${day}T1[34]:00`))
    expect(event?.description).toContain(`http://everyday.test${path}`)
  }
  for (const address of [path, eventPaths.markdown(slug), eventPaths.list, paths.home])
    expect(await read(address)).not.toContain('secret')
  expect(one + (all ?? '')).not.toContain('secret')
  const token = await signUp(server)
  expect(await read(eventPaths.registration(token))).toContain('https://meet.example.org/secret')
  const file = await server.send(eventPaths.registrationFile(token))
  expect(file.headers.get('cache-control')).toBe('no-store')
  expect(readCalendar(await file.text()).events[0]?.description).toContain('secret')
  await server.send(eventPaths.registration(token), { form: { action: 'cancel' } })
  expect((await server.send(eventPaths.registrationFile(token))).status).toBe(410)
})

test('a date is there as Markdown and as a picture, and names both', async () => {
  const { server, slug, read } = await start({ title: '*AI* for <b>church</b> offices' })
  const markdown = await readPage(server, eventPaths.markdown(slug))
  expect(markdown.headers.get('x-robots-tag')).toBe('noindex')
  expect(markdown.html).toMatch(/^# \\\*AI\\\* for &lt;b>church&lt;\/b> offices\n\nWorkshop\n\n- When: /)
  const picture = await server.send(eventPaths.picture(slug))
  expect(picture.headers.get('content-type')).toBe('image/png')
  const page = await read(eventPaths.event(slug))
  expect(page).toContain(`<link rel="canonical" href="http://everyday.test/events/${slug}"/>`)
  for (const path of [eventPaths.markdown(slug), eventPaths.calendarFile(slug), eventPaths.picture(slug)])
    expect(page).toContain(path)
  expect(page).not.toContain('<b>church')
  expect(page).not.toMatch(/<script(?! type="application\/ld)/)
})

test('hostile words stay words', async () => {
  const evil = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>'
  const { server, read, slug } = await start({
    ...{ title: evil, place: evil, price: evil, terms: evil, contact: evil, cancel_reason: evil },
    content: `<p onclick="alert(1)">Hi</p>${evil}`,
  })
  const token = await signUp(server, { name: evil, message: evil, company: evil })
  await server.send(eventPaths.registration(token), {
    form: { action: 'change', name: evil, party: '2', names: evil },
  })
  for (const path of [eventPaths.event(slug), eventPaths.list, paths.home, eventPaths.registration(token)]) {
    const html = await read(path)
    expect(html, path).not.toMatch(/<script>alert|<img src=x|onclick/)
  }
  const file = await read(eventPaths.calendarFile(slug))
  expect(readCalendar(file).events).toHaveLength(1)
})

test('the last seat makes the page full for the next visitor, who waits', async () => {
  const { server, path, read } = await start({ seats: 3 })
  const fresh = await fillCache(server, [path, eventPaths.list, paths.home])
  const token = await signUp(server)
  await expect.poll(fresh).toEqual([])
  expect(await read(path)).toContain(registrationForm.full)
  expect(await read(eventPaths.list)).toContain(words.full)
  expect(await read(eventPaths.registration(token))).toContain(registrationPage.registered.title)
  const later = await signUp(server, { name: 'Bo', email: 'bo@example.org', party: '1' })
  expect(await read(eventPaths.registration(later))).toContain(registrationPage.waiting.title)
  await server.send(eventPaths.registration(token), { form: { action: 'cancel' } })
  expect(await read(eventPaths.registration(later))).toContain(registrationPage.registered.title)
  await expect.poll(() => read(path)).not.toContain(registrationForm.full)
})

test('a form with mistakes comes back as it was typed, and a bot reads what a person reads', async () => {
  const { server, path } = await start()
  const typed = { name: 'Ann', email: 'ann@', party: '4', message: 'I’m on wheels' }
  const refused = await server.send(path, { form: typed })
  const html = await refused.text()
  expect(refused.status).toBe(422)
  for (const text of ['value="Ann"', 'value="ann@"', 'I’m on wheels', 'value="4" selected=""'])
    expect(html).toContain(text)
  const typo = await server.send(path, { form: { ...typed, email: 'ann@gmial.com' } })
  expect(await typo.text()).toContain('Did you mean ann@gmail.com?')
  const token = await signUp(server, { website: 'https://spam.example' })
  expect((await readPage(server, eventPaths.registration(token))).html).toContain(
    registrationPage.suspect.title,
  )
  expect(await server.query('select one.status, taken from event_registrations as one, events')).toEqual([
    { status: 'suspect', taken: 0 },
  ])
})

test('a date whose registration is over says what to do, and takes none', async () => {
  const { server, path, read } = await start({ register_until: dayFromNow(-1) })
  expect(await read(path)).toContain(words.states.closed)
  const sent = await server.send(path, { form: { name: 'Ann', email: 'ann@example.org' } })
  expect(sent.status).toBe(409)
  expect(await sent.text()).toContain(registrationForm.problems.closed)
  expect(await server.query('select id from event_registrations')).toEqual([])
})

test('the page of a registration is private, changes it, and changes nothing when it is opened', async () => {
  const { server, path, read } = await start({ seats: 4, amount: 5000, pay_url: 'https://pay.example/' })
  const token = await signUp(server)
  const own = eventPaths.registration(token)
  const page = await readPage(server, own)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  for (const text of ['$150 ($50 per person)', 'https://pay.example/', '3 people'])
    expect(page.html).toContain(text)
  const change = (form: Record<string, string>) =>
    server.send(own, { form: { action: 'change', name: 'Ann B.', ...form }, redirect: 'manual' })
  const tooMany = await change({ party: '9' })
  expect(tooMany.status).toBe(409)
  expect(await tooMany.text()).toContain(registrationPage.change.tooFew(1))
  const saved = await change({ party: '2', names: 'Carol' })
  expect(saved.headers.get('location')).toBe(`${own}?saved=1`)
  expect(await read(`${own}?saved=1`)).toContain(registrationPage.saved)
  const [row] = await server.query('select name, party, names, email from event_registrations')
  expect(row).toEqual({ name: 'Ann B.', party: 2, names: ['Carol'], email: 'ann@example.org' })
  expect((await server.send(eventPaths.registration('no-such-token'))).status).toBe(404)
  await server.query(`update events set status = 'canceled', canceled_at = now(), cancel_reason = 'Snow'`)
  const canceled = await read(own)
  expect(canceled).toContain(registrationPage.canceled.title)
  expect(canceled).toContain('Snow')
  expect((await change({ party: '1' })).status).toBe(409)
  expect((await server.send(path, { form: { name: 'Bo', email: 'bo@example.org' } })).status).toBe(409)
})

test('while dates are switched off, only the pages of registrations stay', async () => {
  const { server, slug, path, read } = await start()
  const token = await signUp(server)
  const cookie = await server.signIn()
  const off = { method: 'PUT', cookie, json: { isOn: false } }
  expect((await server.send('/api/settings/features/events', off)).status).toBe(200)
  const gone = [path, eventPaths.list, eventPaths.calendar, eventPaths.calendarFile(slug)]
  for (const address of gone) await expect.poll(async () => (await server.send(address)).status).toBe(404)
  for (const address of [paths.home, paths.sitemap, paths.llms])
    await expect.poll(() => read(address)).not.toMatch(/\/events\/|next-dates/)
  expect(await read(eventPaths.registration(token))).toContain(registrationPage.noChange)
  const cancel = await server.send(eventPaths.registration(token), { form: { action: 'cancel' } })
  expect(cancel.status).toBe(409)
})
