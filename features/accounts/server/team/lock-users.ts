import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { rights, whoMay } from '../../../../core/contract/roles.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { users } from '../../schema/accounts.ts'

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

/**
 * Locks the user who changes the team, until the transaction ends, and checks that they are still an owner with access.
 * Without the lock, two owners who take each other's rights at the same time would both succeed, and an owner could
 * still invite someone while another one ends their access.
 * @throws RequestProblem if they are not
 */
export async function requireOwner(tx: Queryable, userId: number): Promise<void> {
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.role, rights.manageTeam), isNull(users.disabledAt)))
    .for('no key update')
  if (!owner) throw new RequestProblem('role-too-low', { detail: whoMay[rights.manageTeam] })
}
