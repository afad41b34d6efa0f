import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Trainer } from '../../contracts/trainings.ts'
import { type ActingUser, recordActivity } from '../activity/record-activity.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { userName } from '../db/display-name.ts'
import { users } from '../db/schema/accounts.ts'
import { trainerDays } from '../db/schema/trainings.ts'
import { RequestProblem } from '../errors.ts'
import { readClock } from './clock.ts'
import { lockTrainers } from './locks.ts'
import { refuse } from './offers/refusals.ts'

/** Lists users with access, and those without access who still have days ahead of them. */
export async function listTrainers(db: Queryable, timeZone: string): Promise<Trainer[]> {
  const { today } = await readClock(db, timeZone)
  const rows = await db
    .select({
      id: users.id,
      name: userName,
      trainerSince: users.trainerSince,
      isActive: sql<boolean>`${users.disabledAt} is null`,
    })
    .from(users)
    .where(
      sql`${users.disabledAt} is null or exists (select from ${trainerDays}
        where ${trainerDays.trainerId} = ${users.id} and ${trainerDays.day} >= ${today})`,
    )
    .orderBy(sql`lower(${userName})`, asc(users.id))
  return rows.map((row) => ({ ...row, trainerSince: row.trainerSince?.toISOString() ?? null }))
}

/**
 * Sets whether a user gives trainings.
 * @throws RequestProblem if they have no access, or stop while days are held or booked with them
 */
export function changeTrainer(
  db: Database,
  by: ActingUser,
  id: number,
  { isTrainer, timeZone }: { isTrainer: boolean; timeZone: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const [user] = await lockTrainers(tx, [id])
    if (!user) throw new RequestProblem('not-found')
    if ((user.trainerSince !== null) === isTrainer) return
    if (isTrainer && user.disabledAt) throw refuse('This user’s access has ended. Give it back first.')
    if (!isTrainer && (await hasDaysAhead(tx, id, timeZone)))
      throw refuse('Days with this trainer are held or booked. Give them to another trainer first.')
    await tx
      .update(users)
      .set({ trainerSince: isTrainer ? sql`now()` : null })
      .where(eq(users.id, id))
    await recordActivity(tx, { action: 'trainer-changed', by, about: ['user', id] })
  })
}

async function hasDaysAhead(tx: Queryable, id: number, timeZone: string): Promise<boolean> {
  const { today } = await readClock(tx, timeZone)
  return (await tx.$count(trainerDays, and(eq(trainerDays.trainerId, id), gt(trainerDays.day, today)))) > 0
}
