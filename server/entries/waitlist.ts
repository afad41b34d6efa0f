import { and, desc, isNull, lt } from 'drizzle-orm'
import type { PageQuery } from '../../contracts/paging.ts'
import type { WaitlistEntry, WaitlistValues } from '../../contracts/waitlist.ts'
import { countRows } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { oneRow } from '../db/one-row.ts'
import { trainingWaitlist } from '../db/schema/entries.ts'
import { queueLeadNotice } from './lead-notices.ts'
import { recordSubmission, type SubmissionContext } from './record-submission.ts'

/** Puts an entry on the list and returns its id (server/entries/record-submission.ts says which entries are one). */
export async function joinWaitlist(
  db: Queryable,
  values: WaitlistValues,
  arrival: SubmissionContext,
): Promise<number> {
  const incoming = {
    form: 'waitlist' as const,
    name: values.name,
    email: values.email,
    content: [values.name, values.email, values.phone, values.company, values.message],
    texts: [values.message],
  }
  return recordSubmission(db, incoming, arrival, async (tx, facts) => {
    const row = oneRow(
      await tx
        .insert(trainingWaitlist)
        .values({
          name: values.name,
          email: values.email,
          phone: values.phone || null,
          company: values.company || null,
          message: values.message || null,
          ...facts,
        })
        .returning({ id: trainingWaitlist.id }),
    )
    if (!facts.suspectedAt)
      await queueLeadNotice(tx, {
        email: values.email,
        title: `${values.name} joined the training waitlist`,
        answers: [
          ['Name', values.name],
          ['Email', values.email],
          ['Phone', values.phone],
          ['Organization', values.company],
          ['Message', values.message],
        ],
      })
    return row.id
  })
}

export type WaitlistPage = {
  entries: WaitlistEntry[]
  /** Cursor of the next page; undefined on the last one. */
  next: number | undefined
}

/** Entries, newest first, without those that look like a machine's. */
export async function listWaitlist(db: Queryable, page: PageQuery): Promise<WaitlistPage> {
  const rows = await db
    .select()
    .from(trainingWaitlist)
    .where(and(listed, page.cursor === undefined ? undefined : lt(trainingWaitlist.id, page.cursor)))
    .orderBy(desc(trainingWaitlist.id))
    .limit(page.limit + 1)
  const entries = rows.slice(0, page.limit).map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone ?? '',
    company: row.company ?? '',
    message: row.message ?? '',
    createdAt: row.createdAt.toISOString(),
  }))
  return { entries, next: rows.length > page.limit ? entries.at(-1)?.id : undefined }
}

export function countWaitlist(db: Queryable): Promise<string> {
  return countRows(db, trainingWaitlist, listed)
}

const listed = and(isNull(trainingWaitlist.suspectedAt), isNull(trainingWaitlist.deletedAt))
