import { eq } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { trainingWaitlist } from '../../people/schema/entries.ts'

// Every change takes its locks in the same order, so that two transactions never wait in a circle: trainers, waitlist
// entries, the offer, the training.

/** Locks a waitlist entry. All changes of the offers and trainings of one person take turns by it. */
export async function lockEntry(tx: Queryable, id: number) {
  const [entry] = await tx
    .select()
    .from(trainingWaitlist)
    .where(eq(trainingWaitlist.id, id))
    .for('no key update')
  return entry
}
