import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { PageQuery } from '../../../core/contract/paging.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { listNewest } from '../../../core/server/db/newest-rows.ts'
import type { Page } from '../../../core/server/db/page.ts'
import type { WaitlistEntry, WaitlistValues } from '../contract/waitlist.ts'
import { trainingWaitlist } from '../schema/entries.ts'
import { recordSubmission } from './record-submission.ts'
import type { Submission, SubmissionContext } from './submission-context.ts'

/** Stores an entry and returns its id. */
export async function joinWaitlist(
  db: Queryable,
  values: WaitlistValues,
  context: SubmissionContext,
  onNew?: Submission['onNew'],
): Promise<number> {
  const { name, email, phone, company, message } = values
  const submission = {
    form: 'waitlist' as const,
    name,
    email,
    content: [name, email, phone, company, message],
    texts: [message],
    notice: {
      title: `${name} joined the training waitlist`,
      answers: { Name: name, Email: email, Phone: phone, Organization: company, Message: message },
    },
    onNew,
  }
  return recordSubmission(db, submission, context, (tx, columns) =>
    tx
      .insert(trainingWaitlist)
      .values({
        name,
        email,
        phone: phone || null,
        company: company || null,
        message: message || null,
        ...columns,
      })
      .returning({ id: trainingWaitlist.id }),
  )
}

/** Lists entries, newest first, without spam and deleted ones. */
export async function listWaitlist(db: Queryable, query: PageQuery): Promise<Page<WaitlistEntry>> {
  const filter = and(isNull(trainingWaitlist.suspectedAt), isNull(trainingWaitlist.deletedAt))
  const page = await listNewest(db, trainingWaitlist, { ...query, filter })
  const rows = page.rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone ?? '',
    company: row.company ?? '',
    message: row.message ?? '',
    createdAt: row.createdAt.toISOString(),
  }))
  return { ...page, rows }
}

/** Sets the status of entries, which follows from rows of another feature. */
export const setWaitlistStatus = (tx: Queryable, status: SQL, which: SQL) =>
  tx.execute(sql`update training_waitlist set status = ${status} where ${which}`)
