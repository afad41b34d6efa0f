import * as z from 'zod/mini'
import type { Queryable } from '../../db/connect.ts'
import { readSetting } from '../../db/settings.ts'

const pauseKey = 'trainings_paused'

/** `lock`: makes the end of the pause wait for this transaction, so that it also releases the emails of this one. */
export async function isPaused(db: Queryable, options: { lock?: 'share' } = {}): Promise<boolean> {
  return (await readSetting(db, pauseKey, z.unknown(), options)) !== undefined
}
