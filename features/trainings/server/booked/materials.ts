import { and, eq } from 'drizzle-orm'
import type { z } from 'zod/mini'
import type { Database } from '../../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import { trainingLimits } from '../../contract/training-fields.ts'
import type { trainingMaterialCreate } from '../../contract/trainings.ts'
import { trainingMaterials } from '../../schema.ts'
import { lockTraining } from './cancel-training.ts'
import { readMaterials } from './read-materials.ts'

/**
 * Adds a file or a post for the client.
 * @throws RequestProblem if there are too many
 */
export function addMaterial(
  db: Database,
  trainingId: number,
  material: z.infer<typeof trainingMaterialCreate.body>,
): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await lockTraining(tx, trainingId))) throw new RequestProblem('not-found')
    const known = (await readMaterials(tx, [trainingId])).get(trainingId) ?? []
    // A second click
    if (known.some(({ path, isAfter }) => path === material.path && isAfter === material.isAfter)) return
    if (known.length >= trainingLimits.materials)
      throw new RequestProblem('conflict', {
        detail: `A training can have up to ${trainingLimits.materials} files and posts. Remove one first.`,
      })
    await tx.insert(trainingMaterials).values({ ...material, trainingId })
  })
}

/** Removes a file or a post. Returns false if there is no such one. */
export async function deleteMaterial(db: Database, trainingId: number, id: number): Promise<boolean> {
  const { rowCount } = await db
    .delete(trainingMaterials)
    .where(and(eq(trainingMaterials.id, id), eq(trainingMaterials.trainingId, trainingId)))
  return rowCount === 1
}
