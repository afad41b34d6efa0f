import type { EntryForm } from '../../contracts/people.ts'
import { contactSubmissions, trainingWaitlist } from '../db/schema/entries.ts'

/** The table of each form. They share the columns of `entryColumns` (server/db/schema/entries.ts). */
export const entryTables = {
  waitlist: trainingWaitlist,
  contact: contactSubmissions,
} satisfies Record<EntryForm, unknown>
