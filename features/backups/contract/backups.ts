import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'

const keptBackup = z.object({ name: z.string(), madeAt: z.string(), bytes: z.number() })
export type KeptBackup = z.infer<typeof keptBackup>

/** The most recently started backup. */
export const lastBackup = z.object({
  startedAt: z.string(),
  /** Null while the backup is running */
  finishedAt: z.nullable(z.string()),
  /** Why the backup failed, in one sentence; null if it succeeded or is running */
  problem: z.nullable(z.string()),
})
export type LastBackup = z.infer<typeof lastBackup>

const backupsResponse = z.object({
  /** Number of backups to keep; 0 turns backups off. */
  keep: z.number(),
  /** Newest first */
  backups: z.array(keptBackup),
  last: z.nullable(lastBackup),
  /** Why the deletion ledger (the record of deleted people) could not be saved next to the backups, in one sentence */
  ledgerProblem: z.nullable(z.string()),
  /** `elsewhere`: pictures are in an S3 bucket and not part of a backup */
  pictures: z.enum(['included', 'elsewhere']),
})
export type BackupsResponse = z.infer<typeof backupsResponse>

export const backupList = endpoint('GET', '/api/settings/backups', {
  summary: 'List the backups',
  response: backupsResponse,
})

export const backupCreate = endpoint('POST', '/api/settings/backups', {
  summary: 'Make a backup now',
  description: 'Answers when it is complete, or after 15 seconds while it is still running.',
  response: backupsResponse,
})
