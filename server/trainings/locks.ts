import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import { users } from '../db/schema/accounts.ts'
import { trainingWaitlist } from '../db/schema/entries.ts'

// Every change takes its locks in the same order, so that two transactions never wait in a circle: trainers, waitlist
// entries, the offer, the training.

/** Locks users until the transaction ends, so that no other transaction gives them days or ends their access. */
export async function lockTrainers(tx: Queryable, ids: readonly number[]) {
  return tx
    .select({ id: users.id, disabledAt: users.disabledAt, trainerSince: users.trainerSince })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('no key update')
}

/** Makes a user a trainer with their first offer, so that an office of one person has nothing to set up. */
export async function becomeTrainer(tx: Queryable, id: number): Promise<void> {
  await tx
    .update(users)
    .set({ trainerSince: sql`coalesce(${users.trainerSince}, now())` })
    .where(eq(users.id, id))
}

/** Locks a waitlist entry. All changes of the offers and trainings of one person take turns by it. */
export async function lockEntry(tx: Queryable, id: number) {
  const [entry] = await tx
    .select()
    .from(trainingWaitlist)
    .where(eq(trainingWaitlist.id, id))
    .for('no key update')
  return entry
}
