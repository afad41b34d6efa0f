import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { refuse } from '../../../core/server/errors.ts'
import { type EntryStatus, statusLabels } from '../../people/contract/people.ts'
import { setWaitlistStatus } from '../../people/server/waitlist.ts'
import { lockEntry } from './locks.ts'

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
  await setWaitlistStatus(tx, statusThatFollows(otherwise), sql`id = ${entryId}`)
}

/**
 * Refuses a status that contradicts the offers and trainings of a waitlist entry: while one is open, the status follows
 * it, and “Offered” and “Booked” are never set by hand again once an offer was sent. Locks the entry, as every change of
 * its offers does.
 * @throws RequestProblem that says where the status comes from
 */
export async function requireFreeStatus(tx: Queryable, entryId: number, status: EntryStatus): Promise<void> {
  const entry = await lockEntry(tx, entryId)
  if (!entry || entry.status === status) return
  const { rows } = await tx.execute<{ offered: boolean; booked: boolean; follows: boolean }>(sql`
    select ${hasSentOffer} as offered, ${hasUpcomingTraining} as booked, ${isFollowing} as follows
    from training_waitlist where id = ${entryId}`)
  const { offered, booked, follows } = oneRow(rows)
  if (booked)
    throw refuse('A training is booked, so the status is “Booked” until it’s held or canceled in Trainings.')
  if (offered)
    throw refuse(
      'An offer is open, so the status is “Offered” until it’s answered or withdrawn in Trainings.',
    )
  if (follows && (status === 'offered' || status === 'booked'))
    throw refuse(
      `“${statusLabels[status]}” now comes from offers and booked days by itself. Send an offer in Trainings.`,
    )
}
