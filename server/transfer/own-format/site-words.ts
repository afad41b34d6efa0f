import { z } from 'zod'
import { sectionIds } from '../../../contracts/site-content/sections.ts'

/** Published and draft value of each section that editors changed, in `site/sections.json` */
export const sectionsFile = z.partialRecord(
  z.enum(sectionIds),
  z.strictObject({ published: z.unknown().optional(), draft: z.unknown().optional() }),
)
export type SectionsFile = z.infer<typeof sectionsFile>

/** `site/topics.json`: what authors are asked to write about */
export const topicsFile = z.array(z.string().max(1000)).max(1000)
