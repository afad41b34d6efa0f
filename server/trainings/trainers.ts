import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Trainer } from '../../contracts/trainings.ts'
import { type ActingUser, recordActivity } from '../activity/record-activity.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { userName } from '../db/display-name.ts'
import { users } from '../db/schema/accounts.ts'
import { trainerDays } from '../db/schema/trainings.ts'
import { readClock } from './clock.ts'
import { lockTrainers } from './locks.ts'

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

/** Result of a change of a trainer. `days-ahead`: they cannot stop while days are held or booked with them. */
export type TrainerChange = 'done' | 'unknown' | 'without-access' | 'days-ahead'

/** Sets whether a user gives trainings. */
export function changeTrainer(
  db: Database,
  by: ActingUser,
  id: number,
  { isTrainer, timeZone }: { isTrainer: boolean; timeZone: string },
): Promise<TrainerChange> {
  return db.transaction(async (tx) => {
    const [user] = await lockTrainers(tx, [id])
    if (!user) return 'unknown'
    if ((user.trainerSince !== null) === isTrainer) return 'done'
    if (isTrainer && user.disabledAt) return 'without-access'
    if (!isTrainer && (await hasDaysAhead(tx, id, timeZone))) return 'days-ahead'
    await tx
      .update(users)
      .set({ trainerSince: isTrainer ? sql`now()` : null })
      .where(eq(users.id, id))
    await recordActivity(tx, { action: 'trainer-changed', by, about: ['user', id] })
    return 'done'
  })
}

async function hasDaysAhead(tx: Queryable, id: number, timeZone: string): Promise<boolean> {
  const { today } = await readClock(tx, timeZone)
  return (await tx.$count(trainerDays, and(eq(trainerDays.trainerId, id), gt(trainerDays.day, today)))) > 0
}
