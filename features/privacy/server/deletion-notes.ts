import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod/mini'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { addSetting, readSecret, readSetting } from '../../../core/server/db/settings.ts'
import type { Job } from '../../../core/server/jobs/queue.ts'

/**
 * Copies the ledger to the folder of the backups. It starts with the server, too: if the database was restored from a
 * backup, people who were deleted after that backup are deleted again.
 */
export const copyDeletionsJob: Job = {
  name: 'copy-deletions',
  seconds: 600,
  cron: '17 * * * *',
  atStart: true,
}

const keyName = 'deletion_key'

/** Records that all data about an address (in lower case) from before `until` is permanently deleted. */
export function noteErased(tx: Queryable, email: string, until: SQL): Promise<void> {
  return note(tx, email, {
    set: sql`erased_until = greatest(deletion_ledger.erased_until, excluded.erased_until),
      deleted_at = case when deletion_ledger.deleted_at > excluded.erased_until then deletion_ledger.deleted_at end`,
    erasedUntil: until,
  })
}

/** Records that an admin deleted a person, which can still be undone. */
export function noteDeleted(tx: Queryable, email: string, at: SQL): Promise<void> {
  return note(tx, email, { set: sql`deleted_at = excluded.deleted_at`, deletedAt: at })
}

/** Records that a deletion was undone. Data that was erased before stays erased. */
export function noteRestored(tx: Queryable, email: string): Promise<void> {
  return note(tx, email, { set: sql`deleted_at = null` })
}

type Note = { set: SQL; erasedUntil?: SQL; deletedAt?: SQL }

async function note(tx: Queryable, email: string, { set, erasedUntil, deletedAt }: Note): Promise<void> {
  const key = await readSecret(tx, keyName)
  await tx.execute(sql`
    insert into deletion_ledger (address_hash, erased_until, deleted_at, noted_at)
    values (${hashOf(key, sql`${email}`)}, (${erasedUntil ?? null})::timestamptz, (${deletedAt ?? null})::timestamptz, clock_timestamp())
    on conflict (address_hash) do update set ${set}, noted_at = excluded.noted_at`)
}

/** Hash of an address. Only someone with the key can test whether an address is in the ledger. */
export const hashOf = (key: string, email: SQL) =>
  sql`encode(sha256(convert_to(${key}::text || ' ' || ${email}, 'UTF8')), 'hex')`

export function findLedgerKey(tx: Queryable): Promise<string | undefined> {
  return readSetting(tx, keyName, z.string())
}

/** The form of a key (`readSecret`). With a shorter one, addresses could be guessed from their hashes. */
export const ledgerKey = /^[A-Za-z0-9_-]{43}$/

/** Adopts the key of an older ledger. Returns false if this database already has another key. */
export async function adoptLedgerKey(tx: Queryable, key: string): Promise<boolean> {
  await addSetting(tx, keyName, key)
  return (await findLedgerKey(tx)) === key
}
