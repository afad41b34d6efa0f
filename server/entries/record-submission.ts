import { type SQL, sql } from 'drizzle-orm'
import type { EntryForm } from '../../contracts/people.ts'
import type { Queryable } from '../db/connect.ts'
import { entryTables } from './entry-tables.ts'
import { hashTexts } from './hash-texts.ts'
import { looksLikeMachine } from './spam-detection.ts'

/** What is known of how an entry came. */
export type SubmissionContext = {
  ip: string
  /** What stood in the field that people do not see. */
  honeypot: string
  /** Signed by us when the form was first touched (server/entries/form-start.ts); our own pages send it. */
  start?: string | undefined
  /** Path of our own page on which the form stood. */
  source?: string | undefined
}

export type NewEntry = {
  form: EntryForm
  name: string
  email: string
  /** Every field, so that the same entry is known again. */
  content: string[]
  /** What a machine would send under many addresses: each text in words of one's own. */
  texts: string[]
}

/** What an entry's row holds beside its own fields. */
export type SpamFacts = {
  contentHash: string
  textHash: string | null
  networkHash: string | null
  firstEntryId: number | null
  source: string | null
  suspectedAt: SQL | null
}

const sameEntryMinutes = 10

/**
 * Takes an entry of a form and returns its id; `insert` writes the row. The same entry again within ten minutes is
 * the same row, even when both arrive at once. What looks like a machine is kept aside, with the same answer.
 */
export async function recordSubmission(
  db: Queryable,
  incoming: NewEntry,
  arrival: SubmissionContext,
  insert: (tx: Queryable, facts: SpamFacts) => Promise<number>,
): Promise<number> {
  const contentHash = hashTexts(incoming.content)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${contentHash}, 0))`)
    const same = await findSame(tx, incoming.form, contentHash)
    const known = same.find((row) => !row.suspected)
    if (known) return known.id

    const { suspect, ...hashes } = await looksLikeMachine(tx, incoming, arrival)
    // A copy kept aside stands for the next suspect one, but does not swallow the person's own entry.
    const aside = same[0]
    if (suspect && aside) return aside.id
    return insert(tx, {
      contentHash,
      ...hashes,
      firstEntryId: await findFirst(tx, incoming),
      source: arrival.source ?? null,
      suspectedAt: suspect ? sql`now()` : null,
    })
  })
}

async function findSame(tx: Queryable, form: EntryForm, contentHash: string) {
  const { rows } = await tx.execute<{ id: number; suspected: boolean }>(
    sql`select id, suspected_at is not null as suspected from ${entryTables[form]}
      where content_hash = ${contentHash} and deleted_at is null
        and created_at > now() - make_interval(mins => ${sameEntryMinutes})`,
  )
  return rows
}

/** The first entry of the same address. */
async function findFirst(tx: Queryable, { form, email }: NewEntry): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from ${entryTables[form]} where lower(email) = lower(${email}) order by id limit 1`,
  )
  return rows[0]?.id ?? null
}
