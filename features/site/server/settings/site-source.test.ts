import { describe, expect, test, vi } from 'vitest'
import { features, sitePages } from '../../../../app/features.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { sectionTag } from '../../../../core/server/http/page-cache/site-tag.ts'
import { lockSettings, newName } from '../../../../tests/helpers/lock-settings.ts'
import { startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { sitePaths } from '../../contract/site-paths.ts'
import { originalContent } from '../../testing/site-sections.ts'

async function showsNewName(server: TestServer): Promise<boolean> {
  const html = await (await server.send(paths.home)).text()
  expect(html).toContain('We Make AI Easy for Everyday People')
  return html.includes(newName)
}

const becomesNew = (server: TestServer) => expect.poll(() => showsNewName(server)).toBe(true)

test('sitemap.xml and llms.txt name every page that search engines may show, and no other', async () => {
  const server = await startTestServer()
  const read = async (path: string) => (await server.send(path)).text()
  const pages = sitePages.filter(({ path, kind }) => kind !== 'file' && !path.includes(':'))
  const indexable: string[] = []
  for (const { path } of pages) if (!(await read(path)).includes('content="noindex"')) indexable.push(path)
  for (const path of [paths.home, sitePaths.contact, paths.termsOfService]) expect(indexable).toContain(path)

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
    return /© (?:<!-- -->)?(\d{4})/.exec(await (await server.send(sitePaths.apps)).text())?.[1]
  }
  expect(await year('2031-01-01T04:59:50Z')).toBe('2030')
  expect(await year('2031-01-01T05:00:05Z')).toBe('2031')
})

// Browsers scan every form of a page for autofill and lay out the page around it, so unnecessary forms cost time.
test('the home page has no form that was not requested', async () => {
  const html = await (await (await startTestServer()).send(paths.home)).text()
  const forms = [...html.matchAll(/<form [^>]*action="([^"]*)"/g)].map(([, action = '']) => action)
  // Optional features have at most one each, on a page of their own.
  const added = features.flatMap(({ optional, addresses }) =>
    optional ? Object.values(addresses ?? {}) : [],
  )
  expect(forms).toEqual([...new Set(forms)])
  expect(forms.filter((action) => !added.includes(action))).toEqual([sitePaths.contact])
})

describe('while the settings cannot be read', () => {
  test('a page older than a minute comes as it was, and again when the facts have been read', async () => {
    const server = await startTestServer()
    await server.send(paths.home)
    const { changeName } = await lockSettings(server)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await showsNewName(server)).toBe(false)
    await changeName()
    // No NOTIFY is sent, but the server retries long before the next minute.
    await becomesNew(server)
  })

  test('a purged page is waited for a second, and then comes as it was', async () => {
    const server = await startTestServer()
    await server.send(paths.home)
    const { changeName } = await lockSettings(server)
    await server.query(`select pg_notify('page_cache', 'site')`)
    const wait = async () => {
      const began = performance.now()
      expect(await showsNewName(server)).toBe(false)
      return performance.now() - began
    }
    await expect.poll(wait).toBeGreaterThan(500)
    expect(await showsNewName(server)).toBe(false)
    await changeName()
    await becomesNew(server)
  })

  test('changed words are shown, because only they are read again', async () => {
    const server = await startTestServer()
    await server.send(paths.home)
    await lockSettings(server)
    const hero = { ...originalContent.hero, lead: 'We teach anglers.' }
    await server.query(
      `insert into site_sections (section, published, changed_by) values ('hero', $1, 'Ann')`,
      [hero],
    )
    await server.query(`select pg_notify('page_cache', $1)`, [sectionTag('hero')])
    await expect.poll(async () => (await server.send(paths.home)).text()).toContain('We teach anglers.')
    // No one waits for the settings.
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    expect(await server.query(waiting)).toEqual([])
  })

  test('a page that has never been made comes without the facts', async () => {
    // One of its own: another server remembers the facts of earlier tests.
    const server = await startTestServer({ env: {} })
    const { changeName } = await lockSettings(server)
    expect(await showsNewName(server)).toBe(false)
    await changeName()
    await becomesNew(server)
  })
})
