import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { exportRows } from '../../../core/server/db/page.ts'
import type { ExportTable } from '../../manifest/feature.ts'
import { type EntryForm, entryForms } from '../contract/people.ts'
import type { PlanAnswers } from '../contract/plan.ts'
import { type contactSubmissions, personNotes, type trainingWaitlist } from '../schema/entries.ts'
import { entryTables, isListed } from './entry-tables.ts'
import { newestEntryOf } from './newest-entry.ts'
import { withPlans } from './plan-answers.ts'

type Row = typeof trainingWaitlist.$inferSelect &
  Partial<Pick<typeof contactSubmissions.$inferSelect, 'industry' | 'services' | 'timeline'>>

/** Several words in one cell, a line each */
const toLines = (words: readonly (string | number)[] | null | undefined) => (words ?? []).join('\n')

const columns: [string, (row: Row & { form: EntryForm; plan: PlanAnswers | undefined }) => unknown][] = [
  ['Form', ({ form }) => form],
  ['Received (UTC)', ({ createdAt }) => createdAt.toISOString()],
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Organization', ({ company }) => company],
  ['Industry', ({ industry }) => industry],
  ['Services', ({ services }) => toLines(services)],
  ['Timeline', ({ timeline }) => timeline],
  ['Message', ({ message }) => message],
  ['Status', ({ status }) => status],
  ['Tags', ({ tags }) => toLines(tags)],
  ['Page', ({ source }) => source],
  ['City', ({ plan }) => plan?.city],
  ['State', ({ plan }) => plan?.state],
  ['ZIP', ({ plan }) => plan?.zip],
  ['Group size', ({ plan }) => plan?.groupSize],
  ['Topics', ({ plan }) => toLines(plan?.topics)],
  ['Months', ({ plan }) => toLines(plan?.months)],
  ['Weekdays', ({ plan }) => toLines(plan?.weekdays)],
  ['Format', ({ plan }) => plan?.format],
  ['Plan entered by', ({ plan }) => plan?.enteredBy],
  ['Plan changed (UTC)', ({ plan }) => plan?.updatedAt],
]

/** Entries outside the trash. Spam is left out, too, because people never see it in their lists. */
async function* readPeople(db: Queryable): AsyncGenerator<string[]> {
  yield columns.map(([heading]) => heading)
  for (const form of entryForms) {
    // The columns that only one of the tables has are optional in the type.
    const table = entryTables[form] as typeof trainingWaitlist
    for await (const rows of exportRows<Row>(db, table, isListed(table))) {
      const entries = rows.map((row) => ({ ...row, form }))
      for (const row of await withPlans(db, entries)) yield columns.map(([, read]) => String(read(row) ?? ''))
    }
  }
}

/** Notes about people whose entries are in people.csv */
async function* readNotes(db: Queryable): AsyncGenerator<string[]> {
  yield ['Email', 'Written (UTC)', 'Written by', 'Note']
  const hasEntry = sql`exists ${newestEntryOf(sql`${personNotes.email}`)}`
  for await (const notes of exportRows(db, personNotes, hasEntry))
    yield* notes.map(({ email, createdAt, writtenBy, text }) => [
      email,
      createdAt.toISOString(),
      writtenBy,
      text,
    ])
}

export const peopleTables: ExportTable[] = [
  { path: 'people.csv', counts: 'people', read: readPeople },
  { path: 'notes.csv', read: readNotes },
]
