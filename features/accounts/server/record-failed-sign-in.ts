import type { Queryable } from '../../../core/server/db/connect.ts'
import { countEvent } from '../../../core/server/http/limits/rate-counter.ts'
import { recordActivity } from './actions.ts'

const windowSeconds = 60 * 60
/** Attempts within an hour that are all recorded. Of the following ones, only the 10th, the 100th, and so on are. */
const maxEach = 5

/**
 * Records a failed sign-in to an account, or to none, if no account has the name. The name itself is not recorded,
 * because people type passwords into the wrong field. The number of rows grows with the logarithm of the attempts, so
 * that a flood of them cannot fill the disk.
 */
export async function recordFailedSignIn(db: Queryable, account: number | undefined): Promise<void> {
  const { count } = await countEvent(db, `activity:sign-in-failed:${account ?? 'unknown'}`, windowSeconds)
  if (count > maxEach && !Number.isInteger(Math.log10(count))) return
  await recordActivity(db, { action: 'sign-in-failed', by: { account }, details: { attempt: count } })
}
