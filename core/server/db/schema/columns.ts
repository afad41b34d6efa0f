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
 * Search vector of the words in these columns. Punctuation separates words, so `example` finds `ann@example.org`, and a
 * phone number is found by its digits. Normalized to NFC, because accents can be separate characters.
 */
export const wordsOf = (...columns: string[]) => {
  const text = columns.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ")
  const words = `translate(normalize(left(${text}, 20000), NFC), '@._-+/\\:()''"', '            ')`
  const digits = ` || ' ' || regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g')`
  return sql.raw(`to_tsvector('simple', ${words}${columns.includes('phone') ? digits : ''})`)
}

/**
 * First word of a name, an index key for finding people's names in a text
 * (features/assistant/server/privacy-guard/people-names.ts)
 */
export const firstWordOf = (name: AnyPgColumn) => sql`substring(${name} from '[^\\s\\u00A0]+')`
