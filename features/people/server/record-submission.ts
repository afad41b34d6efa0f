import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import type { EntryForm } from '../contract/people.ts'
import { entryTables } from './entry-tables.ts'
import { hashTexts } from './hash-texts.ts'
import { queueLeadNotice } from './lead-notices.ts'
import { detectSpam } from './spam-detection.ts'
import type { Submission, SubmissionContext } from './submission-context.ts'

/** Columns of an entry's row in addition to the fields of its form */
export type SubmissionColumns = {
  contentHash: string
  textHash: string | null
  networkHash: string | null
  firstEntryId: number | null
  source: string | null
  suspectedAt: SQL | null
}

const sameEntryMinutes = 10

/**
 * Stores the entry of a form and returns its id; `insert` writes the row. If the same entry is sent again within ten
 * minutes, even simultaneously, it is not stored again, and the id is that of the existing row. Spam gets the same
 * response but sends no notification.
 */
export async function recordSubmission(
  db: Queryable,
  submission: Submission,
  context: SubmissionContext,
  insert: (tx: Queryable, columns: SubmissionColumns) => Promise<{ id: number }[]>,
): Promise<number> {
  const contentHash = hashTexts(submission.content)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${contentHash}, 0))`)
    const same = await findSame(tx, submission.form, contentHash)
    const known = same.find((row) => !row.suspected)
    if (known) return known.id

    const { suspect, ...hashes } = await detectSpam(tx, submission, context)
    // If an earlier copy is in Spam, its id is returned only if this entry is spam, too.
    const spam = same[0]
    if (suspect && spam) return spam.id
    const columns = {
      contentHash,
      ...hashes,
      firstEntryId: await findFirst(tx, submission),
      source: context.source ?? null,
      suspectedAt: suspect ? sql`now()` : null,
    }
    const { id } = oneRow(await insert(tx, columns))
    if (!suspect) {
      const { title, answers } = submission.notice
      await queueLeadNotice(tx, { email: submission.email, title, answers: Object.entries(answers) })
      await submission.onNew?.(tx, { id, email: submission.email })
    }
    return id
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

/** Finds the first entry of the same address. */
async function findFirst(tx: Queryable, { form, email }: Submission): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from ${entryTables[form]} where lower(email) = lower(${email}) order by id limit 1`,
  )
  return rows[0]?.id ?? null
}
