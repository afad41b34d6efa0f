import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'

/** True for a waitlist entry with an offer that was sent and is still open */
export const hasSentOffer = sql`exists (select from offers
  where offers.entry_id = training_waitlist.id and offers.status in ('sent', 'other-days'))`

/** True for a waitlist entry with a booked day that was neither canceled nor marked as held */
export const hasUpcomingTraining = sql`exists (select from trainings
  where trainings.entry_id = training_waitlist.id and canceled_at is null and held_at is null)`

/**
 * Sets the status of a waitlist entry after an offer or a training of it has changed. `otherwise` is the status if
 * neither a sent offer nor an upcoming training is left.
 */
export async function updateStatusLabel(
  tx: Queryable,
  entryId: number | null,
  otherwise: 'contacted' | 'closed' = 'contacted',
): Promise<void> {
  if (entryId === null) return
  await tx.execute(sql`
    update training_waitlist set status = case
        when ${hasUpcomingTraining} then 'booked' when ${hasSentOffer} then 'offered' else ${otherwise}::text end
    where id = ${entryId}`)
}
