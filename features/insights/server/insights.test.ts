import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../../core/contract/calendar-days.ts'
import { readCell } from '../../../core/server/http/csv.ts'
import { startSignedIn, startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { nameButtons } from '../../site/contract/clicks.ts'
import { nameOfPage } from '../../site/contract/page-name.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { originalContent } from '../../site/testing/site-sections.ts'
import { type Insights, lastWeeks, rangeBefore, readRange, weekOf, weeksOf } from '../contract/insights.ts'
import { insightsPaths } from '../contract/insights-paths.ts'

const clickServices = [...nameButtons(originalContent).keys()]

/** Fills about ten weeks with data of every kind. Rows are spread by arithmetic on `n`, so they are always the same. */
async function seed(server: TestServer): Promise<void> {
  await server.query(
    `insert into calendar_clicks (service, source, created_at)
     select ($1::text[])[1 + n % $2], case when n % 7 = 0 then null when n % 3 = 0 then '/blog/post-1' else '/' end,
       timestamptz '2026-03-02 00:30Z' + n * interval '31 minutes'
     from generate_series(0, 3000) as n`,
    [[...clickServices], clickServices.length],
  )
  await server.query(`
    insert into training_waitlist (name, email, source, suspected_at, created_at)
      select 'P', 'p' || n || '@example.org', case n % 3 when 0 then '/' when 1 then '/waitlist' end,
        case when n % 5 = 0 then now() end, timestamptz '2026-03-02Z' + n * interval '3 hours'
      from generate_series(0, 500) as n;
    insert into contact_submissions (name, company, email, source, suspected_at, created_at)
      select name, 'C', email, source, suspected_at, created_at + interval '20 minutes' from training_waitlist;
    insert into blog_posts (title, slug, excerpt, content, author, author_type, is_published, published_at, deleted_at)
      select '=Post ' || n, 'post-' || n, 'e', 'c', 'Ann', 'human', n % 4 > 0,
        timestamptz '2026-03-02Z' + n * interval '2 days', case when n % 5 = 0 then now() end
      from generate_series(0, 40) as n;
    insert into post_slugs select slug, id from blog_posts;
    insert into page_views (day, path, views)
      select date '2026-03-02' + d, path, 1 + d % 4
      from generate_series(0, 70) as d, unnest(array['/', '/apps', '/blog', '/blog/tag/x', '/blog/post-1', '/blog/post-2']) as path;
    insert into left_out select date '2026-03-02' + d, what, 2
      from generate_series(0, 70) as d, unnest(array['click-bots', 'view-bots', 'view-prefetches']) as what`)
}

async function read(server: TestServer, query: string): Promise<Insights> {
  const response = await server.send(`/api/insights?${query}`, { cookie: await server.signIn() })
  expect(response.status).toBe(200)
  return response.json()
}

const zones = ['Pacific/Auckland', 'America/Los_Angeles']

const range = { from: '2026-03-11', to: '2026-04-21' }
const weeks = [
  '2026-03-09',
  '2026-03-16',
  '2026-03-23',
  '2026-03-30',
  '2026-04-06',
  '2026-04-13',
  '2026-04-20',
]
/** The 42 days before `range`. The first of them have no data. */
const previous = { from: '2026-01-28', to: '2026-03-10' }
const isIn = ({ from, to }: typeof range, day: string) => day >= from && day <= to

describe.each(zones)('insights in %s', (timeZone) => {
  test('agree with SQL, at every edge of the range', async () => {
    const server = await startTestServer({ env: { TIME_ZONE: timeZone } })
    await seed(server)
    const found = await read(server, `from=${range.from}&to=${range.to}`)
    expect(found).toMatchObject({ ...range, weeks, timeZone, previous })
    const rows = await readRows(server, timeZone)
    checkClicks(found, rows)
    checkSignUps(found, rows)
    checkPosts(found, rows)
    checkPages(found, rows)
    checkTotals(found, rows)
    expect(found.leftOut).toEqual({ clickBots: 84, viewBots: 84, viewPrefetches: 84 })
  })
})

type Rows = Awaited<ReturnType<typeof readRows>>

/**
 * Reads all rows with their day in the time zone. The test counts them in JavaScript, so that it does not repeat the
 * SQL under test.
 */
async function readRows(server: TestServer, timeZone: string) {
  const local = new Intl.DateTimeFormat('en-CA', { timeZone })
  const select = async <Row>(text: string) =>
    (await server.query<Row & { at: Date }>(text)).map((row) => ({ ...row, day: local.format(row.at) }))
  type SignUp = { source: string | null }
  return {
    clicks: await select<{ service: string; source: string | null }>(
      'select created_at as at, service, source from calendar_clicks',
    ),
    signUps: {
      waitlist: await select<SignUp>(
        'select created_at as at, source from training_waitlist where suspected_at is null',
      ),
      contact: await select<SignUp>(
        'select created_at as at, source from contact_submissions where suspected_at is null',
      ),
    },
    posts: await select(
      'select published_at as at from blog_posts where is_published and deleted_at is null',
    ),
    views: await server.query<{ day: string; path: string; views: number }>(
      'select day::text, path, views from page_views',
    ),
  }
}

const inRange = <Row extends { day: string }>(rows: Row[]) => rows.filter(({ day }) => isIn(range, day))
const perWeek = (rows: { day: string }[]) =>
  weeks.map((week) => inRange(rows).filter(({ day }) => weekOf(day) === week).length)
const sum = (rows: { views: number }[]) => rows.reduce((all, row) => all + row.views, 0)

function checkClicks(found: Insights, { clicks }: Rows): void {
  expect(inRange(clicks).length).toBeGreaterThan(1500)
  for (const { service, perWeek: counts, total } of found.clicks) {
    const own = inRange(clicks).filter((click) => click.service === service)
    expect(total, service).toBe(own.length)
    expect(counts, service).toEqual(perWeek(own))
  }
  expect(found.clicks.map(({ service }) => service).sort()).toEqual([...clickServices].sort())
  expect(found.clicks.map(({ total }) => total)).toEqual(
    found.clicks.map(({ total }) => total).sort((a, b) => b - a),
  )
}

function checkSignUps(found: Insights, { signUps }: Rows): void {
  for (const form of ['waitlist', 'contact'] as const) {
    const people = inRange(signUps[form])
    expect(people.length, form).toBeGreaterThan(100)
    for (const source of ['/', '/waitlist', null])
      expect(found.signUps.find((one) => one.source === source)?.[form], `${form} ${source}`).toBe(
        people.filter((one) => one.source === source).length,
      )
  }
  expect(found.signUps).toHaveLength(3)
}

function checkPosts(found: Insights, { posts, views }: Rows): void {
  expect(found.posts.published).toEqual(perWeek(posts))
  const reads = inRange(views).filter(({ path }) => path.startsWith('/blog/post-'))
  expect(found.posts.reads).toEqual(weeks.map((week) => sum(reads.filter(({ day }) => weekOf(day) === week))))
}

function checkPages(found: Insights, { clicks, views }: Rows): void {
  expect(found.pages).toHaveLength(6)
  for (const { path, views: seen, clicks: followed } of found.pages) {
    expect(seen, path).toBe(sum(inRange(views).filter((row) => row.path === path)))
    expect(followed, path).toBe(inRange(clicks).filter(({ source }) => source === path).length)
  }
  expect(found.pages.find(({ path }) => path === '/blog/post-1')?.title).toBe('=Post 1')
  expect(found.pages.find(({ path }) => path === '/blog')?.title).toBeNull()
}

function checkTotals(found: Insights, { clicks, signUps, views }: Rows): void {
  const before = <Row extends { day: string }>(rows: Row[]) => rows.filter(({ day }) => isIn(previous, day))
  const everyone = Object.values(signUps).flat()
  expect(found.totals).toEqual({
    views: { now: sum(inRange(views)), before: sum(before(views)) },
    clicks: { now: inRange(clicks).length, before: before(clicks).length },
    signUps: { now: inRange(everyone).length, before: before(everyone).length },
  })
  expect(Object.values(found.totals).every((total) => total.before > 0)).toBe(true)
}

test('the CSV of every report holds what the answer holds, and no formula', async () => {
  const server = await startTestServer()
  await seed(server)
  const cookie = await server.signIn()
  const query = 'from=2026-03-02&to=2026-03-29'
  const found = await read(server, query)
  const csv = async (report: string) => {
    const response = await server.send(`${insightsPaths.csv(report)}?${query}`, { cookie })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="${report}-2026-03-02-to-2026-03-29.csv"`,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await response.arrayBuffer())
    // The file begins with a byte order mark, so that spreadsheets read it as UTF-8.
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
  expect(clicks.rows[1]).toEqual([most.name, ...[...most.perWeek, most.total].map(String)])
  expect((await csv('sign-ups')).rows.slice(1).map((row) => row.slice(0, 4))).toEqual(
    found.signUps.map(({ source, waitlist, contact }) => [
      source === null ? 'Unknown page' : nameOfPage(source),
      source ?? '',
      ...[waitlist, contact].map(String),
    ]),
  )
  expect((await csv('posts')).rows.slice(1)).toEqual(
    found.weeks.map((week, index) => [
      week,
      ...[found.posts.published[index], found.posts.reads[index]].map(String),
    ]),
  )
  expect((await csv('pages')).text).toMatch(/^"'=Post 1","\/blog\/post-1","\d+","\d+","[\d.]+"\r$/m)
  expect((await server.send(`${insightsPaths.csv('people')}?${query}`, { cookie })).status).toBe(404)
})

test('a range that makes no sense is named, and the usual one is the last twelve weeks', async () => {
  const { server, cookie } = await startSignedIn()
  for (const query of [
    'from=2026-03-02&to=2026-03-01',
    'from=2020-01-01&to=2026-01-01',
    'from=0001-01-01&to=0001-02-01',
    'from=2026-02-30',
    'from=yesterday',
    'from=2026-03-02&from=2026-03-03',
    'since=2026-03-02',
  ]) {
    const response = await server.send(`/api/insights?${query}`, { cookie })
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
  await server.query(`
    insert into post_slugs values ('old-name', (select id from blog_posts where slug = 'post-1'));
    insert into training_waitlist (name, email, source, created_at) values ('P', 'p@example.org', '/blog/old-name', '2026-03-05')`)
  const { signUps } = await read(server, 'from=2026-03-02&to=2026-03-29')
  expect(signUps.find(({ source }) => source === '/blog/old-name')?.title).toBe('=Post 1')
  expect(signUps.find(({ source }) => source === '/waitlist')?.title).toBeNull()
})

test('what people answered to the questions after joining is counted without spam', async () => {
  const server = await startTestServer()
  await server.query(`
    insert into training_waitlist (name, email, created_at, suspected_at)
      values ('Ann', 'a@example.org', '2026-03-10', null), ('Bo', 'b@example.org', '2026-03-11', null),
             ('Cy', 'c@example.org', '2026-03-12', null), ('Bot', 'd@example.org', '2026-03-12', now()),
             ('Di', 'e@example.org', '2026-01-12', null);
    insert into plan_answers (entry_id, topics, months) values (1, '{leadership,fundraising}', '{1,12}'),
        (2, '{leadership}', '{}'), (4, '{leadership}', '{1}'), (5, '{leadership}', '{1}')`)
  const found = await read(server, 'from=2026-03-02&to=2026-03-29')
  expect(found.plans).toEqual({
    joined: 3,
    answered: 2,
    topics: [
      { topic: 'leadership', people: 2 },
      { topic: 'strategic-planning', people: 0 },
      { topic: 'fundraising', people: 1 },
      { topic: 'ai-implementation', people: 0 },
    ],
    months: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
  })
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
  await server.send(sitePaths.apps, {
    headers: { 'user-agent': 'Mozilla/5.0 Chrome/140.0.0.0 Safari/537.36' },
  })
  expect((await read(server, '')).pages).toEqual([{ path: sitePaths.apps, title: null, views: 1, clicks: 0 }])
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
