import { createHash } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { PageQuery } from '../../contracts/paging.ts'
import { type WaitlistEntry, type WaitlistValues, waitlistFields } from '../../contracts/waitlist.ts'
import type { Queryable } from '../db/connect.ts'
import { countRows } from '../db/count.ts'
import { trainingWaitlist } from '../db/schema.ts'
import { networkKey, visitorKey } from '../http/address.ts'
import { countEvent } from '../http/rate-counter.ts'

const sameEntryMinutes = 10
const countingSeconds = 10 * 60
const perVisitor = 30
const perNetwork = 300

type JoinContext = {
  ip: string
  /** What stood in the field that people do not see. */
  honeypot: string
}

/**
 * Puts an entry on the list and returns its id. The same entry again within ten minutes is the same row,
 * even when both arrive at once. What looks like a machine is kept aside, with the same answer.
 */
export async function joinWaitlist(
  db: Queryable,
  values: WaitlistValues,
  context: JoinContext,
): Promise<number> {
  const contentHash = hashEntry(values)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${contentHash}, 0))`)
    const same = await tx
      .select({ id: trainingWaitlist.id, suspectedAt: trainingWaitlist.suspectedAt })
      .from(trainingWaitlist)
      .where(
        and(
          eq(trainingWaitlist.contentHash, contentHash),
          gt(trainingWaitlist.createdAt, sql`now() - make_interval(mins => ${sameEntryMinutes})`),
        ),
      )
    const known = same.find((entry) => !entry.suspectedAt)
    if (known) return known.id

    const visitor = await countEvent(tx, `waitlist:visitor:${visitorKey(context.ip)}`, countingSeconds)
    const network = await countEvent(tx, `waitlist:network:${networkKey(context.ip)}`, countingSeconds)
    const suspect = context.honeypot !== '' || visitor.count > perVisitor || network.count > perNetwork
    // A copy kept aside stands for the next suspect one, but does not swallow the person's own entry.
    const aside = same[0]
    if (suspect && aside) return aside.id
    const [first] = await tx
      .select({ id: trainingWaitlist.id })
      .from(trainingWaitlist)
      .where(sql`lower(${trainingWaitlist.email}) = lower(${values.email})`)
      .orderBy(trainingWaitlist.id)
      .limit(1)
    const [row] = await tx
      .insert(trainingWaitlist)
      .values({
        name: values.name,
        email: values.email,
        phone: values.phone || null,
        company: values.company || null,
        message: values.message || null,
        contentHash,
        firstEntryId: first?.id ?? null,
        suspectedAt: suspect ? sql`now()` : null,
      })
      .returning({ id: trainingWaitlist.id })
    if (!row) throw new Error('an insert returned no row')
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

const listed = isNull(trainingWaitlist.suspectedAt)

function hashEntry(values: WaitlistValues): string {
  const hash = createHash('sha256')
  for (const field of waitlistFields) hash.update(values[field]).update('\0')
  return hash.digest('hex')
}
