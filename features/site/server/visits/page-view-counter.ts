import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'drizzle-orm'
import { isoDay } from '../../../../core/contract/format-date.ts'
import type { Database } from '../../../../core/server/db/connect.ts'
import type { SiteSource } from '../../../../core/server/http/app.ts'
import { tellVisitor, type VisitorKind } from '../../../../core/server/http/bot-detection.ts'
import { type LeftOutKind, leftOut, pageViews } from '../../schema/visits.ts'

const flushIntervalMs = 10_000
/** Max counters in memory while the database is unreachable */
const maxCounters = 50_000

export type PageViewCounter = {
  /** Counts a page that was opened. Returns the kind of visitor according to the headers. */
  addVisit(path: string, headers: IncomingHttpHeaders): VisitorKind
  addView(path: string): void
  addLeftOut(kind: LeftOutKind): void
  /** Writes the counts. If the database is unreachable, they are kept for the next time. */
  flush(): Promise<void>
  /** Writes the rest and stops the timer. */
  stop(): Promise<void>
}

type Options = {
  db: Database
  siteSource: SiteSource
  /** Used until the site's settings have been read */
  timeZone: string
  https: boolean
  log: { warn(fields: object, message: string): void }
}
type Counts = Map<string, number>
type Day = { views: Counts; leftOut: Counts }

/**
 * Counts in memory, so that a cached page costs no query, and adds the counts to the rows of the day every ten seconds.
 * Days follow the site's time zone.
 */
export function startPageViewCounter({ db, siteSource, timeZone, https, log }: Options): PageViewCounter {
  let days = new Map<string, Day>()
  let today = ''
  let open: Day = { views: new Map(), leftOut: new Map() }
  let flushing: Promise<void> | undefined

  /** Runs every ten seconds rather than for every page view, because formatting a date is slow. */
  function startDay(): void {
    const day = isoDay(new Date(), { timeZone })
    if (day === today) return
    today = day
    open = days.get(day) ?? { views: new Map(), leftOut: new Map() }
    days.set(day, open)
  }

  async function write(): Promise<void> {
    const taken = days
    days = new Map()
    today = ''
    startDay()
    try {
      timeZone = (await siteSource.read()).timeZone
      await save(db, taken)
    } catch (error) {
      for (const [day, counts] of taken) {
        const kept = days.get(day) ?? { views: new Map(), leftOut: new Map() }
        days.set(day, kept)
        for (const [path, count] of counts.views) add(kept.views, path, count)
        for (const [what, count] of counts.leftOut) add(kept.leftOut, what, count)
      }
      log.warn({ err: error }, 'page views could not be written and are kept for the next try')
    }
    startDay()
  }

  async function flush(): Promise<void> {
    // Only one flush runs at a time. A caller during a flush waits for a new one, which includes its counts.
    while (flushing) await flushing
    flushing = write().finally(() => {
      flushing = undefined
    })
    await flushing
  }

  startDay()
  const timer = setInterval(() => void flush(), flushIntervalMs)
  timer.unref()
  const addView = (path: string) => add(open.views, path, 1)
  const addLeftOut = (kind: LeftOutKind) => add(open.leftOut, kind, 1)
  return {
    addView,
    addLeftOut,
    addVisit(path, headers) {
      const kind = tellVisitor(headers, { https })
      if (kind === 'person') addView(path)
      else addLeftOut(kind === 'bot' ? 'view-bots' : 'view-prefetches')
      return kind
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}

/** Counts nothing, and tells visitors apart all the same. */
export function createSilentCounter({ https }: Pick<Options, 'https'>): PageViewCounter {
  return {
    addView: () => {},
    addLeftOut: () => {},
    addVisit: (_path, headers) => tellVisitor(headers, { https }),
    flush: async () => {},
    stop: async () => {},
  }
}

function add(counts: Counts, key: string, count: number): void {
  const known = counts.get(key)
  if (known === undefined && counts.size >= maxCounters) return
  counts.set(key, (known ?? 0) + count)
}

async function save(db: Database, days: Map<string, Day>): Promise<void> {
  // All instances update rows in the same order, which prevents deadlocks.
  const list = (kind: keyof Day) =>
    [...days]
      .flatMap(([day, counts]) => [...counts[kind]].map(([key, count]) => ({ day, key, count })))
      .sort((a, b) => (a.day + a.key < b.day + b.key ? -1 : 1))
  const views = list('views')
  const others = list('leftOut')
  if (views.length + others.length === 0) return
  const columns = (rows: typeof views) => sql`unnest(
    ${sql.param(rows.map(({ day }) => day))}::date[],
    ${sql.param(rows.map(({ key }) => key))}::text[],
    ${sql.param(rows.map(({ count }) => count))}::int[])`
  await db.transaction(async (tx) => {
    if (views.length > 0)
      await tx.execute(sql`insert into ${pageViews} (day, path, views) select * from ${columns(views)}
        on conflict (day, path) do update set views = page_views.views + excluded.views`)
    if (others.length > 0)
      await tx.execute(sql`insert into ${leftOut} (day, what, count) select * from ${columns(others)}
        on conflict (day, what) do update set count = left_out.count + excluded.count`)
  })
}
