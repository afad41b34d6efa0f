import { sql } from 'drizzle-orm'
import type { EntryForm, EntryKey, PeopleFilter } from '../../contracts/people.ts'
import { keepToIndexes } from '../db/by-index.ts'
import type { Queryable } from '../db/connect.ts'
import { longList, mostCounted } from '../db/count.ts'
import { afterAny, and, conditions, isByIndex, together, wantedForms } from './entry-filter.ts'
import { entryTables } from './entry-tables.ts'

const many = mostCounted + 1

const keyOf = ({ form, view, status, tag, q }: PeopleFilter) =>
  JSON.stringify(['people', form, view, status, tag, q])

/**
 * The newest entries with certain words or tags, and how many there are, by the indexes of these in one look.
 * `undefined` where neither is asked for, and where there are more than are counted: those are found sooner by time.
 */
export async function findFewEntries(
  db: Queryable,
  filter: PeopleFilter,
  cursor: string | undefined,
  limit: number,
): Promise<{ keys: EntryKey[]; count: number } | undefined> {
  const list = longList(db, keyOf(filter))
  if (!isByIndex(filter) || list.isKnown()) return undefined
  const each = wantedForms(filter).map(
    (form) =>
      sql`(select ${sql.raw(`'${form}'`)} as form, id, created_at from ${entryTables[form]}
        where ${and(conditions(filter))} limit ${many})`,
  )
  const found = await db.transaction(async (tx) => {
    await keepToIndexes(tx)
    const { rows } = await tx.execute<{ count: number; forms: EntryForm[]; ids: number[] }>(
      sql`with matches as materialized (${together(each)} limit ${many}),
          page as (select form, id, created_at from matches where ${afterAny(cursor)}
            order by created_at desc, form desc, id desc limit ${limit})
        select (select count(*)::int from matches) as count,
          array(select form from page order by created_at desc, form desc, id desc) as forms,
          array(select id from page order by created_at desc, form desc, id desc) as ids`,
    )
    return rows[0]
  })
  if (!found || found.count === many) {
    list.note()
    return undefined
  }
  const { count, forms, ids } = found
  return { count, keys: ids.map((id, index) => ({ form: forms[index] as EntryForm, id })) }
}

/** Up to one more than is told. */
export async function countEntries(db: Queryable, filter: PeopleFilter): Promise<number> {
  const list = longList(db, keyOf(filter))
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
