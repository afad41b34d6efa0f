import { z } from 'zod'

export const exportFormat = 'everyday-ai export'
export const exportVersion = 1

/** Fields that every version of the format has */
export const manifestStart = z.looseObject({ format: z.literal(exportFormat), version: z.number() })

const path = z.string().max(1000)
const count = z.int().nonnegative()

/** `site.json`, the last file of an export */
export const manifest = z.strictObject({
  format: z.literal(exportFormat),
  version: z.literal(exportVersion),
  /** Time of the snapshot */
  madeAt: z.iso.datetime(),
  /** Address of the live site */
  publicUrl: z.url().max(2000),
  /** Version of the app that made the export */
  app: z.string().max(100),
  counts: z.strictObject({
    posts: count,
    pages: count,
    pictures: count,
    files: count,
    redirects: count,
    people: count,
    subscribers: count,
  }),
  /** Files of all posts and pages, in the order in which they were created */
  texts: z.array(path).max(200_000),
  files: z.record(path, z.strictObject({ bytes: count, sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
})
export type Manifest = z.infer<typeof manifest>
