import { getTableName, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, type PgColumn, timestamp } from 'drizzle-orm/pg-core'

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })

/** Constrains a text column to the values of its `enum`, which Drizzle does not pass to the table's extras. */
export function checkEnum(column: PgColumn, values: readonly string[]) {
  const list = values.map((value) => `'${value}'`).join(', ')
  return check(`${getTableName(column.table)}_known_${column.name}`, sql`${column} in (${sql.raw(list)})`)
}

export const createdAt = () => timestamptz('created_at').notNull().defaultNow()

/**
 * Words of these columns, however they are joined: `ann@example.org` is found by `example`, too, and a phone number by
 * its digits. NFC, because an accent may be a letter of its own.
 */
export const wordsOf = (...columns: string[]) => {
  const text = columns.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ")
  const words = `translate(normalize(left(${text}, 20000), NFC), '@._-+/\\:()''"', '            ')`
  const digits = ` || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g')`
  return sql.raw(`to_tsvector('simple', ${words}${columns.includes('phone') ? digits : ''})`)
}

/** The key by which people's names are looked for in a text (server/assistant/privacy-guard/people-names.ts). */
export const firstWordOf = (name: AnyPgColumn) => sql`substring(${name} from '[^\\s\\u00A0]+')`
