import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { ActingUser, ActivityEntry } from '../activity/record-activity.ts'
import { recordActivity } from '../activity/record-activity.ts'
import type { Queryable } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'

type Setting = Extract<ActivityEntry, { action: 'setting-changed' }>['details']['setting']

type Change<Value, Response> = {
  setting: Setting
  by: ActingUser
  /** The version on which the user's form is based; undefined replaces whatever is set */
  version: string | undefined
  read: (tx: Queryable) => Promise<Value>
  write: (tx: Queryable) => Promise<unknown>
  /** The response, also the current record of a conflict. It does not run in the transaction. */
  respond: () => Promise<Response>
}

/** Stands for what a settings form shows: it differs if the values differ. */
export const settingsVersion = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** Saves a settings form, unless someone else has changed it since the form was opened. */
export async function changeSetting<Value, Response>(
  db: Queryable,
  { setting, by, version, read, write, respond }: Change<Value, Response>,
): Promise<Response> {
  const isStale = await db.transaction(async (tx) => {
    // Not a lock of the row, because there may be none yet.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${setting}`}, 0))`)
    if (version !== undefined && version !== settingsVersion(await read(tx))) return true
    await write(tx)
    await recordActivity(tx, { action: 'setting-changed', by, details: { setting } })
    return false
  })
  const current = await respond()
  if (isStale) throw new RequestProblem('conflict', { extensions: { current } })
  return current
}
