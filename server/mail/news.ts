import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { News, NewsList } from '../../contracts/news.ts'
import type { Queryable } from '../db/connect.ts'
import { countUpTo } from '../db/count.ts'
import {
  authorInvites,
  contactSubmissions,
  lastActOf,
  lastLooks,
  outboxMessages,
  trainingWaitlist,
} from '../db/schema.ts'

/** More than this is shown as `99+`. */
const most = 100

/** What waits for this admin: what is new on each list since they last looked, and mails that did not go. */
export async function countNews(db: Queryable, userId: number): Promise<News> {
  const lastLook = (list: NewsList) => sql`(select ${lastLooks.lookedAt} from ${lastLooks}
    where ${lastLooks.userId} = ${userId} and ${lastLooks.list} = ${list})`
  const since = (list: NewsList) => sql`coalesce(${lastLook(list)}, '-infinity')`
  const newIn = (table: typeof trainingWaitlist | typeof contactSubmissions) =>
    countUpTo(
      db,
      table,
      and(isNull(table.suspectedAt), isNull(table.deletedAt), gt(table.createdAt, since('people'))),
      most,
    )
  const [waitlist, contacts, guests, looks, failedMails] = await Promise.all([
    newIn(trainingWaitlist),
    newIn(contactSubmissions),
    countUpTo(db, authorInvites, gt(lastActOf(authorInvites), since('guests')), most),
    db
      .select({ lookedAt: lastLooks.lookedAt })
      .from(lastLooks)
      .where(and(eq(lastLooks.userId, userId), eq(lastLooks.list, 'guests'))),
    countUpTo(db, outboxMessages, eq(outboxMessages.status, 'failed'), most),
  ])
  return {
    people: Math.min(waitlist + contacts, most),
    guests,
    guestsSeenAt: looks[0]?.lookedAt.toISOString() ?? null,
    failedMails,
  }
}

export async function markSeen(db: Queryable, userId: number, list: NewsList): Promise<void> {
  await db
    .insert(lastLooks)
    .values({ userId, list, lookedAt: sql`now()` })
    .onConflictDoUpdate({ target: [lastLooks.userId, lastLooks.list], set: { lookedAt: sql`now()` } })
}
