import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { deleteSetting, readSetting, writeSetting } from '../../../core/server/db/settings.ts'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { deliverMail } from '../../../core/server/mail/outbox.ts'
import { releaseMails } from '../../../core/server/mail/unsent-mails.ts'
import { recordActivity } from './actions.ts'

/** Set by a restore (restore.ts) if it brought back live offers or booked days */
const pauseKey = 'trainings_paused'
const pause = z.object({ since: z.string() })

/**
 * Since when mails and deadlines of trainings wait (ISO 8601); undefined if they do not. With `lock`, the end of the
 * pause waits for this transaction, so that it also releases the emails that this one queues.
 */
export async function findPause(
  db: Queryable,
  options: { lock?: 'share' } = {},
): Promise<string | undefined> {
  return (await readSetting(db, pauseKey, pause, options))?.since
}

export const pauseTrainings = (tx: Queryable, since: string) => writeSetting(tx, pauseKey, { since })

/** Ends the pause after a restore and releases the emails that have waited. A second click changes nothing. */
export function resumeTrainings(db: Database, by: ActingUser): Promise<void> {
  return db.transaction(async (tx) => {
    // The lock makes two clicks take turns.
    if (!(await readSetting(tx, pauseKey, pause, { lock: 'update' }))) return
    await deleteSetting(tx, pauseKey)
    await releaseMails(tx, sql`kind in ('offer', 'training')`)
    await enqueue(tx, deliverMail, {})
    await recordActivity(tx, { action: 'trainings-resumed', by })
  })
}
