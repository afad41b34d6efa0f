import { sql } from 'drizzle-orm'
import type { EntryForm, EntryKey, PeopleFilter } from '../../contracts/people.ts'
import { countCap, longList } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { keepToIndexes } from '../db/planner-hints.ts'
import { afterAny, and, conditions, isByIndex, together, wantedForms } from './entry-filter.ts'
import { entryTables } from './entry-tables.ts'

const many = countCap + 1

/** If one form has too many matches to count, another form with this many is read by time as well. */
const manyBeside = 1000

/** Key of the matches in one form, for `longList` */
const keyOf = (form: EntryForm | 'all', { form: wanted, view, status, tag, q }: PeopleFilter) =>
  JSON.stringify(['people', form, wanted, view, status, tag, q])

type Found = {
  /** The newest matches of the forms with few matches */
  keys: EntryKey[]
  /** Matches in all forms, up to one more than the cap */
  count: number
  /** Forms with so many matches that reading by time is faster */
  long: EntryForm[]
}

/**
 * Finds the newest entries with certain words or tags, and their number, in one query that uses the indexes of these.
 * Undefined if the filter has neither.
 */
export async function findFewEntries(
  db: Queryable,
  filter: PeopleFilter,
  cursor: string | undefined,
  limit: number,
): Promise<Found | undefined> {
  if (!isByIndex(filter)) return undefined
  const forms = wantedForms(filter)
  const short = forms.filter((form) => !longList(db, keyOf(form, filter)).isKnown())
  const { counts, page } = await look(db, short, filter, cursor, limit)
  const isMany = short.length < forms.length || counts.includes(many)
  for (const [index, form] of short.entries())
    if ((counts[index] ?? 0) >= (isMany ? manyBeside : many)) longList(db, keyOf(form, filter)).note()
  return {
    keys: page,
    count: isMany ? many : counts.reduce((sum, count) => sum + count, 0),
    long: forms.filter((form) => (counts[short.indexOf(form)] ?? many) === many),
  }
}

/** Counts the matches in each form up to `many`, and finds the newest in the forms with fewer. */
async function look(
  db: Queryable,
  forms: EntryForm[],
  filter: PeopleFilter,
  cursor: string | undefined,
  limit: number,
): Promise<{ counts: number[]; page: EntryKey[] }> {
  if (forms.length === 0) return { counts: [], page: [] }
  const matches = forms.map(
    (form) =>
      sql`${sql.raw(form)} as materialized (select ${sql.raw(`'${form}'`)} as form, id, created_at
        from ${entryTables[form]} where ${and(conditions(filter))} limit ${many})`,
  )
  const counts = forms.map((form) => sql`(select count(*)::int from ${sql.raw(form)})`)
  const few = forms.map(
    (form, index) => sql`(select * from ${sql.raw(form)} where ${counts[index]} < ${many})`,
  )
  return db.transaction(async (tx) => {
    await keepToIndexes(tx)
    const { rows } = await tx.execute<{ counts: number[]; forms: EntryForm[]; ids: number[] }>(
      sql`with ${sql.join(matches, sql`, `)},
          page as (${together(few)} where ${afterAny(cursor)}
            order by created_at desc, form desc, id desc limit ${limit})
        select array[${sql.join(counts, sql`, `)}] as counts,
          array(select form from page order by created_at desc, form desc, id desc) as forms,
          array(select id from page order by created_at desc, form desc, id desc) as ids`,
    )
    const found = rows[0] ?? { counts: [], forms: [], ids: [] }
    const page = found.ids.map((id, index) => ({ form: found.forms[index] as EntryForm, id }))
    return { counts: found.counts, page }
  })
}

/** Counts up to one more than the cap. */
export async function countEntries(db: Queryable, filter: PeopleFilter): Promise<number> {
  const list = longList(db, keyOf('all', filter))
  if (list.isKnown()) return many
  const each = wantedForms(filter).map(
    (form) => sql`(select 1 as one from ${entryTables[form]} where ${and(conditions(filter))} limit ${many})`,
  )
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${together(each)} limit ${many}) as counted`,
  )
  const count = rows[0]?.count ?? 0
  if (count === many) list.note()
  return count
}
