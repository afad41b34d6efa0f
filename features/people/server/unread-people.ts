import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { maxUnread } from '../../../core/contract/unread-counts.ts'
import { countUpTo } from '../../../core/server/db/capped-count.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { UnreadReader } from '../../manifest/feature.ts'
import { nextSteps } from '../schema/entries.ts'
import { entryTables, isListed } from './entry-tables.ts'
import { newestEntryOf } from './newest-entry.ts'

export async function countUnreadPeople(
  db: Queryable,
  { today }: UnreadReader,
): Promise<Record<'people' | 'dueSteps', number>> {
  const newIn = (table: (typeof entryTables)[keyof typeof entryTables]) =>
    countUpTo(db, table, and(isListed(table), eq(table.status, 'new')), maxUnread)
  const { email, dueOn, doneAt } = nextSteps
  // Steps with deleted people are not due.
  const isDue = and(isNull(doneAt), lte(dueOn, today), sql`exists ${newestEntryOf(sql`${email}`)}`)
  const [waitlist, contacts, dueSteps] = await Promise.all([
    newIn(entryTables.waitlist),
    newIn(entryTables.contact),
    countUpTo(db, nextSteps, isDue, maxUnread),
  ])
  return { people: Math.min(waitlist + contacts, maxUnread), dueSteps }
}
