import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { type ActingUser, recordActivity } from '../../activity/record-activity.ts'
import type { Database, Queryable } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'
import { hashToken, newToken } from '../../http/tokens.ts'

export async function hasFeedLink(db: Queryable, userId: number): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), isNotNull(users.calendarTokenHash)))) > 0
}

/** Makes a secret link to the user's calendar and returns its token. An earlier link stops working. */
export function makeFeedLink(db: Database, by: ActingUser): Promise<string> {
  const token = newToken()
  return db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ calendarTokenHash: hashToken(token) })
      .where(eq(users.id, by.id))
    await recordActivity(tx, { action: 'calendar-link-made', by })
    return token
  })
}

export function revokeFeedLink(db: Database, by: ActingUser): Promise<void> {
  return db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(users)
      .set({ calendarTokenHash: null })
      .where(and(eq(users.id, by.id), isNotNull(users.calendarTokenHash)))
    if (rowCount) await recordActivity(tx, { action: 'calendar-link-revoked', by, about: ['user', by.id] })
  })
}

/** The trainer whose calendar a link opens, unless their access has ended */
export async function findFeedOwner(db: Queryable, token: string): Promise<{ id: number } | undefined> {
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.calendarTokenHash, hashToken(token)), isNull(users.disabledAt)))
  return owner
}
