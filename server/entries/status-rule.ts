import { sql } from 'drizzle-orm'
import { type EntryStatus, statusLabels } from '../../contracts/people.ts'
import type { Queryable } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'

/**
 * Refuses a status that contradicts the offers and trainings of a waitlist entry: while one is open, the status follows
 * it, and “Offered” and “Booked” are never set by hand again once an offer was sent. Locks the entry, as every change of
 * its offers does.
 * @throws RequestProblem that says where the status comes from
 */
export async function requireFreeStatus(tx: Queryable, id: number, status: EntryStatus): Promise<void> {
  await tx.execute(sql`select from training_waitlist where id = ${id} for no key update`)
  const { rows } = await tx.execute<{
    old: EntryStatus
    offered: boolean
    booked: boolean
    follows: boolean
  }>(sql`
    select status as old,
      exists (select from offers where entry_id = ${id} and status in ('sent', 'other-days')) as offered,
      exists (select from trainings where entry_id = ${id} and canceled_at is null and held_at is null) as booked,
      exists (select from offers where entry_id = ${id} and status <> 'draft')
        or exists (select from trainings where entry_id = ${id}) as follows
    from training_waitlist where id = ${id}`)
  const [entry] = rows
  if (!entry || entry.old === status) return
  if (entry.booked)
    throw refuse('A training is booked, so the status is “Booked” until it’s held or canceled in Trainings.')
  if (entry.offered)
    throw refuse(
      'An offer is open, so the status is “Offered” until it’s answered or withdrawn in Trainings.',
    )
  if (entry.follows && (status === 'offered' || status === 'booked'))
    throw refuse(
      `“${statusLabels[status]}” now comes from offers and booked days by itself. Send an offer in Trainings.`,
    )
}

const refuse = (detail: string) => new RequestProblem('conflict', { detail })
