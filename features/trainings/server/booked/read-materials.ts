import { asc, inArray } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { TrainingMaterial } from '../../contract/trainings.ts'
import { trainingMaterials } from '../../schema.ts'

/** The files and posts for the clients of trainings, by the id of the training */
export async function readMaterials(
  db: Queryable,
  trainingIds: number[],
): Promise<Map<number, TrainingMaterial[]>> {
  const rows = await db
    .select()
    .from(trainingMaterials)
    .where(inArray(trainingMaterials.trainingId, trainingIds))
    .orderBy(asc(trainingMaterials.id))
  return new Map(
    [...Map.groupBy(rows, ({ trainingId }) => trainingId)].map(([id, list]) => [
      id,
      list.map(({ trainingId: _, ...material }) => material),
    ]),
  )
}
