import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { formatDay } from '../../../../core/contract/format-date.ts'
import type { MediaUses } from '../../../manifest/feature.ts'
import { trainingMaterials, trainings } from '../../schema.ts'

/** The name of the file in `/files/{name}/{file name}`. Posts have another path. */
const fileName = sql`case when ${trainingMaterials.path} like '/files/%' then split_part(${trainingMaterials.path}, '/', 3) end`

/** Keeps files that clients got or will get. */
export const materialUses: MediaUses = {
  list: sql`select name, true as counts, false as is_public from wanted
    join ${trainingMaterials} on ${fileName} = name
    join ${trainings} on ${trainings.id} = ${trainingMaterials.trainingId} and ${trainings.canceledAt} is null`,
  async find(tx, name) {
    const [training] = await tx
      .select({ day: trainings.day })
      .from(trainingMaterials)
      .innerJoin(trainings, eq(trainings.id, trainingMaterials.trainingId))
      .where(and(sql`${fileName} = ${name}`, isNull(trainings.canceledAt)))
      .orderBy(desc(trainings.day))
      .limit(1)
    if (!training) return undefined
    const detail = `This file is material of the training on ${formatDay(training.day)}. Remove it there first.`
    return { posts: [], detail }
  },
}
