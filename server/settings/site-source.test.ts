import pg from 'pg'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import { startTestServer, type TestServer } from '../../tests/helpers/test-server.ts'
import { sitePages } from '../site/pages.ts'

afterEach(() => void vi.useRealTimers())

const setName = `insert into settings (key, value) values ('organisation', '{"name": "Harbor Helpers"}')`

/** Someone changes the settings in a transaction of minutes: readers wait. */
async function lockSettings(server: TestServer): Promise<{ client: pg.Client; release(): Promise<unknown> }> {
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table settings in access exclusive mode')
  return { client, release: () => client.query('commit') }
}

function letTimePass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

async function timed(server: TestServer): Promise<{ isNew: boolean; took: number }> {
  const began = performance.now()
  const html = await (await server.send(paths.home)).text()
  expect(html).toContain('We Make AI Easy for Everyday People')
  return { isNew: html.includes('Harbor Helpers'), took: performance.now() - began }
}

const becomesNew = (server: TestServer) =>
  expect.poll(async () => (await timed(server)).isNew, { timeout: 2000 }).toBe(true)

test('sitemap.xml and llms.txt name every page that search engines may show, and no other', async () => {
  const server = await startTestServer()
  const read = async (path: string) => (await server.send(path)).text()
  const pages = sitePages.filter(({ path, kind }) => kind !== 'file' && !path.includes(':'))
  const indexable: string[] = []
  for (const { path } of pages) if (!(await read(path)).includes('content="noindex"')) indexable.push(path)
  for (const path of [paths.home, paths.contact, paths.newsletter, paths.termsOfService])
    expect(indexable).toContain(path)

  const pathsIn = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, url = '']) => new URL(url).pathname)
  expect(pathsIn(await read(paths.sitemap), /<loc>([^<]*)</g)).toEqual(indexable)
  expect(pathsIn(await read(paths.llms), /^- \[[^\]]+\]\(([^)]*)\): \S/gm)).toEqual(indexable)
})

test('the home page describes the organization to search engines', async () => {
  const html = await (await (await startTestServer()).send(paths.home)).text()
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)</.exec(html) ?? []
  expect(JSON.parse(json)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Everyday AI',
    url: 'http://everyday.test/',
    logo: 'http://everyday.test/icon-512.png',
  })
})

test('the apps page changes its year at midnight in the time zone of the site', async () => {
  const server = await startTestServer()
  const year = async (now: string) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
    return /© (?:<!-- -->)?(\d{4})/.exec(await (await server.send(paths.apps)).text())?.[1]
  }
  expect(await year('2031-01-01T04:59:50Z')).toBe('2030')
  expect(await year('2031-01-01T05:00:05Z')).toBe('2031')
})

// A browser looks through every form of a page for what it can fill in, and lays out its surroundings.
test('the home page has no form that was not requested', async () => {
  const html = await (await (await startTestServer()).send(paths.home)).text()
  const forms = [...html.matchAll(/<form [^>]*action="([^"]*)"/g)].map(([, action]) => action)
  expect(forms).toEqual([paths.newsletter, paths.contact])
})

describe('while the database is slow', () => {
  test('a page older than a minute comes at once, and again when the facts have been read', async () => {
    const server = await startTestServer()
    await timed(server)
    const lock = await lockSettings(server)
    letTimePass(61_000)
    const { isNew, took } = await timed(server)
    expect(isNew).toBe(false)
    expect(took).toBeLessThan(500)
    await lock.client.query(setName)
    await lock.release()
    // Without a NOTIFY, and long before the next minute.
    await becomesNew(server)
  })

  test('a purged page is waited for a second, and others do not wait again', async () => {
    const server = await startTestServer()
    await timed(server)
    const lock = await lockSettings(server)
    await server.query(`select pg_notify('page_cache', 'site')`)
    await expect.poll(async () => (await timed(server)).took, { timeout: 3000 }).toBeGreaterThan(500)
    const again = await timed(server)
    expect(again.took).toBeLessThan(300)
    expect(again.isNew).toBe(false)
    await lock.client.query(setName)
    await lock.release()
    await becomesNew(server)
  })

  test('a page that has never been made waits no longer than that', async () => {
    const server = await startTestServer()
    const lock = await lockSettings(server)
    const { took } = await timed(server)
    expect(took).toBeLessThan(2500)
    await lock.client.query(setName)
    await lock.release()
    await becomesNew(server)
  })
})
