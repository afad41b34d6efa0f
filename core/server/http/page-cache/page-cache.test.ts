import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { postPaths } from '../../../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../../../features/site/contract/site-paths.ts'
import { startSignedIn, startTestServer } from '../../../../tests/helpers/test-server.ts'
import { paths } from '../../../contract/paths.ts'
import { chooseEncoding, matchesEtag } from '../negotiation.ts'
import { PageCache, type ProducedPage } from './page-cache.ts'

class Outage extends Error {}

function setUp(maxBytes = 1_000_000) {
  const clock = { now: 0 }
  const made: string[] = []
  const lateFailures: unknown[] = []
  const cache = new PageCache({
    maxBytes,
    maxAge: 60_000,
    isOutage: (error) => error instanceof Outage,
    onLateFailure: (error) => lateFailures.push(error),
    freshWaitMs: 50,
    now: () => clock.now,
  })
  const page =
    (body: string, tags: string[] = []) =>
    async (): Promise<ProducedPage> => {
      made.push(body)
      return { status: 200, contentType: 'text/html', body, tags }
    }
  const read = async (key: string, produce: () => Promise<ProducedPage>) =>
    (await cache.get(key, produce)).body.toString()
  return { clock, made, lateFailures, cache, page, read }
}

const fail = (error: Error) => () => Promise.reject(error)

/** A page whose rendering ends when the test calls `finish` or `fail` */
function slowly() {
  let finish = (_: string) => {}
  let fail = (_: Error) => {}
  const made = new Promise<ProducedPage>((resolve, reject) => {
    finish = (body) => resolve({ status: 200, contentType: 'text/html', body, tags: ['site'] })
    fail = reject
  })
  return { produce: () => made, finish, fail }
}

describe('the page cache', () => {
  test('makes a page once for all who ask at the same time', async () => {
    const { made, page, read } = setUp()
    const bodies = await Promise.all(Array.from({ length: 50 }, () => read('/', page('home'))))
    expect(new Set(bodies)).toEqual(new Set(['home']))
    expect(await read('/', page('again'))).toBe('home')
    expect(made).toEqual(['home'])
  })

  test('makes it again after sixty seconds', async () => {
    const { clock, page, read } = setUp()
    await read('/', page('old'))
    clock.now = 60_000
    expect(await read('/', page('new'))).toBe('old')
    clock.now = 60_001
    expect(await read('/', page('new'))).toBe('new')
  })

  test('a purge drops the pages of its tags and no others', async () => {
    const { cache, page, read } = setUp()
    await read('/a', page('a', ['post:1', 'blog']))
    await read('/b', page('b', ['post:12']))
    cache.purge(['post:1'])
    expect(await read('/a', page('a2', ['post:1']))).toBe('a2')
    expect(await read('/b', page('b2'))).toBe('b')
    cache.purge()
    expect(await read('/b', page('b2'))).toBe('b2')
  })

  test('a page that was begun before a purge is neither kept nor given to later readers', async () => {
    const { cache, page, read } = setUp()
    let finish = (_: ProducedPage) => {}
    const slow = read('/', () => new Promise<ProducedPage>((resolve) => (finish = resolve)))
    cache.purge(['site'])
    expect(await read('/', page('new'))).toBe('new')
    finish({ status: 200, contentType: 'text/html', body: 'old', tags: ['site'] })
    expect(await slow).toBe('old')
    expect(await read('/', page('newer'))).toBe('new')
  })

  test('gives the last good copy during an outage, even a purged one, and shows other errors', async () => {
    const { cache, clock, page, read } = setUp()
    await read('/', page('good', ['site']))
    cache.purge(['site'])
    expect(await read('/', fail(new Outage()))).toBe('good')
    clock.now = 10_000_000
    expect(await read('/', fail(new Outage()))).toBe('good')
    clock.now += 5001
    await expect(read('/never', fail(new Outage()))).rejects.toThrow(Outage)
    await expect(read('/', fail(new Error('gone')))).rejects.toThrow('gone')
    await expect(read('/', fail(new Outage()))).rejects.toThrow(Outage)
    expect(await read('/', page('back'))).toBe('back')
    cache.clear()
    await expect(read('/', fail(new Outage()))).rejects.toThrow(Outage)
  })

  test('leaves the database alone for five seconds after an outage, but not after a purge', async () => {
    const { cache, clock, made, page, read } = setUp()
    await read('/', page('old', ['site']))
    clock.now = 70_000
    expect(await read('/', fail(new Outage()))).toBe('old')
    clock.now += 4999
    expect(await read('/', page('too soon'))).toBe('old')
    expect(made).toEqual(['old'])
    cache.purge(['site'])
    expect(await read('/', page('new'))).toBe('new')
  })

  test('serves the old page while a new one takes long, makes it once, and then serves that', async () => {
    const { cache, clock, made, page, read } = setUp()
    await read('/', page('old', ['site']))
    cache.purge(['site'])
    const slow = slowly()
    const began = performance.now()
    expect(await read('/', slow.produce)).toBe('old')
    expect(performance.now() - began).toBeGreaterThan(40)
    // Later visitors do not wait again: all get the old page before this timer fires, which is shorter than one wait.
    clock.now += 51
    let waited = false
    setTimeout(() => {
      waited = true
    }, 40)
    expect(await Promise.all(Array.from({ length: 20 }, () => read('/', page('twice'))))).toEqual(
      Array(20).fill('old'),
    )
    expect(waited).toBe(false)
    slow.finish('new')
    await expect.poll(() => read('/', page('twice'))).toBe('new')
    expect(made).toEqual(['old'])
  })

  test('waits for the new page of a purge when it comes in time', async () => {
    const { cache, page, read } = setUp()
    await read('/', page('old', ['site']))
    cache.purge(['site'])
    const soon = slowly()
    setTimeout(() => soon.finish('new'), 20)
    expect(await read('/', soon.produce)).toBe('new')
  })

  test('reports a failure that no one waited for any more, and forgets the old page', async () => {
    const { clock, lateFailures, page, read } = setUp()
    await read('/', page('old'))
    clock.now = 70_000
    const slow = slowly()
    expect(await read('/', slow.produce)).toBe('old')
    clock.now += 51
    slow.fail(new Error('gone'))
    await expect.poll(() => lateFailures).toEqual([new Error('gone')])
    await expect(read('/', fail(new Outage()))).rejects.toThrow(Outage)
  })

  test('stays below its bytes, least recently used first, compressed copies included', async () => {
    const { cache, page, read } = setUp(40_000)
    const noise = (seed: number) =>
      Array.from({ length: 9000 }, (_, at) => String.fromCharCode(33 + ((at * at * seed) % 90))).join('')
    for (const key of ['/1', '/2', '/3', '/4']) await read(key, page(noise(Number(key.slice(1)) + 6)))
    await read('/1', page('made again'))
    await read('/5', page(noise(17)))
    expect(cache.fresh('/2')).toBeUndefined()
    expect(cache.fresh('/1')).toBeDefined()
    for (const key of ['/1', '/3', '/4', '/5']) {
      const entry = cache.fresh(key)
      if (entry) await cache.variant(entry, 'br')
    }
    expect(cache.bytes).toBeLessThanOrEqual(40_000)
    await read('/big', page('x'.repeat(50_000)))
    expect(cache.fresh('/big')).toBeUndefined()
    expect(cache.bytes).toBeLessThanOrEqual(40_000)
  })
})

test('encodings are chosen as the client asks', () => {
  expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br')
  expect(chooseEncoding('gzip')).toBe('gzip')
  expect(chooseEncoding('br;q=0.5, gzip')).toBe('gzip')
  expect(chooseEncoding('br;q=0, gzip;q=0')).toBe('identity')
  expect(chooseEncoding('identity')).toBe('identity')
  expect(chooseEncoding('*')).toBe('br')
  expect(chooseEncoding(undefined)).toBe('identity')
})

test('etags are compared as lists, weakly', () => {
  expect(matchesEtag('"a", W/"b"', '"b"')).toBe(true)
  expect(matchesEtag('*', '"b"')).toBe(true)
  expect(matchesEtag('"bb"', '"b"')).toBe(false)
  expect(matchesEtag(undefined, '"b"')).toBe(false)
})

describe('a page over HTTP', () => {
  const raw = async (url: string, headers: Record<string, string>, method = 'GET') => {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(url, { headers, method }, resolve).on('error', reject),
    )
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
  }

  test('is the same page in every encoding, with a tag for each, and 304 where it is known', async () => {
    const server = await startTestServer()
    const plain = await raw(server.url, {})
    const br = await raw(server.url, { 'accept-encoding': 'br' })
    const gz = await raw(server.url, { 'accept-encoding': 'gzip' })
    expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
    expect(gunzipSync(gz.body).equals(plain.body)).toBe(true)
    expect(new Set([plain, br, gz].map((response) => response.headers.etag)).size).toBe(3)
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(br.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=600')

    const tag = { 'if-none-match': String(br.headers.etag) }
    const known = await raw(server.url, { 'accept-encoding': 'br', ...tag })
    expect([known.status, known.body.length]).toEqual([304, 0])
    const other = await raw(server.url, { 'accept-encoding': 'gzip', ...tag })
    expect(other.status).toBe(200)
    const head = await fetch(server.url, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('has the same headers from Fastify and from the accelerator in front of it', async () => {
    const server = await startTestServer()
    const { pageCache } = server.instance
    const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
    for (const path of [paths.home, sitePaths.apps, `${postPaths.blog}?page=1`, paths.rss])
      for (const encoding of ['br', 'gzip', 'identity'])
        for (const method of ['GET', 'HEAD']) {
          const url = server.url + path
          const ask = async (headers = {}) => {
            const {
              date,
              'x-request-id': id,
              ...rest
            } = (await raw(url, { ...browser, 'accept-encoding': encoding, ...headers }, method)).headers
            expect([date, id]).toEqual([expect.any(String), expect.stringMatching(/^[0-9a-f-]{36}$/)])
            return rest
          }
          pageCache.purge()
          const miss = await ask()
          expect(await ask(), `${method} ${path} ${encoding}`).toEqual(miss)
          const known = { 'if-none-match': String(miss.etag) }
          const notModified = await ask(known)
          pageCache.purge()
          // Fastify adds `content-length: 0` to a 304 response for HEAD, so that header is not compared.
          const { 'content-length': _, ...expected } = await ask(known)
          expect(notModified, `${method} ${path} ${encoding} 304`).toEqual(expected)
        }
  })

  test('is the same for everyone: cookies and unknown queries change nothing', async () => {
    const { server, cookie } = await startSignedIn()
    const tag = async (path: string, headers = {}) =>
      (await server.send(path, { headers })).headers.get('etag')
    const plain = await tag(paths.home)
    expect(await tag(paths.home, { cookie })).toBe(plain)
    expect(await tag('/?utm_source=x&name=<b>Ann</b>', { cookie, 'user-agent': 'other' })).toBe(plain)
    expect((await server.send(paths.home, { cookie })).headers.get('set-cookie')).toBeNull()
  })

  test('comes from the fast path with the parameters of campaigns, and no query adds a page to the cache', async () => {
    const server = await startTestServer()
    const { pageCache } = server.instance
    for (const path of [paths.home, `${postPaths.blog}?page=1`]) await (await server.send(path)).text()
    const { bytes } = pageCache
    const slow = vi.spyOn(pageCache, 'get')
    for (const path of [
      '/?utm_source=letter&utm_medium=email&fbclid=x',
      `${postPaths.blog}?utm_source=x&page=1`,
      `${postPaths.blog}?page=1&gclid=y`,
    ])
      expect((await server.send(path)).status, path).toBe(200)
    expect(slow).not.toHaveBeenCalled()
    for (let number = 0; number < 20; number++)
      expect((await server.send(`/?x${number}=1&utm_source=${number}`)).status).toBe(200)
    expect(slow).toHaveBeenCalledTimes(20)
    expect(pageCache.bytes).toBe(bytes)
  })

  test('changes on every instance after a NOTIFY, long before its minute is over', async () => {
    const one = await startTestServer()
    const two = await startTestServer({ connectionString: one.connectionString })
    const shows = async (server: typeof one, name: string) =>
      (await (await server.send(paths.home)).text()).includes(name)
    expect(await shows(two, 'Harbor Helpers')).toBe(false)
    await one.query(`insert into settings (key, value) values ('organisation', '{"name": "Harbor Helpers"}')`)
    await one.query(`select pg_notify('page_cache', 'site')`)
    await expect.poll(() => shows(one, 'Harbor Helpers')).toBe(true)
    await expect.poll(() => shows(two, 'Harbor Helpers')).toBe(true)
  })

  test('changes soon after the listener was cut off', async () => {
    const server = await startTestServer()
    const shows = async (name: string) => (await (await server.send(paths.home)).text()).includes(name)
    expect(await shows('Harbor Helpers')).toBe(false)
    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'everyday-ai listener'`,
    )
    await server.query(
      `insert into settings (key, value) values ('organisation', '{"name": "Harbor Helpers"}')`,
    )
    await expect.poll(() => shows('Harbor Helpers')).toBe(true)
  })
})
