import { describe, expect, test } from 'vitest'
import { hasFeature } from '../../../tests/helpers/feature-testing.ts'
import { readAllPages } from '../../../tests/helpers/read-all-pages.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import type { Entry, PeopleQuery, Person } from '../contract/people.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import { fillPeople, listPeople } from '../testing/people.ts'
import { startWithPeople } from '../testing/start-with-people.ts'
import { listEntries } from './entries.ts'

const names = ({ entries }: { entries: Entry[] }) => entries.map(({ name }) => name)

const change = (server: TestServer, cookie: string, form: string, id: number, json: object) =>
  server.send(`/api/people/${form}/${id}`, { method: 'PATCH', cookie, json })

const load = async (server: TestServer, cookie: string, form: string, id: number) =>
  (await (await server.send(`/api/people/${form}/${id}`, { cookie })).json()) as Person

describe('the list', () => {
  test('has both forms, newest first, without spam, and links the entries of one person', async () => {
    const { server, cookie } = await startWithPeople()
    const { entries, headers } = await listPeople(server, cookie)
    expect(headers.get('x-total-count')).toBe('3')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(entries).toMatchObject([
      { form: 'contact', name: 'Ann E.', services: ['AI training'], message: '', entriesOfPerson: 2 },
      { form: 'waitlist', name: 'Tom Lindqvist', status: 'new', tags: [], entriesOfPerson: 1 },
      { form: 'waitlist', name: 'Ann Example', message: 'Grants', entriesOfPerson: 2 },
    ])
    expect(Number.isNaN(Date.parse(entries[0]?.createdAt ?? ''))).toBe(false)
  })

  test('can be searched and filtered by everything that it shows', async () => {
    const { server, cookie } = await startWithPeople()
    await change(server, cookie, 'waitlist', 2, { status: 'offered', tags: ['spring', ' spring ', 'big'] })
    const found: [string, string[]][] = [
      ['q=harb', ['Tom Lindqvist']],
      [`q=${encodeURIComponent('Bjo\u0308rn')}`, ['Tom Lindqvist']],
      [`q=${encodeURIComponent('Jos\u00e9')}`, ['Tom Lindqvist']],
      ['q=example.org', ['Ann E.', 'Ann Example']],
      ['q=15550109', ['Ann Example']],
      ['q=ann%20gran', ['Ann Example']],
      ['q=%27%20%7C%20%26%20!ann:*', ['Ann E.', 'Ann Example']],
      ['q=%26%26', ['Ann E.', 'Tom Lindqvist', 'Ann Example']],
      ['form=contact', ['Ann E.']],
      ['status=offered', ['Tom Lindqvist']],
      ['tag=spring', ['Tom Lindqvist']],
      ['tag=spr', []],
      ['status=new&q=ann&form=waitlist', ['Ann Example']],
      ['view=spam', ['Bot']],
      ['view=deleted', []],
    ]
    for (const [query, expected] of found) {
      const answer = await listPeople(server, cookie, query)
      expect(names(answer), query).toEqual(expected)
      expect(answer.headers.get('x-total-count'), query).toBe(String(expected.length))
    }
    expect((await listPeople(server, cookie, 'tag=big')).entries[0]?.tags).toEqual(['spring', 'big'])
  })

  test('is paged so that all entries are reachable, including simultaneous ones', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    await server.query(
      `insert into training_waitlist (name, email, created_at) select 'w' || n, 'w@example.org', timestamptz '2026-01-01' + n / 4 * interval '1 hour'
       from generate_series(1, 20) n`,
    )
    await server.query(
      `insert into contact_submissions (name, company, email, created_at) select 'c' || n, 'x', 'c@example.org', timestamptz '2026-01-01' + n / 4 * interval '1 hour'
       from generate_series(1, 20) n`,
    )
    for (const query of ['', 'q=example', 'status=new']) {
      const entries = await readAllPages<Entry>(server.send, `/api/people?limit=3&${query}`, cookie)
      const seen = names({ entries })
      expect(seen, query).toHaveLength(40)
      expect(new Set(seen).size, query).toBe(40)
      expect(seen.slice(0, 2), query).toEqual(['w20', 'c20'])
    }
  })

  test('counts both forms up to the cap, and is in order if a word is rare in one form', async () => {
    const server = await startTestServer()
    await server.query(
      `insert into training_waitlist (name, email, created_at) select 'w' || n, 'w@example.org', timestamptz '2026-01-01' + n * interval '1 minute'
       from generate_series(1, 19) n`,
    )
    await server.query(
      `insert into contact_submissions (name, company, email, created_at) values
       ('newest', 'x', 'c@example.org', '2026-02-01'), ('middle', 'x', 'c@example.org', timestamptz '2026-01-01' + interval '17.5 minutes'),
       ('oldest', 'x', 'c@example.org', '2025-01-01'), ('another', 'x', 'c@other.test', '2026-02-02')`,
    )
    const viewer = { userId: 1, today: '2026-02-03' }
    const find = (query: Partial<PeopleQuery>, cap?: number) =>
      listEntries(server.instance.db, { view: 'people', q: 'example', limit: 50, viewer, ...query }, cap)
    const page = await find({ limit: 5 }, 20)
    expect(page.rows.map(({ name }) => name)).toEqual(['newest', 'w19', 'w18', 'middle', 'w17'])
    expect(page.total).toBe('20+')
    const next = await find({ limit: 2, cursor: page.next }, 22)
    expect(next.rows.map(({ name }) => name)).toEqual(['w16', 'w15'])
    expect(next.total).toBe('22')
    const contacts = await find({ form: 'contact' })
    expect(contacts.rows.map(({ name }) => name)).toEqual(['newest', 'middle', 'oldest'])
  })

  test('exports a complete file', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    for (const columns of ['training_waitlist (name, email', 'contact_submissions (company, name, email'])
      await server.query(
        `insert into ${columns}) select ${columns.startsWith('contact') ? "'x', " : ''}'n' || n, 'n@example.org' from generate_series(1, 600) n`,
      )
    const response = await server.send(`${peoplePaths.exportCsv}?q=example`, { cookie })
    expect((await response.text()).trim().split('\r\n')).toHaveLength(1 + 1200)
  })

  test('refuses an invalid query', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    const cursors = 'cursor=1 cursor=1_users_1 cursor=1_waitlist_9999999999'
    for (const query of `limit=0 ${cursors} status=gone view=x form=users`.split(' '))
      expect((await server.send(`/api/people?${query}`, { cookie })).status, query).toBe(400)
  })
})

describe('an entry', () => {
  test('moves through the pipeline, into Spam and back, and accepts nothing unknown', async () => {
    const { server, cookie } = await startWithPeople()
    const changed = await change(server, cookie, 'contact', 1, { status: 'booked' })
    expect(await changed.json()).toMatchObject({ form: 'contact', id: 1, status: 'booked', tags: [] })
    await change(server, cookie, 'contact', 1, { suspect: true })
    expect(names(await listPeople(server, cookie, 'view=spam'))).toEqual(['Ann E.', 'Bot'])
    await change(server, cookie, 'waitlist', 3, { suspect: false })
    expect(names(await listPeople(server, cookie))).toEqual(['Bot', 'Tom Lindqvist', 'Ann Example'])

    for (const json of [{ status: 'won' }, { tags: [''] }, { tags: ['x'.repeat(51)] }, { name: 'x' }])
      expect((await change(server, cookie, 'waitlist', 1, json)).status, JSON.stringify(json)).toBe(400)
    expect((await change(server, cookie, 'waitlist', 99, { status: 'new' })).status).toBe(404)
    expect((await change(server, cookie, 'users', 1, { status: 'new' })).status).toBe(404)
  })

  test('shows everything about the person in all features, with what they agreed to', async () => {
    const { server, cookie } = await startWithPeople()
    await server.query(
      `insert into newsletter_subscriptions (email, consent, is_active, ended_at, end_reason)
       values ('Ann@example.org', 'Yes, send me news.', false, now(), 'unsubscribed')`,
    )
    await server.query(
      `insert into author_invites (email, suggested_topic, expires_at) values ('ann@example.org', 'Grants', now() + interval '14 days')`,
    )
    const note = { text: '  Call before noon. ' }
    const noted = await server.send('/api/people/waitlist/1/notes', { cookie, json: note })
    expect(noted.status).toBe(201)

    const person = await load(server, cookie, 'contact', 1)
    expect(person.entry).toMatchObject({ name: 'Ann E.' })
    expect(person.notes).toMatchObject([{ text: 'Call before noon.', writtenBy: 'Ann Admin' }])
    expect(person.goneOn).toBeNull()
    const texts = person.events.map(({ text }) => text)
    expect(texts).toContain('Invited to write about “Grants”.')
    const written = texts.filter((text) => /^(Joined|Sent)/.test(text))
    expect(written).toEqual(['Sent a message.', 'Joined the waitlist.'])
    if (hasFeature('newsletter')) {
      expect(texts).toContain('Unsubscribed from the newsletter.')
      expect(person.events.find(({ consent }) => consent)?.consent).toBe('Yes, send me news.')
    }
    const times = person.events.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => (a < b ? 1 : -1)))

    const path = `/api/people/notes/${person.notes[0]?.id ?? 0}`
    expect((await server.send(path, { method: 'DELETE', cookie })).status).toBe(204)
    expect((await load(server, cookie, 'waitlist', 1)).notes).toEqual([])
    for (const json of [{ text: ' ' }, { text: 'x'.repeat(5001) }])
      expect((await server.send('/api/people/waitlist/1/notes', { cookie, json })).status).toBe(400)
    const unknown = await server.send('/api/people/waitlist/99/notes', { cookie, json: note })
    expect(unknown.status).toBe(404)
  })

  test('keeps notes of colleagues from being deleted by a helper', async () => {
    const server = await startTestServer()
    const owner = await server.signIn()
    const helper = await server.signIn({ username: 'Hana', role: 'helper' })
    await fillPeople(server)
    const write = async (cookie: string): Promise<number> => {
      const json = { text: 'A note' }
      return (await (await server.send('/api/people/waitlist/1/notes', { cookie, json })).json()).id
    }
    const remove = (id: number, cookie: string) =>
      server.send(`/api/people/notes/${id}`, { method: 'DELETE', cookie })
    const [ofOwner, ofHelper, other] = [await write(owner), await write(helper), await write(helper)]
    const refused = await remove(ofOwner, helper)
    expect([refused.status, (await refused.json()).detail]).toEqual([
      403,
      'Helpers can delete only their own notes. Ask an editor or an owner.',
    ])
    expect((await load(server, owner, 'waitlist', 1)).notes).toHaveLength(3)
    expect((await remove(ofHelper, helper)).status).toBe(204)
    expect((await remove(ofHelper, helper)).status).toBe(404)
    expect((await remove(other, owner)).status).toBe(204)
    expect((await load(server, owner, 'waitlist', 1)).notes).toMatchObject([{ id: ofOwner }])
  })

  test('shows the page that it came from, a post by its title', async () => {
    const server = await startTestServer()
    const cookie = await server.signIn()
    const json = { title: 'Small steps', content: '<p>One.</p>', isPublished: true }
    await server.send('/api/blog', { cookie, json })
    await fillPeople(server)
    await server.query(
      `update training_waitlist set source = case when id = 1 then '/' else '/blog/small-steps' end`,
    )
    const { entries } = await listPeople(server, cookie, 'form=waitlist')
    expect(entries.map(({ name, sourceName }) => [name, sourceName])).toEqual([
      ['Tom Lindqvist', 'Small steps'],
      ['Ann Example', 'Home page'],
    ])
    const [joined] = (await load(server, cookie, 'waitlist', 2)).events
    expect(joined?.text).toBe('Joined the waitlist (Small steps).')
    if (!hasFeature('newsletter')) return
    await server.query(
      `insert into newsletter_subscriptions (email, source) values ('a@example.org', '/blog/small-steps'), ('b@example.org', 'import')`,
    )
    const subscribers = await (await server.send('/api/newsletter/subscribers', { cookie })).json()
    expect(subscribers).toMatchObject([{ sourceName: null }, { sourceName: 'Small steps' }])
  })

  test('of a deleted person leaves every list, and can be restored with all their entries', async () => {
    const { server, cookie } = await startWithPeople()
    await server.query(`insert into newsletter_subscriptions (email) values ('ann@example.org')`)
    const send = (path: string, method: string) => server.send(path, { method, cookie })
    expect((await send('/api/people/waitlist/1', 'DELETE')).status).toBe(204)
    expect(names(await listPeople(server, cookie))).toEqual(['Tom Lindqvist'])
    expect(names(await listPeople(server, cookie, 'view=deleted'))).toEqual(['Ann E.', 'Ann Example'])
    const simple = await server.send('/api/training-waitlist', { cookie })
    expect(((await simple.json()) as Entry[]).map(({ name }) => name)).toEqual(['Tom Lindqvist'])
    const subscribed = await server.query('select is_active from newsletter_subscriptions')
    expect(subscribed).toEqual([{ is_active: !hasFeature('newsletter') }])
    const goneOn = (await load(server, cookie, 'contact', 1)).goneOn ?? ''
    expect(Math.round((Date.parse(goneOn) - Date.now()) / 86_400_000)).toBe(30)

    expect((await send('/api/people/contact/1/restore', 'POST')).status).toBe(204)
    expect(names(await listPeople(server, cookie))).toEqual(['Ann E.', 'Tom Lindqvist', 'Ann Example'])
    expect((await load(server, cookie, 'contact', 1)).goneOn).toBeNull()

    expect((await send('/api/people/waitlist/99', 'DELETE')).status).toBe(404)
    expect((await send('/api/people/contact/99/restore', 'POST')).status).toBe(404)
  })

  test('deleted from Spam does not delete the person', async () => {
    const { server, cookie } = await startWithPeople()
    const json = { name: 'Machine', email: 'ann@example.org', website: 'x' }
    await server.send('/api/training-waitlist', { json })
    await server.send('/api/people/waitlist/4', { method: 'DELETE', cookie })
    expect(names(await listPeople(server, cookie))).toEqual(['Ann E.', 'Tom Lindqvist', 'Ann Example'])
    expect(names(await listPeople(server, cookie, 'view=deleted'))).toEqual(['Machine'])
    expect(await server.query('select * from person_deletions')).toEqual([])

    // Restoring a spam entry does not restore the person either, even if both were deleted together.
    await server.send('/api/training-waitlist', { json: { ...json, name: 'Another' } })
    await server.send('/api/people/waitlist/1', { method: 'DELETE', cookie })
    const deleted = () => listPeople(server, cookie, 'view=deleted')
    expect(names(await deleted())).toEqual(['Another', 'Machine', 'Ann E.', 'Ann Example'])
    for (const id of [4, 5])
      await server.send(`/api/people/waitlist/${id}/restore`, { method: 'POST', cookie })
    expect(names(await deleted())).toEqual(['Ann E.', 'Ann Example'])
    expect(names(await listPeople(server, cookie, 'view=spam'))).toEqual(['Another', 'Machine', 'Bot'])
    expect(await server.query('select * from person_deletions')).toHaveLength(1)
  })

  test('of a person who came back and was deleted again is restored alone', async () => {
    const { server, cookie } = await startWithPeople()
    const remove = (id: number) => server.send(`/api/people/waitlist/${id}`, { method: 'DELETE', cookie })
    await remove(1)
    await server.send('/api/training-waitlist', { json: { name: 'Ann again', email: 'ann@example.org' } })
    await remove(4)
    const deleted = names(await listPeople(server, cookie, 'view=deleted'))
    expect(deleted).toEqual(['Ann again', 'Ann E.', 'Ann Example'])
    await server.send('/api/people/waitlist/1/restore', { method: 'POST', cookie })
    expect(names(await listPeople(server, cookie))).toEqual(['Ann E.', 'Tom Lindqvist', 'Ann Example'])
    expect(names(await listPeople(server, cookie, 'view=deleted'))).toEqual(['Ann again'])
    expect((await load(server, cookie, 'waitlist', 1)).goneOn).toBeNull()
    expect((await load(server, cookie, 'waitlist', 4)).goneOn).not.toBeNull()
  })
})
