import { and, eq, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { type TrainingFormat, trainingLimits } from '../../contract/training-fields.ts'
import { trainingTasks } from '../../schema.ts'
import { starterTasks } from '../../words/training-checklist.ts'
import { lockTraining } from './cancel-training.ts'

/** Gives a training that was just booked the checklist that every training of its format begins with. */
export async function addStarterTasks(
  tx: Queryable,
  trainingId: number,
  format: TrainingFormat,
): Promise<void> {
  await tx.insert(trainingTasks).values(starterTasks[format].map((text) => ({ trainingId, text })))
}

/**
 * Adds a line to the checklist of a training.
 * @throws RequestProblem if the checklist is full
 */
export function addTask(db: Database, trainingId: number, text: string): Promise<void> {
  return db.transaction(async (tx) => {
    // The lock makes two requests take turns, so that the list keeps its limit.
    if (!(await lockTraining(tx, trainingId))) throw new RequestProblem('not-found')
    const count = await tx.$count(trainingTasks, eq(trainingTasks.trainingId, trainingId))
    if (count >= trainingLimits.tasks)
      throw new RequestProblem('conflict', {
        detail: `A checklist can have up to ${trainingLimits.tasks} lines. Remove one first.`,
      })
    await tx.insert(trainingTasks).values({ trainingId, text })
  })
}

/** Checks or unchecks a line. Returns false if there is no such line. */
export async function checkTask(
  db: Database,
  trainingId: number,
  id: number,
  { isDone, username }: { isDone: boolean; username: string },
): Promise<boolean> {
  const done = isDone
    ? // A second click keeps the time and the name of the first one.
      {
        doneAt: sql`coalesce(${trainingTasks.doneAt}, now())`,
        doneBy: sql`coalesce(${trainingTasks.doneBy}, ${username})`,
      }
    : { doneAt: null, doneBy: null }
  const { rowCount } = await db
    .update(trainingTasks)
    .set(done)
    .where(and(eq(trainingTasks.id, id), eq(trainingTasks.trainingId, trainingId)))
  return rowCount === 1
}

/** Removes a line. Returns false if there is no such line. */
export async function deleteTask(db: Database, trainingId: number, id: number): Promise<boolean> {
  const { rowCount } = await db
    .delete(trainingTasks)
    .where(and(eq(trainingTasks.id, id), eq(trainingTasks.trainingId, trainingId)))
  return rowCount === 1
}
