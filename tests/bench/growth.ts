import { paths } from '../../core/contract/paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { launchServer, type TestServer } from '../helpers/launch-server.ts'
import { fillDatabase, frequent } from './fill-database.ts'
import { median } from './median.ts'
import type { Bench, Given, Row } from './row.ts'

export const small = 100
/** The bar counts for 10,000 rows. With `GROWTH_ROWS=100000`, more are only measured (docs/decisions/010-long-lists.md). */
const rowsOfBar = 10_000
export const large = Number(process.env.GROWTH_ROWS ?? rowsOfBar)
export const hasBar = large === rowsOfBar
const rounds = 40
const warmUps = 10
export const maxRatio = 2
/** Higher, because a search ranks up to 1,000 matches and a small blog has fewer (docs/decisions/010-long-lists.md) */
const maxSearchRatio = 6
/** Higher, because each match is counted (docs/decisions/010-long-lists.md) */
const maxRatioOfEveryRow = 4
/** These words are in (nearly) every row of the lists that are measured with them. */
const searchesEveryRow = /q=(ann|example\.org|ordinary&status=sent)$/

const { words, tags } = frequent
const list = '/api/blog'

const visited = [
  paths.home,
  postPaths.blog,
  postPaths.blogTag(tags.often),
  postPaths.blogTag(tags.seldom),
  postPaths.blogSearch(words.often),
  postPaths.blogSearch(words.seldom),
  postPaths.post('post-10'),
  paths.rss,
  list,
]
const administered = [
  list,
  // Even the rarest of these filters finds two posts in the small database, so both servers return two.
  ...[
    `q=${words.often}`,
    `q=${words.seldom}`,
    `tag=${tags.often}`,
    `tag=${tags.seldom}`,
    'status=published',
    'status=scheduled',
    'status=draft',
    'status=trash',
  ].map((query) => `${list}?limit=2&${query}`),
  '/api/training-waitlist',
]

/** Whole requests in turn to two servers, one with few rows and one with many. No page comes from the cache. */
export const growth: Bench = {
  name: 'growth',
  async measure(given) {
    const servers = [await startFilled(given, small), await startFilled(given, large)] as const
    const rows: Row[] = []
    for (const path of visited) {
      const isSearch = path.includes('?q=')
      rows.push(await compare(servers, path, false, isSearch ? maxSearchRatio : maxRatio))
    }
    for (const path of administered) rows.push(await compare(servers, path, true))
    for (const { server } of servers) await server.close()
    return rows
  },
}

export type Filled = { server: TestServer; cookie: string }

/** Requests lists of the admin from two servers, one with few rows and one with many, and compares `more` of them. */
export async function compareLists(
  given: Given,
  fill: typeof fillDatabase,
  lists: string[],
  more?: (servers: [Filled, Filled]) => Promise<Row[]>,
): Promise<Row[]> {
  const servers: [Filled, Filled] = [
    await startFilled(given, small, fill),
    await startFilled(given, large, fill),
  ]
  const rows: Row[] = []
  for (const path of lists) rows.push(await compare(servers, path, true))
  if (more) rows.push(...(await more(servers)))
  for (const { server } of servers) await server.close()
  return rows
}

export async function startFilled(
  { databaseUrl }: Given,
  rows: number,
  fill = fillDatabase,
): Promise<Filled> {
  const connectionString = await databaseUrl()
  await fill(connectionString, rows)
  // In development mode, pages are not cached.
  const env = { NODE_ENV: 'development', TRUSTED_PROXIES: '127.0.0.1' }
  const server = await launchServer({ connectionString, env })
  return { server, cookie: await server.signIn() }
}

async function compare(
  servers: readonly [Filled, Filled],
  path: string,
  asAdmin: boolean,
  most = searchesEveryRow.test(path) ? maxRatioOfEveryRow : maxRatio,
): Promise<Row> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < warmUps + rounds; round++)
    for (const index of [0, 1] as const) {
      const ms = await time(servers[index], path, asAdmin)
      if (round >= warmUps) times[index].push(ms)
    }
  const [few, many] = [median(times[0]), median(times[1])]
  const ratio = many / few
  return {
    what: `${path}${asAdmin ? ' as admin' : ''} with ${large.toLocaleString('en-US')} rows against ${small}`,
    measured: `${ratio.toFixed(2)} x (${many.toFixed(1)} ms, ${few.toFixed(1)} ms)`,
    bar: hasBar ? `<= ${most} x` : '',
    ok: hasBar ? ratio <= most : undefined,
  }
}

let visitors = 0

export async function time({ server, cookie }: Filled, path: string, asAdmin: boolean): Promise<number> {
  // Each request has another address, because the limit for a single visitor is lower.
  const headers = { 'x-forwarded-for': `203.0.113.${visitors++ % 250}` }
  const start = performance.now()
  const response = await server.send(path, asAdmin ? { headers, cookie } : { headers })
  const body = await response.text()
  const ms = performance.now() - start
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body.slice(0, 200)}`)
  return ms
}
