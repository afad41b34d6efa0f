import { and, desc, isNull, lt } from 'drizzle-orm'
import type { PageQuery } from '../../contracts/paging.ts'
import type { WaitlistEntry, WaitlistValues } from '../../contracts/waitlist.ts'
import { countRows } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { trainingWaitlist } from '../db/schema/entries.ts'
import { recordSubmission } from './record-submission.ts'
import type { SubmissionContext } from './submission-context.ts'

/** Stores an entry and returns its id. */
export async function joinWaitlist(
  db: Queryable,
  values: WaitlistValues,
  context: SubmissionContext,
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

export type WaitlistPage = {
  entries: WaitlistEntry[]
  /** Cursor of the next page; undefined on the last one */
  next: number | undefined
}

/** Entries, newest first, without spam. */
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
