import { asc, inArray, type SQL, sql } from 'drizzle-orm'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { RequestProblem, refuse } from '../../../core/server/errors.ts'
import { users } from '../../accounts/schema/accounts.ts'
import { userName } from '../../accounts/server/display-name.ts'
import { setCalendarFacts } from '../../accounts/server/team/members.ts'
import type { Trainer } from '../contract/calendar.ts'
import { recordActivity } from './actions.ts'
import { readClock } from './clock.ts'

/** Lists users with access, and those without access who still have days ahead of them. */
export async function listTrainers(db: Queryable, promised: SQL, timeZone: string): Promise<Trainer[]> {
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
      sql`${users.disabledAt} is null or exists (select from ${promised}
        where promised.trainer_id = ${users.id} and promised.day >= ${today}::date)`,
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
  { isTrainer, promised, timeZone }: { isTrainer: boolean; promised: SQL; timeZone: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const [user] = await lockTrainers(tx, [id])
    if (!user) throw new RequestProblem('not-found')
    if ((user.trainerSince !== null) === isTrainer) return
    if (isTrainer && user.disabledAt) throw refuse('This user’s access has ended. Give it back first.')
    const { today } = await readClock(tx, timeZone)
    const ahead = sql`trainer_id = ${id} and day > ${today}::date`
    if (!isTrainer && (await tx.$count(promised, ahead)) > 0)
      throw refuse('Days with this trainer are held or booked. Give them to another trainer first.')
    await setCalendarFacts(tx, id, { trainerSince: isTrainer ? sql`now()` : null })
    await recordActivity(tx, { action: 'trainer-changed', by, about: ['user', id] })
  })
}

/** Locks users until the transaction ends, so that no other transaction gives them days or ends their access. */
export async function lockTrainers(tx: Queryable, ids: readonly number[]) {
  return tx
    .select({ id: users.id, name: userName, disabledAt: users.disabledAt, trainerSince: users.trainerSince })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('no key update')
}

/** Makes a user a trainer with their first offer, so that an office of one person has nothing to set up. */
export async function becomeTrainer(tx: Queryable, id: number): Promise<void> {
  await setCalendarFacts(tx, id, { trainerSince: sql`coalesce(${users.trainerSince}, now())` })
}

/**
 * Locks a trainer, so that two requests at once cannot save the same days twice.
 * @throws RequestProblem that says why the trainer gets no new days
 */
export async function lockTrainer(tx: Queryable, id: number): Promise<void> {
  const [user] = await lockTrainers(tx, [id])
  if (!user) throw refuse('This trainer’s account is gone. Choose another trainer.')
  if (user.disabledAt) throw refuse(`${user.name} no longer has access. Choose another trainer.`)
  if (!user.trainerSince)
    throw refuse(`${user.name} doesn’t give trainings yet. Change that under “Who gives trainings” first.`)
}
