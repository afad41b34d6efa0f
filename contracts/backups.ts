import * as z from 'zod/mini'

export const keptBackup = z.object({ name: z.string(), madeAt: z.string(), bytes: z.number() })
export type KeptBackup = z.infer<typeof keptBackup>

/** The last time that one was begun. */
export const lastBackup = z.object({
  startedAt: z.string(),
  /** Null while it is being made. */
  finishedAt: z.nullable(z.string()),
  /** A sentence about why there is none. */
  problem: z.nullable(z.string()),
})
export type LastBackup = z.infer<typeof lastBackup>

/** `GET` and `POST /api/settings/backups` */
export const backupsResponse = z.object({
  /** How many are kept; 0: none is made. */
  keep: z.number(),
  /** Newest first. */
  backups: z.array(keptBackup),
  last: z.nullable(lastBackup),
  /** A sentence about why the list of deletions is not beside them. */
  ledgerProblem: z.nullable(z.string()),
  /** `elsewhere`: they lie in a bucket and are in no backup. */
  pictures: z.enum(['included', 'elsewhere']),
})
export type BackupsResponse = z.infer<typeof backupsResponse>
