import { asc, inArray } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { users } from '../../db/schema/accounts.ts'

/**
 * Locks users until the transaction ends, in the order of their ids, so that two transactions never wait in a circle.
 * Returns the ids of those who exist.
 */
export async function lockUsers(tx: Queryable, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('no key update')
  return rows.map(({ id }) => id)
}
