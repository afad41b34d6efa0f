import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { TodayPart, TodayReader } from '../../manifest/today-section.ts'
import { profileList } from '../contract/team.ts'
import { users } from '../schema/accounts.ts'
import { lastLookAt } from './last-looks.ts'

/** True for a user without a name or an address who has not put the question for them away */
export async function readProfileToday(db: Queryable, { userId }: TodayReader): Promise<TodayPart> {
  if (userId === null) return {}
  const isAsked = and(
    eq(users.id, userId),
    or(isNull(users.displayName), isNull(users.email)),
    sql`${lastLookAt(userId, profileList)} = '-infinity'`,
  )
  return { asksProfile: (await db.$count(users, isAsked)) > 0 || null }
}
