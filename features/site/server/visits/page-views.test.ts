import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { launchServer } from '../../../../tests/helpers/launch-server.ts'
import { startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { peoplePaths } from '../../../people/contract/people-paths.ts'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import { sitePaths } from '../../contract/site-paths.ts'
import { chrome, readLeftOut } from '../../testing/counted-visits.ts'

const person = { 'user-agent': chrome }

async function views(server: TestServer): Promise<Record<string, number>> {
  await server.instance.tally.flush()
  const rows = await server.query<{ path: string; views: number }>('select path, views from page_views')
  return Object.fromEntries(rows.map(({ path, views }) => [path, views]))
}

async function addPost(server: TestServer): Promise<void> {
  await server.query(
    `insert into blog_posts (title, slug, excerpt, content, author, author_type, tags)
     values ('A post', 'a-post', 'e', '<p>c</p>', 'Ann', 'human', array['für alle'])`,
  )
  await server.query('insert into post_slugs select slug, id from blog_posts')
}

test('a page counts once each time a person opens it, from the cache and unchanged too', async () => {
  const server = await startTestServer()
  await addPost(server)
  const open = (path: string, headers = {}) => server.send(path, { headers: { ...person, ...headers } })
  const first = await open(paths.home)
  const again = await open(paths.home, { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  await open(`${postPaths.post('a-post')}?utm_source=mail`)
  await open(`${postPaths.post('a-post')}/`)
  await open(postPaths.blogTag('für alle'))
  await open('/blog/tag/f%c3%bcr%20alle')
  expect(await views(server)).toEqual({
    [paths.home]: 2,
    [postPaths.post('a-post')]: 2,
    [postPaths.blogTag('für alle')]: 2,
  })
  await open(paths.home)
  expect((await views(server))[paths.home]).toBe(3)
})

test('a page that no one reads does not count', async () => {
  const server = await startTestServer()
  await addPost(server)
  const open = (path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
    server.send(path, { ...options, headers: { ...person, ...options.headers } })
  for (const path of [
    '/no/such/page',
    postPaths.post('missing'),
    paths.rss,
    postPaths.postMarkdown('a-post'),
  ])
    await open(path)
  await open(postPaths.post('A-Post'))
  await open(peoplePaths.waitlistJoined)
  await open(paths.home, { method: 'HEAD' })
  await open(postPaths.post('a-post'), { headers: { accept: 'text/markdown' } })
  await open(paths.login)
  expect(await views(server)).toEqual({})
  expect(await readLeftOut(server)).toEqual({})
})

test('bots and pages fetched ahead are left out and counted apart', async () => {
  const server = await startTestServer()
  await server.send(paths.home, { headers: { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' } })
  await server.send(paths.home, { headers: { 'user-agent': 'Wget/1.21' } })
  await server.send(paths.home, { headers: { ...person, 'sec-purpose': 'prefetch' } })
  await server.send(paths.home, { headers: { ...person, purpose: 'prefetch' } })
  await server.send(paths.home, { headers: person })
  expect(await views(server)).toEqual({ [paths.home]: 1 })
  expect(await readLeftOut(server)).toEqual({ 'view-bots': 2, 'view-prefetches': 2 })
})

test('a page that was fetched ahead counts when it is shown, and that response is not cached', async () => {
  const server = await startTestServer()
  await addPost(server)
  const ahead = await server.send(postPaths.post('a-post'), {
    headers: { ...person, 'sec-purpose': 'prefetch' },
  })
  expect(ahead.headers.get('speculation-rules')).toBe(`"${paths.pageOpened}"`)
  expect(ahead.headers.get('cache-control')).toBe('no-store')
  const list = await server.send(postPaths.blog, { headers: { ...person, 'sec-purpose': 'prefetch' } })
  expect(list.headers.get('speculation-rules')).toBe(`"${paths.speculationRules}", "${paths.pageOpened}"`)
  expect(await views(server)).toEqual({})

  // When a visitor opens a prefetched page, the browser fetches the speculation rules that the page's headers name. The
  // request for these (empty) rules counts the view.
  const opened = (headers: Record<string, string>) =>
    server.send(paths.pageOpened, { headers: { ...person, ...headers } })
  const rules = await opened({ referer: server.url + postPaths.post('a-post') })
  expect(rules.headers.get('content-type')).toContain('application/speculationrules+json')
  expect(rules.headers.get('cache-control')).toBe('no-store')
  expect(await rules.json()).toEqual({})
  await opened({ referer: 'https://evil.example/blog/a-post' })
  await opened({})
  await opened({ referer: server.url + postPaths.post('a-post'), 'user-agent': 'bingbot' })
  expect(await views(server)).toEqual({ [postPaths.post('a-post')]: 1 })

  const usual = await server.send(postPaths.post('a-post'), { headers: person })
  expect(usual.headers.get('speculation-rules')).toBeNull()
  expect(usual.headers.get('cache-control')).toContain('public')
})

test('views belong to the day of the site’s time zone', async () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Niue']
  for (const timeZone of zones) {
    const server = await startTestServer({ env: { TIME_ZONE: timeZone } })
    await server.send(paths.home, { headers: person })
    await server.instance.tally.flush()
    const [row] = await server.query<{ same: boolean }>(
      'select day = (now() at time zone $1)::date as same from page_views',
      [timeZone],
    )
    expect(row?.same, timeZone).toBe(true)
  }
})

test('nothing that was counted is lost while the database is away, or when the server stops', async () => {
  const server = await startTestServer()
  await server.send(paths.home, { headers: person })
  await server.query('alter table page_views rename to away')
  await server.instance.tally.flush()
  expect(server.logged.join('')).toContain('page views could not be written')
  await server.send(paths.home, { headers: person })
  await server.query('alter table away rename to page_views')
  expect(await views(server)).toEqual({ [paths.home]: 2 })

  const other = await launchServer({ connectionString: server.connectionString })
  await Promise.all([1, 2, 3].map(() => other.send(paths.home, { headers: person })))
  await other.close()
  expect(await views(server)).toEqual({ [paths.home]: 5 })
})

test('two instances add to the same rows', async () => {
  const one = await startTestServer()
  const two = await startTestServer({ connectionString: one.connectionString })
  for (const path of [paths.home, sitePaths.apps, sitePaths.waitlist])
    for (const server of [one, two]) await server.send(path, { headers: person })
  await Promise.all([one, two].map((server) => server.instance.tally.flush()))
  expect(await views(one)).toEqual({ [paths.home]: 2, [sitePaths.apps]: 2, [sitePaths.waitlist]: 2 })
})
