import { z } from 'zod'

export const formatName = 'everyday-ai backup'
const formatVersion = 1

/** What every version of the format says of itself. */
export const headerFile = z.looseObject({ format: z.string(), version: z.number() })

/** The first entry: what it is, and what is in it. */
export const header = z.strictObject({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  /** Of the snapshot. */
  madeAt: z.iso.datetime(),
  /** The last migration of the database that it was made of. */
  migration: z.number(),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
  /** `elsewhere`: in a bucket, which has backups of its own. */
  pictures: z.enum(['included', 'elsewhere']),
})
export type Header = z.infer<typeof header>

/** The last entry: only what has it is complete. */
export const checksums = z.strictObject({
  tables: z.record(z.string(), z.strictObject({ rows: z.number(), sha256: z.string() })),
  pictures: z.strictObject({ files: z.number(), sha256: z.string() }),
  /** Pictures that were gone from the disk when it was made. */
  picturesMissing: z.number(),
  /** The last value that each sequence has given out. */
  sequences: z.record(z.string(), z.number()),
})
export type Checksums = z.infer<typeof checksums>

export const newHeader = (about: Omit<Header, 'format' | 'version'>): Header => ({
  format: formatName,
  version: formatVersion,
  ...about,
})
