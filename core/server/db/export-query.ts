import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from './connect.ts'
import { exportBatch } from './page.ts'

/** Reads rows for an export, by id, in batches: first the names of the columns, then the cells of each row. */
export const exportQuery = (columns: SQL, from: SQL, id = sql`id`) =>
  async function* read(db: Queryable): AsyncGenerator<string[]> {
    let after = 0
    let isFirst = true
    for (let found = exportBatch; found === exportBatch; isFirst = false) {
      const { rows, fields } = await db.execute<{ cursor: number; [column: string]: unknown }>(sql`
        select ${id} as cursor, ${columns} from ${from} where ${id} > ${after} order by 1 limit ${exportBatch}`)
      if (isFirst) yield fields.slice(1).map(({ name }) => name)
      yield* rows.map(({ cursor, ...row }) => Object.values(row).map(toCell))
      after = rows.at(-1)?.cursor ?? after
      found = rows.length
    }
  }

function toCell(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '')
}

/** A time as ISO 8601 in UTC */
export const isoTime = (time: PgColumn) =>
  sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
