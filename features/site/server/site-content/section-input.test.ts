import { expect, test } from 'vitest'
import type { SectionId, SiteContent } from '../../../../core/contract/site.ts'
import { type SectionRefusal, startSite } from '../../../../tests/helpers/start-site.ts'
import { originalContent } from '../../testing/site-sections.ts'

const words = { title: 'Together', lead: 'We learn from each other.', button: 'Join us' }
const [service] = originalContent.services.list
const [app] = originalContent.apps.list

/** Value of a section with some fields of the original replaced */
const changed = <Id extends SectionId>(section: Id, changes: { [Name in keyof SiteContent[Id]]?: unknown }) =>
  [section, { ...originalContent[section], ...changes }] as const

const community = (changes: { [Name in keyof SiteContent['community']]?: unknown }) =>
  changed('community', changes)
const services = (changes: object) => changed('services', { list: [{ ...service, ...changes }] })
const apps = (changes: object) => changed('apps', { list: [{ ...app, ...changes }] })
const link = (to: unknown) => changed('menu', { links: [{ id: 'a', label: 'A', to }] })
const terms = (text: string) => changed('termsOfService', { text })
const { labels } = originalContent.services
const sections: { part: string; isShown: boolean }[] = originalContent.homeLayout.sections
const times = <Value>(count: number, make: (position: number) => Value) =>
  Array.from({ length: count }, (_, position) => make(position))

const tooLong = (max: number) => `Keep this to ${max} characters or fewer.`
const noPage = 'Choose a page, or enter a full web address like https://example.org.'
const startingWith = (text: string) => expect.stringMatching(new RegExp(`^${text}`))
const letters = (count: number) => 'x'.repeat(count)

type Refused = [section: SectionId, value: unknown, fields: Record<string, unknown>]
const refusedTitle = (title: unknown, message: unknown): Refused => [
  ...community({ title }),
  { title: message },
]

const refusedLinks = [
  ...['', ' ', 'word', 'javascript:alert(1)', ' java\nscript:alert(1)', '//evil.example', '/\\evil.example'],
  ...['data:text/html,x', 'ftp://example.org', 'page:0', 'page:x', 'mailto:'],
  `https://a.example/${letters(2000)}`,
]

/** Values that are refused, with the path and the message of each mistake */
const refused: Refused[] = [
  ...['', ' \n\t ', '\u200b\u2060\ufeff\u00ad'].map((title) => refusedTitle(title, 'Required')),
  ...['x'.repeat(121), '👋'.repeat(121)].map((title) => refusedTitle(title, tooLong(120))),
  [...community({ lead: 'x'.repeat(401), button: '' }), { lead: tooLong(400), button: 'Required' }],
  ...[7, null, ['Together'], { toString: 'x' }].map((title) => refusedTitle(title, expect.any(String))),
  ['community', { title: 'A', lead: 'B' }, { button: expect.any(String) }],
  ['community', { ...words, more: 'x' }, { more: 'There is no such field here.' }],
  ['community', { ...words, toString: 'x' }, { toString: 'There is no such field here.' }],
  ...[null, 'x', 7, true, [], [words]].map(
    (value): Refused => ['community', value, { '': expect.any(String) }],
  ),
  [...services({ name: '' }), { 'list.0.name': 'Required' }],
  [...services({ id: 'Not an id' }), { 'list.0.id': expect.any(String) }],
  [...services({ id: undefined }), { 'list.0.id': expect.any(String) }],
  [...services({ drawing: 'a-cat' }), { 'list.0.drawing': 'Choose one from the list.' }],
  [...services({ drawing: 'toString' }), { 'list.0.drawing': 'Choose one from the list.' }],
  [...services({ extra: 1 }), { 'list.0.extra': 'There is no such field here.' }],
  [...services({ offers: ['a', 'b', ' a '] }), { 'list.0.offers.2': 'This is in the list already.' }],
  [...services({ offers: ['a', ''] }), { 'list.0.offers.1': 'Required' }],
  [...services({ offers: ['a', 'x'.repeat(101)] }), { 'list.0.offers.1': tooLong(100) }],
  [...services({ offers: ['a', 5] }), { 'list.0.offers.1': expect.any(String) }],
  [...services({ offers: times(9, String) }), { 'list.0.offers': startingWith('You can have up to 8') }],
  [
    ...services({ steps: [{ id: 'a', name: 'A', text: letters(161) }] }),
    { 'list.0.steps.0.text': tooLong(160) },
  ],
  [...changed('services', { list: [] }), { list: 'Add at least one service.' }],
  [...changed('services', { list: [service, service] }), { list: 'Two items have the same id.' }],
  [...changed('services', { list: [null] }), { 'list.0': expect.any(String) }],
  [
    ...changed('services', { list: times(7, (position) => ({ ...service, id: `s${position}` })) }),
    { list: 'You can have up to 6 of these. Remove one first.' },
  ],
  [...changed('services', { list: times(100_000, () => 0) }), { list: startingWith('You can have') }],
  [...changed('services', { labels: { ...labels, toggle: letters(61) } }), { 'labels.toggle': tooLong(60) }],
  [...changed('services', { labels: [] }), { labels: expect.any(String) }],
  [...apps({ onHome: 'yes' }), { 'list.0.onHome': expect.any(String) }],
  [...apps({ url: 'javascript:alert(1)' }), { 'list.0.url': noPage }],
  ...refusedLinks.map((to): Refused => [...link(to), { 'links.0.to': noPage }]),
  [...link(5), { 'links.0.to': expect.any(String) }],
  [...changed('homeLayout', { sections: [] }), { sections: 'The list must have each part once.' }],
  [
    ...changed('homeLayout', { sections: times(10, () => ({ part: 'apps', isShown: true })) }),
    { sections: 'The list must have each part once.' },
  ],
  [
    ...changed('homeLayout', { sections: sections.with(3, { part: 'hero', isShown: true }) }),
    { 'sections.3.part': expect.any(String) },
  ],
  [...terms('<p> </p>'), { text: 'Required' }],
  [...terms('<script>alert(1)</script>'), { text: 'Required' }],
  [...terms('<p>&#8203;</p>'), { text: 'Required' }],
  [...terms(`<p>${letters(200_000)}</p>`), { text: tooLong(200_000).replace('200000', '200,000') }],
  // Each `&` becomes an entity of five characters.
  [...terms(`<p>${'&'.repeat(50_000)}</p>`), { text: expect.stringContaining('200,000') }],
  [...terms('<b>'.repeat(50_000)), { text: expect.stringContaining('too much formatting') }],
]

test('what does not fit is refused with a message at its field, and nothing is stored', async () => {
  const { server, publish, call } = await startSite()
  for (const [section, value, fields] of refused) {
    const label = `${section} ${JSON.stringify(value)?.slice(0, 200)}`
    const { status, body } = await publish(section, value, 0)
    expect([status, body.code], label).toEqual([422, 'not-accepted'])
    expect(body.fields, label).toEqual(fields)
    const preview = { value, page: 'home' }
    // The preview leaves out what doesn’t fit.
    const previewed = await call<{ html: string }>(`/api/site/sections/${section}/preview`, preview)
    expect(previewed.status, label).toBe(200)
    expect(previewed.body.html, label).not.toContain('alert(1)')
  }
  for (const table of ['site_sections', 'site_section_revisions', 'counted_buttons'])
    expect(await server.query(`select from ${table}`), table).toEqual([])
})

test('a long address of many dots is refused at once', async () => {
  const { call } = await startSite()
  const [section, value] = link(`${'a.'.repeat(50_000)}@`)
  const startedAt = performance.now()
  const { status } = await call(
    `/api/site/sections/${section}`,
    { version: 0, value, isPublished: false },
    'PUT',
  )
  expect(status).toBe(422)
  // A pattern that tries every dot takes half a minute.
  expect(performance.now() - startedAt).toBeLessThan(5000)
})

test('a preview shows no more items than can be saved', async () => {
  const { call } = await startSite()
  const preview = async (section: SectionId, value: unknown) =>
    (await call<{ html: string }>(`/api/site/sections/${section}/preview`, { value, page: 'home' })).body.html
  const many = times(500, (position) => ({
    id: `s${position}`,
    name: 'Many',
    offers: times(500, (n) => `Offer ${n}`),
  }))
  const [section, value] = changed('services', { list: many })
  const html = await preview(section, value)
  expect(html.match(/Many<\/h3>/g)).toHaveLength(6)
  expect(html).toContain('Offer 7<')
  expect(html).not.toContain('Offer 8<')
  // Inside of groups and items, too
  const columns = times(4, (column) => ({
    id: `c${column}`,
    title: `Column ${column}`,
    links: times(11, (n) => ({ id: `l${n}`, label: `Link ${n}`, to: '/blog' })),
  }))
  const footer = await preview(...changed('footer', { columns }))
  expect(footer).toContain('Column 2')
  expect(footer).not.toContain('Column 3')
  expect(footer).toContain('Link 9<')
  expect(footer).not.toContain('Link 10<')
})

test('what is at the limit is stored, without what no one can see around it', async () => {
  const { publish } = await startSite()
  const stored = async (...[section, value]: readonly [SectionId, unknown]) => {
    const { status, body } = await publish(section, value)
    expect([status, body.fields]).toEqual([200, undefined])
    return body.published
  }
  const typed = community({ title: letters(120), lead: '  a\r\nb\tc\u0007 ' })
  const clean = { title: letters(120), lead: 'a\nb c' }
  expect(await stored(...typed)).toEqual({ ...originalContent.community, ...clean })
  for (const [title, kept] of [
    ['👋'.repeat(120), '👋'.repeat(120)],
    [`${' '.repeat(500)}One\nline `, 'One line'],
  ])
    expect(await stored(...community({ title }))).toMatchObject({ title: kept })
  expect(
    await stored(...changed('onSiteTraining', { figure: { value: '', label: '' }, topics: [] })),
  ).toMatchObject({ figure: { value: '', label: '' }, topics: [] })
  const offers = times(8, (position) => String(position).repeat(100))
  expect(await stored(...services({ offers }))).toMatchObject({ list: [{ offers }] })
  for (const [typed, to] of [
    ['example.org/a', 'https://example.org/a'],
    [' /contact ', '/contact'],
    ['mailto:ann@example.org', 'mailto:ann@example.org'],
    ['tel:+1-555-0100', 'tel:+1-555-0100'],
    ['page:12', 'page:12'],
  ])
    expect(await stored(...link(typed))).toMatchObject({ links: [{ to }] })
  const text =
    '<p onclick="x()">One <script>alert(1)</script><a href="javascript:x">two</a><img src="https://a.example/b"></p>'
  expect(await stored(...terms(text))).toMatchObject({ text: '<p>One two</p>' })
})

test('a request that is no request for a section is refused', async () => {
  const { server, cookie, call } = await startSite()
  const good = { version: 0, value: words, isPublished: true }
  const put = (body: unknown) => call<SectionRefusal>('/api/site/sections/community', body, 'PUT')
  for (const body of [
    { ...good, version: '0' },
    { ...good, version: -1 },
    { ...good, version: 0.5 },
    { ...good, isPublished: 'yes' },
    { ...good, more: 1 },
    { version: 0, isPublished: true },
    { value: words },
    { ...good, value: { ...words, title: 'a\u0000b' } },
    { ...good, value: { ...words, title: 'a\ud800b' } },
    { ...good, value: { ...words, 'a\u0000': 'b' } },
    { ...good, value: JSON.parse('['.repeat(50) + ']'.repeat(50)) },
    [],
  ])
    expect((await put(body)).status, JSON.stringify(body)).toBe(400)

  const raw = async (text: string) => {
    const headers = { 'content-type': 'application/json' }
    const request = { cookie, method: 'PUT', headers, body: text }
    return (await server.send('/api/site/sections/community', request)).status
  }
  const withKey = (key: string) =>
    JSON.stringify({ ...good, value: { ...words, x: { y: 1 } } }).replace('"x"', key)
  expect(await raw(withKey('"__proto__"'))).toBe(400)
  expect(await raw(withKey('"constructor"').replace('"y"', '"prototype"'))).toBe(400)
  expect(await raw(withKey('"constructor"'))).toBe(422)
  expect(await raw('{"version":')).toBe(400)
  expect(await raw(JSON.stringify({ ...good, value: { ...words, title: 'x'.repeat(5_000_000) } }))).toBe(413)
  expect(Object.hasOwn(Object.prototype, 'y')).toBe(false)

  for (const section of ['nothing', '__proto__', 'constructor', 'toString', 'Menu'])
    for (const path of [`/api/site/sections/${section}`, `/api/site/sections/${section}/revisions`])
      expect((await call(path)).status, path).toBe(404)
  expect((await call('/api/site/sections/nothing', good, 'PUT')).status).toBe(404)
  expect((await call('/api/site/sections/nothing/reset', { version: 0, to: 'original' })).status).toBe(404)
  expect((await call('/api/site/sections/nothing/preview', { value: words, page: 'home' })).status).toBe(404)
  expect((await call('/api/site/sections/menu/reset', { version: 0, to: 'nowhere' })).status).toBe(400)
  expect((await call('/api/site/sections/community/preview', { value: words, page: 'admin' })).status).toBe(
    400,
  )
  expect((await call('/api/site/sections/community/revisions/one')).status).toBe(400)
  expect(await server.query('select from site_sections')).toEqual([])
})
