import { sql } from 'drizzle-orm'
import type { RestoreSteps } from '../../manifest/feature.ts'

export const followUpRestore = {
  /** Withdraws and cancels again what was withdrawn or canceled after the backup. */
  async keepEnded({ read }) {
    const withdrawn = await read(
      `select uid, withdrawn_at::text as "withdrawnAt" from public.attendees where withdrawn_at is not null`,
      'attendees',
      ['withdrawn_at'],
    )
    const canceled = await read('select uid from public.gatherings where not is_held', 'gatherings', [
      'is_held',
    ])
    return async (client) => {
      await client.query(
        `update attendees as now set withdrawn_at = gone."withdrawnAt"
         from jsonb_to_recordset($1) as gone (uid uuid, "withdrawnAt" timestamptz)
         where now.uid = gone.uid and now.withdrawn_at is null`,
        [JSON.stringify(withdrawn)],
      )
      await client.query(
        `update gatherings set is_held = false where uid in (
           select uid from jsonb_to_recordset($1) as gone (uid uuid))`,
        [JSON.stringify(canceled)],
      )
    }
  },
  /** Asks no one who may have been asked after the backup was made. */
  async stop(tx) {
    await tx.execute(
      sql`update attendees set asked_at = now() from gatherings
        where gatherings.id = gathering_id and asked_at is null and ask_at <= now()`,
    )
    return undefined
  },
} satisfies RestoreSteps
