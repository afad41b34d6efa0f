import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { came, gatheringOf, holdGathering, numberOf } from '../testing/gatherings.ts'
import { certificatePage as words } from '../words/follow-up.ts'
import { eraseAttendees } from './attendees.ts'
import { markAttendance, saveGathering } from './gatherings.ts'

const day = '2027-03-04'

async function open(server: TestServer, number: string, headers: Record<string, string> = {}) {
  const response = await server.send(`/certificates/${encodeURIComponent(number)}`, { headers })
  const html = await response.text()
  return { response, html, status: response.status, text: html.replaceAll(/<[^>]*>/g, ' ') }
}

test('a certificate says that it is valid, and no more than name, title, day, and provider', async () => {
  const server = await startTestServer()
  await holdGathering(server, [came('Ann <Lee> & Co', { email: 'secret@example.org' })], { day })
  const number = await numberOf(server, 'Ann <Lee> & Co')
  for (const typed of [number, number.toLowerCase(), number.replaceAll('-', '')]) {
    const { response, html, text } = await open(server, typed)
    expect(response.status).toBe(200)
    expect(text).toContain(words.valid.status)
    expect(text).toContain('Ann &lt;Lee&gt; &amp; Co')
    expect(text).toContain('AI for church offices')
    expect(text).toContain('Thursday, March 4, 2027')
    expect(text).toContain('Everyday AI')
    expect(html.replaceAll(/<wbr\/?>|<!-- -->/g, '')).toContain(`http://everyday.test/certificates/${number}`)
    expect(html).not.toContain('secret@example.org')
    expect(html).not.toContain('<script')
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('cache-control')).toBe('no-store')
  }
})

test('a withdrawn one says so without the name, also if the check-in or the day is undone, or the person erased', async () => {
  const server = await startTestServer()
  const { db } = server.instance
  const gathering = gatheringOf({ day })
  const people = ['Withdrawn Ann', 'Undone Bea', 'Erased Cy', 'Canceled Di']
  const at = new Date(Date.now() - 60_000).toISOString()
  await holdGathering(
    server,
    people.map((name) => came(name, { at })),
    gathering,
  )
  const numbers = await Promise.all(people.map((name) => numberOf(server, name)))
  const endings: Record<string, () => Promise<unknown>> = {
    'Withdrawn Ann': () => server.query(`update attendees set withdrawn_at = now() where name like 'With%'`),
    'Undone Bea': () => markAttendance(db, gathering.uid, [came('Undone Bea', { came: false })]),
    'Erased Cy': () => eraseAttendees(db, sql`name = 'Erased Cy'`),
    'Canceled Di': () => saveGathering(db, { ...gathering, isHeld: false }),
  }
  for (const [index, name] of people.entries()) {
    expect((await open(server, numbers[index] ?? '')).text).toContain(name)
    await endings[name]?.()
    const { status, text } = await open(server, numbers[index] ?? '')
    expect(status).toBe(200)
    expect(text).toContain(words.withdrawn.title)
    expect(text).toContain('AI for church offices')
    expect(text).not.toContain(name)
    expect(text).not.toContain(words.valid.status)
  }
})

test('an unknown number is not found, in plain words', async () => {
  const server = await startTestServer()
  for (const typed of ['4K7Q-9TXM-20WA-8R1F-Y3BN', 'x', '%00', "' or 1=1"]) {
    const { status, text } = await open(server, typed)
    expect(status).toBe(404)
    expect(text).toContain(words.unknown.title)
  }
  expect((await server.send(`/certificates/${'4'.repeat(500)}`)).status).toBe(404)
})

test('a visitor who checks very many numbers has to wait', async () => {
  const server = await startTestServer()
  await holdGathering(server)
  const number = await numberOf(server, 'Ann')
  for (let time = 0; time < 60; time++)
    expect((await server.send(`/certificates/${number}`)).status).toBe(200)
  const { response, text } = await open(server, number)
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(text).toContain(words.tooMany.lead)
  expect(text).not.toContain(number)
})
