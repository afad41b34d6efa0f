import { z } from 'zod'

export const formatName = 'everyday-ai backup'
const formatVersion = 1

/** Fields that every version of the format has */
export const headerFile = z.looseObject({ format: z.string(), version: z.number() })

/** The first entry of an archive */
export const header = z.strictObject({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  /** Time of the snapshot */
  madeAt: z.iso.datetime(),
  /** Last migration of the source database */
  migration: z.number(),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()) })),
  /** `elsewhere` means a bucket, which has its own backups. */
  pictures: z.enum(['included', 'elsewhere']),
})
export type Header = z.infer<typeof header>

/** The last entry of an archive. An archive without it is incomplete. */
export const checksums = z.strictObject({
  tables: z.record(z.string(), z.strictObject({ rows: z.number(), sha256: z.string() })),
  pictures: z.strictObject({ files: z.number(), sha256: z.string() }),
  /** Number of pictures whose files were missing */
  picturesMissing: z.number(),
  /** The last value of each sequence */
  sequences: z.record(z.string(), z.number()),
})
export type Checksums = z.infer<typeof checksums>

export const newHeader = (about: Omit<Header, 'format' | 'version'>): Header => ({
  format: formatName,
  version: formatVersion,
  ...about,
})
