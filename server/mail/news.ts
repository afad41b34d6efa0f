import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { NewsList } from '../../contracts/news.ts'
import type { Queryable } from '../db/connect.ts'
import { countUpTo } from '../db/count.ts'
import { contactSubmissions, lastLooks, outboxMessages, trainingWaitlist } from '../db/schema.ts'

/** More than this is shown as `99+`. */
const most = 100

/** What waits for this admin: new people since they last looked, and mails that did not go. */
export async function countNews(
  db: Queryable,
  userId: number,
): Promise<{ people: number; failedMails: number }> {
  const since = sql`coalesce((select ${lastLooks.lookedAt} from ${lastLooks}
    where ${lastLooks.userId} = ${userId} and ${lastLooks.list} = 'people'), '-infinity')`
  const newIn = (table: typeof trainingWaitlist | typeof contactSubmissions) =>
    countUpTo(
      db,
      table,
      and(isNull(table.suspectedAt), isNull(table.deletedAt), gt(table.createdAt, since)),
      most,
    )
  const [waitlist, contacts, failedMails] = await Promise.all([
    newIn(trainingWaitlist),
    newIn(contactSubmissions),
    countUpTo(db, outboxMessages, eq(outboxMessages.status, 'failed'), most),
  ])
  return { people: Math.min(waitlist + contacts, most), failedMails }
}

export async function markSeen(db: Queryable, userId: number, list: NewsList): Promise<void> {
  await db
    .insert(lastLooks)
    .values({ userId, list, lookedAt: sql`now()` })
    .onConflictDoUpdate({ target: [lastLooks.userId, lastLooks.list], set: { lookedAt: sql`now()` } })
}
