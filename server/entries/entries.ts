import { type SQL, sql } from 'drizzle-orm'
import { nameOfPage } from '../../contracts/page-name.ts'
import type { Entry, EntryForm, EntryKey, PeopleFilter, PeopleQuery } from '../../contracts/people.ts'
import { entryForms } from '../../contracts/people.ts'
import { countCap, sayCount } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { findPostTitles } from '../posts/reading/post-titles.ts'
import { after, and, conditions, cursorOf, isByIndex, together, wantedForms } from './entry-filter.ts'
import { entryTables } from './entry-tables.ts'
import { countEntries, findFewEntries } from './search-by-index.ts'

export type EntryPage = {
  entries: Entry[]
  /** Cursor of the next page; undefined on the last one */
  next: string | undefined
  /** Exact up to 10,000, then `10000+` */
  total: string
}

/** Entries of every form, newest first. */
export async function listEntries(db: Queryable, query: PeopleQuery): Promise<EntryPage> {
  const limit = query.limit + 1
  const few = await findFewEntries(db, query, query.cursor, limit)
  const [rows, count] = few
    ? [await readBoth(db, query, few, limit), few.count]
    : await Promise.all([readNewest(db, query, query.cursor, limit), countEntries(db, query)])
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return {
    entries: await toEntries(db, shown),
    next: rows.length > query.limit && last ? cursorOf(last) : undefined,
    total: sayCount(count),
  }
}

/** All entries that match the filter, newest first, in batches. Only one batch is in memory. */
export async function* walkEntries(
  db: Queryable,
  filter: PeopleFilter,
  batch: number,
): AsyncGenerator<Entry[]> {
  const few = await findFewEntries(db, filter, undefined, countCap)
  // Each form may have few entries and both together too many.
  if (few?.long.length === 0 && few.count <= countCap) {
    for (let at = 0; at < few.keys.length; at += batch)
      yield toEntries(db, await readByKeys(db, few.keys.slice(at, at + batch), true))
    return
  }
  let cursor: string | undefined
  do {
    const rows = await readNewest(db, filter, cursor, batch, true)
    const last = rows.at(-1)
    cursor = rows.length === batch && last ? cursorOf(last) : undefined
    if (rows.length > 0) yield toEntries(db, rows)
  } while (cursor !== undefined)
}

export async function findEntry(db: Queryable, { form, id }: EntryKey): Promise<Entry | undefined> {
  const { rows } = await db.execute<EntryRow>(withCount(sql`${columns[form]} where id = ${id}`))
  return (await toEntries(db, rows.slice(0, 1)))[0]
}

/** Entries of one address, newest first, spam and deleted ones included. */
export async function listEntriesOf(db: Queryable, email: string): Promise<Entry[]> {
  const each = entryForms.map((form) => sql`(${columns[form]} where lower(email) = lower(${email}))`)
  const { rows } = await db.execute<EntryRow>(
    withCount(sql`${together(each)} ${newestFirst} limit ${maxEntriesOfPerson}`),
  )
  return toEntries(db, rows)
}

const maxEntriesOfPerson = 200

type EntryRow = Omit<Entry, 'sourceName' | 'createdAt' | 'suspectedAt' | 'deletedAt' | 'entriesOfPerson'> & {
  created_at: string
  suspected_at: string | null
  deleted_at: string | null
  micros: string
  /** Left out for CSV files */
  written?: number
}

const shared =
  sql.raw(`id, name, email, coalesce(phone, '') as phone, coalesce(company, '') as company, status, tags,
  coalesce(source, '') as source, created_at, (extract(epoch from created_at) * 1000000)::bigint::text as micros,
  suspected_at, deleted_at`)

const columns: Record<EntryForm, SQL> = {
  waitlist: sql`select 'waitlist' as form, ${shared}, coalesce(message, '') as message, '' as industry,
    '{}'::text[] as services, '' as timeline from ${entryTables.waitlist}`,
  contact: sql`select 'contact' as form, ${shared}, '' as message, coalesce(industry, '') as industry,
    coalesce(services, '{}') as services, coalesce(timeline, '') as timeline from ${entryTables.contact}`,
}

const newestFirst = sql.raw('order by created_at desc, form desc, id desc')

/** Reads the entries found by words and tags, and the newest of the forms with too many matches. */
async function readBoth(
  db: Queryable,
  query: PeopleQuery,
  { keys, long }: { keys: EntryKey[]; long: EntryForm[] },
  limit: number,
): Promise<EntryRow[]> {
  const parts = await Promise.all([
    keys.length > 0 ? readByKeys(db, keys) : [],
    ...long.map((form) => readNewest(db, { ...query, form }, query.cursor, limit)),
  ])
  return parts.flat().sort(newerFirst).slice(0, limit)
}

const newerFirst = (a: EntryRow, b: EntryRow) =>
  Number(BigInt(b.micros) - BigInt(a.micros)) || (a.form < b.form ? 1 : a.form > b.form ? -1 : b.id - a.id)

/**
 * Reads at most `limit` rows of each form from its index by time. Bitmap scans are disabled because the planner would
 * look up the words first, even those that are in every row.
 */
async function readNewest(
  db: Queryable,
  filter: PeopleFilter,
  cursor: string | undefined,
  limit: number,
  forFile = false,
): Promise<EntryRow[]> {
  const each = wantedForms(filter).map(
    (form) =>
      sql`(${columns[form]} where ${and([...conditions(filter), ...after(form, cursor)])}
        order by created_at desc, id desc limit ${limit})`,
  )
  const entries = sql`${together(each)} ${newestFirst} limit ${limit}`
  const read = async (tx: Queryable) =>
    (await tx.execute<EntryRow>(forFile ? entries : withCount(entries))).rows
  if (!isByIndex(filter)) return read(db)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('enable_bitmapscan', 'off', true)`)
    return read(tx)
  })
}

async function readByKeys(db: Queryable, keys: EntryKey[], forFile = false): Promise<EntryRow[]> {
  const each = entryForms.map((form) => {
    const ids = keys.filter((key) => key.form === form).map(({ id }) => id)
    return sql`(${columns[form]} where id = any(${sql.param(ids)}::int[]))`
  })
  const entries = sql`${together(each)} ${newestFirst}`
  const { rows } = await db.execute<EntryRow>(forFile ? entries : withCount(entries))
  return rows
}

function withCount(entries: SQL): SQL {
  const each = entryForms.map(
    (form) =>
      sql`(select count(*) from ${entryTables[form]}
        where lower(email) = lower(e.email) and suspected_at is null and deleted_at is null)`,
  )
  return sql`select e.*, (${sql.join(each, sql` + `)})::int as written
    from (${entries}) as e order by e.created_at desc, e.form desc, e.id desc`
}

async function toEntries(db: Queryable, rows: EntryRow[]): Promise<Entry[]> {
  const titles = await findPostTitles(db, [...new Set(rows.map(({ source }) => source))])
  return rows.map((row) => toEntry(row, titles))
}

function toEntry(row: EntryRow, titles: Map<string, string>): Entry {
  const { created_at, suspected_at, deleted_at, micros: _, written = 0, ...entry } = row
  return {
    ...entry,
    sourceName: entry.source && nameOfPage(entry.source, titles.get(entry.source)),
    createdAt: toIso(created_at),
    suspectedAt: suspected_at === null ? null : toIso(suspected_at),
    deletedAt: deleted_at === null ? null : toIso(deleted_at),
    entriesOfPerson: written,
  }
}

const toIso = (text: string) => new Date(text).toISOString()
