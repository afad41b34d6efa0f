import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { firstWordOf } from '../../../core/server/db/schema/columns.ts'
import type { EntryForm } from '../contract/people.ts'
import { contactSubmissions, trainingWaitlist } from '../schema/entries.ts'

/** The table of each form. They share the columns of `entryColumns` (features/people/schema/entries.ts). */
export const entryTables = {
  waitlist: trainingWaitlist,
  contact: contactSubmissions,
} satisfies Record<EntryForm, unknown>

/** Neither in Spam nor in the trash */
export const isListed = (table: typeof trainingWaitlist | typeof contactSubmissions) =>
  and(isNull(table.suspectedAt), isNull(table.deletedAt))

/** Names in Spam are ignored, or anyone could get words hidden by submitting them. */
export const peopleNames = (words: SQL) => {
  const selects = Object.values(entryTables).map(
    (table) => sql`select name from ${table}
      where suspected_at is null and ${firstWordOf(table.name)} = any(${words})`,
  )
  return sql.join(selects, sql` union `)
}
