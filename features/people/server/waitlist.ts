import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PageQuery } from '../../../core/contract/paging.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { listNewest } from '../../../core/server/db/newest-rows.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import type { Page } from '../../../core/server/db/page.ts'
import type { WaitlistEntry, WaitlistValues } from '../contract/waitlist.ts'
import { contactSubmissions, trainingWaitlist } from '../schema/entries.ts'
import { isListed } from './entry-tables.ts'
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
  const page = await listNewest(db, trainingWaitlist, { ...query, filter: isListed(trainingWaitlist) })
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

/** Marks what the person of a waitlist entry wrote with the contact form as answered. */
export const markContacted = (tx: Queryable, entryId: number) =>
  tx.execute(sql`update contact_submissions set status = 'contacted' where status = 'new' and lower(email) =
    (select lower(email) from training_waitlist where id = ${entryId})`)

/**
 * The newest waitlist entry of a person who used the contact form. Puts them on the list if they are not on it. Undefined
 * if there is no such person.
 */
export async function putOnWaitlist(tx: Queryable, contactId: number): Promise<number | undefined> {
  const isKnown = and(eq(contactSubmissions.id, contactId), isListed(contactSubmissions))
  const [person] = await tx.select().from(contactSubmissions).where(isKnown).for('no key update')
  if (!person) return undefined
  const { name, email, phone, company } = person
  const [known] = await tx
    .select({ id: trainingWaitlist.id })
    .from(trainingWaitlist)
    .where(and(sql`lower(${trainingWaitlist.email}) = lower(${email})`, isListed(trainingWaitlist)))
    .orderBy(desc(trainingWaitlist.id))
    .limit(1)
  if (known) return known.id
  const entry = { name, email, phone, company: company || null, status: 'contacted' as const }
  return oneRow(await tx.insert(trainingWaitlist).values(entry).returning({ id: trainingWaitlist.id })).id
}
