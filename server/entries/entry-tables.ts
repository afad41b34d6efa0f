import { type SQL, sql } from 'drizzle-orm'
import type { EntryForm } from '../../contracts/people.ts'

/** The table of each form. They share the columns of `entryColumns` (server/db/schema/entries.ts). */
export const entryTables: Record<EntryForm, SQL> = {
  waitlist: sql.raw('training_waitlist'),
  contact: sql.raw('contact_submissions'),
}
