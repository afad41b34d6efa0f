import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'

/** True for a waitlist entry with an offer that was sent and is still open */
const hasSentOffer = sql`exists (select from offers
  where offers.entry_id = training_waitlist.id and offers.status in ('sent', 'other-days'))`

/** True for a waitlist entry with a booked day that was neither canceled nor marked as held */
const hasUpcomingTraining = sql`exists (select from trainings
  where trainings.entry_id = training_waitlist.id and canceled_at is null and held_at is null)`

/** True for a waitlist entry whose status follows from offers and trainings, because an offer was sent once */
export const isFollowing = sql`(exists (select from offers
  where offers.entry_id = training_waitlist.id and offers.status <> 'draft')
  or exists (select from trainings where trainings.entry_id = training_waitlist.id))`

/** The status that follows from the offers and trainings of a waitlist entry, or `otherwise` if none is open */
export const statusThatFollows = (otherwise: 'contacted' | 'closed' = 'contacted') =>
  sql`case when ${hasUpcomingTraining} then 'booked' when ${hasSentOffer} then 'offered' else ${otherwise}::text end`

/** Sets the status of a waitlist entry after an offer or a training of it has changed. */
export async function updateStatusLabel(
  tx: Queryable,
  entryId: number | null,
  otherwise?: 'contacted' | 'closed',
): Promise<void> {
  if (entryId === null) return
  await tx.execute(
    sql`update training_waitlist set status = ${statusThatFollows(otherwise)} where id = ${entryId}`,
  )
}
