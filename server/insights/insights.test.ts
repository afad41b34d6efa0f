import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { clickLabels, clickServices } from '../../contracts/clicks.ts'
import {
  addDays,
  type Insights,
  lastWeeks,
  rangeBefore,
  readRange,
  weekOf,
  weeksOf,
} from '../../contracts/insights.ts'
import { nameOfPage } from '../../contracts/page-name.ts'
import { paths } from '../../contracts/paths.ts'
import { startTestServer, type TestServer } from '../../tests/helpers/test-server.ts'
import { readCell } from '../entries/csv.ts'

/** Ten weeks of everything, spread by rules and not by chance. */
async function seed(server: TestServer): Promise<void> {
  await server.query(
    `insert into calendar_clicks (service, source, created_at)
     select ($1::text[])[1 + n % $2], case when n % 7 = 0 then null when n % 3 = 0 then '/blog/post-1' else '/' end,
       timestamptz '2026-03-02 00:30Z' + n * interval '31 minutes'
     from generate_series(0, 3000) as n`,
    [[...clickServices], clickServices.length],
  )
  await server.query(
    `insert into training_waitlist (name, email, source, suspected_at, created_at)
     select 'P', 'p' || n || '@example.org', case n % 3 when 0 then '/' when 1 then '/waitlist' end,
       case when n % 5 = 0 then now() end, timestamptz '2026-03-02Z' + n * interval '3 hours'
     from generate_series(0, 500) as n`,
  )
  await server.query(
    `insert into contact_submissions (name, company, email, source, suspected_at, created_at)
     select name, 'C', email, source, suspected_at, created_at + interval '20 minutes' from training_waitlist`,
  )
  await server.query(
    `insert into newsletter_subscriptions (email, source, subscribed_at)
     select email, case when id % 4 = 0 then 'import' else source end, created_at + interval '40 minutes'
     from training_waitlist`,
  )
  await server.query(
    `insert into blog_posts (title, slug, excerpt, content, author, author_type, is_published, published_at, deleted_at)
     select '=Post ' || n, 'post-' || n, 'e', 'c', 'Ann', 'human', n % 4 > 0,
       timestamptz '2026-03-02Z' + n * interval '2 days', case when n % 5 = 0 then now() end
     from generate_series(0, 40) as n`,
  )
  await server.query('insert into post_slugs select slug, id from blog_posts')
  await server.query(
    `insert into page_views (day, path, views)
     select date '2026-03-02' + d, path, 1 + d % 4
     from generate_series(0, 70) as d, unnest(array['/', '/apps', '/blog', '/blog/tag/x', '/blog/post-1', '/blog/post-2']) as path`,
  )
  await server.query(
    `insert into left_out select date '2026-03-02' + d, what, 2
     from generate_series(0, 70) as d, unnest(array['click-bots', 'view-bots', 'view-prefetches']) as what`,
  )
}

async function read(server: TestServer, query: string): Promise<Insights> {
  const response = await server.send(`${paths.api.insights}?${query}`, { cookie: await server.signIn() })
  expect(response.status).toBe(200)
  return response.json()
}

const zones = ['Pacific/Auckland', 'America/Los_Angeles']

describe.each(zones)('insights in %s', (timeZone) => {
  test('agree with SQL, at every edge of the range', async () => {
    const server = await startTestServer({ env: { TIME_ZONE: timeZone } })
    await seed(server)
    const [from, to] = ['2026-03-11', '2026-04-21']
    const found = await read(server, `from=${from}&to=${to}`)
    expect(found).toMatchObject({ from, to, timeZone })
    expect(found.weeks).toEqual([
      '2026-03-09',
      '2026-03-16',
      '2026-03-23',
      '2026-03-30',
      '2026-04-06',
      '2026-04-13',
      '2026-04-20',
    ])

    // Day by day in JavaScript, so that no rule of the query under test is used twice.
    const local = new Intl.DateTimeFormat('en-CA', { timeZone })
    const inRange = <Row extends { at: Date }>(rows: Row[]) =>
      rows.map((row) => ({ ...row, day: local.format(row.at) })).filter(({ day }) => day >= from && day <= to)
    const clicks = inRange(
      await server.query<{ at: Date; service: string; source: string | null }>(
        'select created_at as at, service, source from calendar_clicks',
      ),
    )
    expect(clicks.length).toBeGreaterThan(1500)
    for (const { service, perWeek, total } of found.clicks) {
      const own = clicks.filter((click) => click.service === service)
      expect(total, service).toBe(own.length)
      expect(perWeek, service).toEqual(
        found.weeks.map((week) => own.filter(({ day }) => weekOf(day) === week).length),
      )
    }
    expect(found.clicks.map(({ service }) => service).sort()).toEqual([...clickServices].sort())
    expect(found.clicks.map(({ total }) => total)).toEqual(
      found.clicks.map(({ total }) => total).sort((a, b) => b - a),
    )

    for (const [form, table, at] of [
      ['waitlist', 'training_waitlist where suspected_at is null', 'created_at'],
      ['contact', 'contact_submissions where suspected_at is null', 'created_at'],
      ['newsletter', `newsletter_subscriptions where source is distinct from 'import'`, 'subscribed_at'],
    ] as const) {
      const people = inRange(
        await server.query<{ at: Date; source: string | null }>(`select ${at} as at, source from ${table}`),
      )
      expect(people.length, form).toBeGreaterThan(100)
      for (const source of ['/', '/waitlist', null])
        expect(found.signUps.find((one) => one.source === source)?.[form], `${form} ${source}`).toBe(
          people.filter((one) => one.source === source).length,
        )
    }
    expect(found.signUps).toHaveLength(3)

    const posts = inRange(
      await server.query<{ at: Date }>(
        'select published_at as at from blog_posts where is_published and deleted_at is null',
      ),
    )
    expect(found.posts.published).toEqual(
      found.weeks.map((week) => posts.filter(({ day }) => weekOf(day) === week).length),
    )
    const views = await server.query<{ day: string; path: string; views: number }>(
      'select day::text, path, views from page_views where day between $1 and $2',
      [from, to],
    )
    const sum = (rows: typeof views) => rows.reduce((all, row) => all + row.views, 0)
    expect(found.posts.reads).toEqual(
      found.weeks.map((week) =>
        sum(views.filter(({ day, path }) => weekOf(day) === week && path.startsWith('/blog/post-'))),
      ),
    )
    expect(found.pages).toHaveLength(6)
    for (const { path, views: seen, clicks: followed } of found.pages) {
      expect(seen, path).toBe(sum(views.filter((row) => row.path === path)))
      expect(followed, path).toBe(clicks.filter(({ source }) => source === path).length)
    }
    expect(found.pages.find(({ path }) => path === '/blog/post-1')?.title).toBe('=Post 1')
    expect(found.pages.find(({ path }) => path === '/blog')?.title).toBeNull()
    // The same again for the 42 days before, of which some have nothing.
    expect(found.previous).toEqual({ from: '2026-01-28', to: '2026-03-10' })
    const isBefore = (day: string) => day >= '2026-01-28' && day <= '2026-03-10'
    const daysOf = async (text: string) =>
      (await server.query<{ at: Date }>(text)).map(({ at }) => local.format(at))
    const [clickDays, waitlistDays, contactDays, newsletterDays] = await Promise.all([
      daysOf('select created_at as at from calendar_clicks'),
      daysOf('select created_at as at from training_waitlist where suspected_at is null'),
      daysOf('select created_at as at from contact_submissions where suspected_at is null'),
      daysOf(
        `select subscribed_at as at from newsletter_subscriptions where source is distinct from 'import'`,
      ),
    ])
    const signUpDays = [...waitlistDays, ...contactDays, ...newsletterDays]
    const allViews = await server.query<{ day: string; views: number; path: string }>(
      'select day::text, path, views from page_views',
    )
    expect(found.totals).toEqual({
      views: { now: sum(views), before: sum(allViews.filter(({ day }) => isBefore(day))) },
      clicks: { now: clicks.length, before: clickDays.filter(isBefore).length },
      signUps: {
        now: signUpDays.filter((day) => day >= from && day <= to).length,
        before: signUpDays.filter(isBefore).length,
      },
    })
    expect(Object.values(found.totals).every(({ before }) => before > 0)).toBe(true)
    expect(found.leftOut).toEqual({ clickBots: 84, viewBots: 84, viewPrefetches: 84 })
  })
})

test('the CSV of every report holds what the answer holds, and no formula', async () => {
  const server = await startTestServer()
  await seed(server)
  const cookie = await server.signIn()
  const query = 'from=2026-03-02&to=2026-03-29'
  const found = await read(server, query)
  const csv = async (report: string) => {
    const response = await server.send(`${paths.api.insightsCsv(report)}?${query}`, { cookie })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${report}-2026-03-02-to-2026-03-29.csv"`,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
    const text = bytes.subarray(3).toString()
    expect(text.endsWith('\r\n')).toBe(true)
    return { text, rows: parse(text, { bom: true }).map((row) => row.map(readCell)) }
  }
  const clicks = await csv('clicks')
  expect(clicks.rows[0]?.join()).toBe(
    'Button,Week of 2026-03-02,Week of 2026-03-09,Week of 2026-03-16,Week of 2026-03-23,All',
  )
  expect(clicks.rows).toHaveLength(1 + clickServices.length)
  const [most] = found.clicks
  if (!most) throw new Error('there are clicks')
  expect(clicks.rows[1]).toEqual([clickLabels[most.service], ...[...most.perWeek, most.total].map(String)])
  expect((await csv('sign-ups')).rows.slice(1)).toEqual(
    found.signUps.map(({ source, waitlist, contact, newsletter }) => [
      source === null ? 'Unknown page' : nameOfPage(source),
      source ?? '',
      ...[waitlist, contact, newsletter].map(String),
    ]),
  )
  expect((await csv('posts')).rows.slice(1)).toEqual(
    found.weeks.map((week, index) => [
      week,
      ...[found.posts.published[index], found.posts.reads[index]].map(String),
    ]),
  )
  expect((await csv('pages')).text).toMatch(/^"'=Post 1","\/blog\/post-1","\d+","\d+","[\d.]+"\r$/m)
  expect((await server.send(`${paths.api.insightsCsv('people')}?${query}`, { cookie })).status).toBe(404)
})

test('a range that makes no sense is named, and the usual one is the last twelve weeks', async () => {
  const server = await startTestServer()
  const cookie = await server.signIn()
  for (const query of [
    'from=2026-03-02&to=2026-03-01',
    'from=2020-01-01&to=2026-01-01',
    'from=0001-01-01&to=0001-02-01',
    'from=2026-02-30',
    'from=yesterday',
    'from=2026-03-02&from=2026-03-03',
    'since=2026-03-02',
  ]) {
    const response = await server.send(`${paths.api.insights}?${query}`, { cookie })
    expect(response.status, query).toBe(400)
    expect((await response.json()).detail).toMatch(/^[A-Z].*\.$/)
  }
  const found = await read(server, '')
  expect(found.weeks).toHaveLength(12)
  expect(found.to).toBe(new Date().toLocaleDateString('en-CA', { timeZone: found.timeZone }))
})

test('a sign-up on a post is told by the title of that post, renamed or not', async () => {
  const server = await startTestServer()
  await seed(server)
  await server.query(
    `insert into post_slugs values ('old-name', (select id from blog_posts where slug = 'post-1'))`,
  )
  await server.query(
    `insert into training_waitlist (name, email, source, created_at) values ('P', 'p@example.org', '/blog/old-name', '2026-03-05')`,
  )
  const { signUps } = await read(server, 'from=2026-03-02&to=2026-03-29')
  expect(signUps.find(({ source }) => source === '/blog/old-name')?.title).toBe('=Post 1')
  expect(signUps.find(({ source }) => source === '/waitlist')?.title).toBeNull()
})

test('without anything before, or at all, the totals are 0', async () => {
  const server = await startTestServer()
  const nothing = { now: 0, before: 0 }
  expect((await read(server, 'from=2019-01-01&to=2019-02-01')).totals).toEqual({
    views: nothing,
    clicks: nothing,
    signUps: nothing,
  })
})

test('what was opened a moment ago is shown', async () => {
  const server = await startTestServer()
  await server.send(paths.apps, { headers: { 'user-agent': 'Mozilla/5.0 Chrome/140.0.0.0 Safari/537.36' } })
  expect((await read(server, '')).pages).toEqual([{ path: paths.apps, title: null, views: 1, clicks: 0 }])
})

test('weeks begin on Monday, over the turn of a year and the change of clocks', () => {
  expect(weekOf('2026-03-29')).toBe('2026-03-23')
  expect(weekOf('2026-03-30')).toBe('2026-03-30')
  expect(weeksOf('2025-12-28', '2026-01-05')).toEqual(['2025-12-22', '2025-12-29', '2026-01-05'])
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(rangeBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
    from: '2026-02-28',
    to: '2026-02-28',
  })
  expect(rangeBefore({ from: '2026-03-01', to: '2026-04-30' })).toEqual({
    from: '2025-12-30',
    to: '2026-02-28',
  })
  expect(lastWeeks('2026-11-21', 12)).toEqual({ from: '2026-08-31', to: '2026-11-21' })
  expect(readRange({ to: '2026-01-31' }, '2026-11-21')).toEqual({ from: '2025-11-10', to: '2026-01-31' })
})
