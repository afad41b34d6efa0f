import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { createTokenMaker, hashToken } from '../../../core/server/http/tokens.ts'
import { type FeedbackValues, feedbackDays } from '../contract/follow-up.ts'
import { attendees, gatherings } from '../schema.ts'

/** The last day on which people can answer, in the zone of the day */
const lastDay = sql<string>`(${gatherings.day} + ${feedbackDays}::int)::text`

/** True while people who came can answer */
export const isFeedbackOpen = sql<boolean>`${gatherings.isHeld} and ${attendees.cameAt} is not null
  and (now() at time zone ${gatherings.timeZone})::date <= ${gatherings.day} + ${feedbackDays}::int`

/** Makes the secret in the link to someone's questions of their `uid`. */
export const createFeedbackTokens = (db: Queryable) => createTokenMaker(db, 'feedback_link_key')

const withToken = (token: string) => eq(attendees.tokenHash, hashToken(token))

/** Finds what someone can answer, or has answered, with the token in their link. */
export async function findFeedback(db: Queryable, token: string) {
  const { rating, best, better } = attendees
  const [found] = await db
    .select({
      ...{ title: gatherings.title, day: gatherings.day, lastDay, isOpen: isFeedbackOpen },
      isAnswered: sql<boolean>`${attendees.answeredAt} is not null`,
      values: { rating: sql<string>`coalesce(${rating}::text, '')`, best, better },
    })
    .from(attendees)
    .innerJoin(gatherings, eq(gatherings.id, attendees.gatheringId))
    .where(withToken(token))
  return found && { ...found, typed: { values: found.values } }
}

/** Stores an answer, or replaces it. Returns false if it is too late, or the token is not known. */
export async function saveFeedback(db: Queryable, token: string, values: FeedbackValues): Promise<boolean> {
  const { rowCount } = await db
    .update(attendees)
    .set({ ...values, answeredAt: sql`now()` })
    .from(gatherings)
    .where(and(eq(gatherings.id, attendees.gatheringId), withToken(token), isFeedbackOpen))
  return (rowCount ?? 0) > 0
}
