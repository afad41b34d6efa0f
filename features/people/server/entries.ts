import { and, type SQL, sql } from 'drizzle-orm'
import { countCap, countUpTo, sayCount } from '../../../core/server/db/capped-count.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { cutPage, inBatches, type Page } from '../../../core/server/db/page.ts'
import { findPostTitles } from '../../posts/server/reading/post-titles.ts'
import { nameOfPage } from '../../site/contract/page-name.ts'
import type { Entry, EntryForm, EntryKey, PeopleQuery } from '../contract/people.ts'
import { entryForms } from '../contract/people.ts'
import {
  after,
  conditions,
  cursorOf,
  type EntryFilter,
  together,
  type Viewer,
  wantedForms,
} from './entry-filter.ts'
import { entryTables } from './entry-tables.ts'
import { openStepOf } from './open-step.ts'
import { type Place, placeLabel } from './plan-place.ts'

/** Lists entries (submitted forms) of all forms, newest first. */
export async function listEntries(
  db: Queryable,
  query: PeopleQuery & { viewer: Viewer },
  cap = countCap,
): Promise<Page<Entry, string>> {
  const [rows, count] = await Promise.all([
    readNewest(db, query, query.cursor, query.limit + 1, withCount),
    countEntries(db, query, cap + 1),
  ])
  const page = cutPage(rows, query.limit, sayCount(count, cap), cursorOf)
  return { ...page, rows: await toEntries(db, page.rows) }
}

/** All entries that match the filter, newest first, in batches */
export async function* walkEntries(
  db: Queryable,
  filter: EntryFilter,
  batch: number,
): AsyncGenerator<Entry[]> {
  const read = (cursor?: string) => readNewest(db, filter, cursor, batch, withStep)
  for await (const rows of inBatches(batch, read, cursorOf)) yield toEntries(db, rows)
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

type EntryRow = Omit<
  Entry,
  'sourceName' | 'createdAt' | 'suspectedAt' | 'deletedAt' | 'entriesOfPerson' | 'planSummary'
> & {
  created_at: string
  suspected_at: string | null
  deleted_at: string | null
  micros: string
  /** Number of entries of the same person; left out for CSV files */
  written?: number
  /** Left out for CSV files, which have all answers */
  plan?: (Place & { groupSize: number | null }) | null
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

async function readNewest(
  db: Queryable,
  filter: EntryFilter,
  cursor: string | undefined,
  limit: number,
  complete: (entries: SQL) => SQL,
): Promise<EntryRow[]> {
  const each = wantedForms(filter).map(
    (form) =>
      sql`(${columns[form]} where ${and(...conditions(filter, form), after(form, cursor))}
        order by created_at desc, id desc limit ${limit})`,
  )
  return (await db.execute<EntryRow>(complete(sql`${together(each)} ${newestFirst} limit ${limit}`))).rows
}

async function countEntries(db: Queryable, filter: EntryFilter, limit: number): Promise<number> {
  let count = 0
  for (const form of wantedForms(filter))
    count += await countUpTo(db, entryTables[form], and(...conditions(filter, form)), limit - count)
  return count
}

function withCount(entries: SQL): SQL {
  const each = entryForms.map(
    (form) =>
      sql`(select count(*) from ${entryTables[form]}
        where lower(email) = lower(e.email) and suspected_at is null and deleted_at is null)`,
  )
  return withStep(entries, sql`, (${sql.join(each, sql` + `)})::int as written, ${planOf} as plan`)
}

/** Adds the open next step with the person. */
function withStep(entries: SQL, more = sql``): SQL {
  return sql`select e.*, ${openStepOf(sql`e.email`)} as "nextStep"${more}
    from (${entries}) as e order by e.created_at desc, e.form desc, e.id desc`
}

const planOf = sql`(select json_build_object('city', city, 'state', state, 'zip', zip, 'groupSize', group_size)
  from plan_answers where e.form = 'waitlist' and entry_id = e.id)`

async function toEntries(db: Queryable, rows: EntryRow[]): Promise<Entry[]> {
  const titles = await findPostTitles(db, [...new Set(rows.map(({ source }) => source))])
  return rows.map((row) => toEntry(row, titles))
}

function toEntry(row: EntryRow, titles: Map<string, string>): Entry {
  const { created_at, suspected_at, deleted_at, micros: _, written = 0, plan = null, ...entry } = row
  return {
    ...entry,
    sourceName: entry.source && nameOfPage(entry.source, titles.get(entry.source)),
    createdAt: toIso(created_at),
    suspectedAt: suspected_at === null ? null : toIso(suspected_at),
    deletedAt: deleted_at === null ? null : toIso(deleted_at),
    entriesOfPerson: written,
    planSummary: plan && { place: placeLabel(plan), groupSize: plan.groupSize },
  }
}

const toIso = (text: string) => new Date(text).toISOString()
