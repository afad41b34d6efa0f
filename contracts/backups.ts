import * as z from 'zod/mini'

export const keptBackup = z.object({ name: z.string(), madeAt: z.string(), bytes: z.number() })
export type KeptBackup = z.infer<typeof keptBackup>

/** The last attempt */
export const lastBackup = z.object({
  startedAt: z.string(),
  /** Null while the backup runs */
  finishedAt: z.nullable(z.string()),
  /** Why the last attempt failed, as a sentence */
  problem: z.nullable(z.string()),
})
export type LastBackup = z.infer<typeof lastBackup>

/** `GET` and `POST /api/settings/backups` */
export const backupsResponse = z.object({
  /** Number of backups to keep; 0 turns backups off */
  keep: z.number(),
  /** Newest first */
  backups: z.array(keptBackup),
  last: z.nullable(lastBackup),
  /** Why the list of deletions could not be written beside them, as a sentence */
  ledgerProblem: z.nullable(z.string()),
  /** `elsewhere`: in a bucket, which the backups do not include */
  pictures: z.enum(['included', 'elsewhere']),
})
export type BackupsResponse = z.infer<typeof backupsResponse>
