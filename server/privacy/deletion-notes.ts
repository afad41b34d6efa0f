import { randomBytes } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../db/connect.ts'
import { settings } from '../db/schema/settings.ts'

const keyName = 'deletion_key'

/** Notes that what was kept about an address (in lower case) up to a moment is gone for good. */
export function noteErased(tx: Queryable, email: string, until: SQL): Promise<void> {
  return note(tx, email, {
    set: sql`erased_until = greatest(deletion_ledger.erased_until, excluded.erased_until),
      deleted_at = case when deletion_ledger.deleted_at > excluded.erased_until then deletion_ledger.deleted_at end`,
    erasedUntil: until,
  })
}

/** Notes that an admin has deleted somebody, which can still be taken back. */
export function noteDeleted(tx: Queryable, email: string, at: SQL): Promise<void> {
  return note(tx, email, { set: sql`deleted_at = excluded.deleted_at`, deletedAt: at })
}

/** Notes that a deletion was taken back; what was erased before stays so. */
export function noteRestored(tx: Queryable, email: string): Promise<void> {
  return note(tx, email, { set: sql`deleted_at = null` })
}

type Note = { set: SQL; erasedUntil?: SQL; deletedAt?: SQL }

async function note(tx: Queryable, email: string, { set, erasedUntil, deletedAt }: Note): Promise<void> {
  const key = await readLedgerKey(tx)
  await tx.execute(sql`
    insert into deletion_ledger (address_hash, erased_until, deleted_at, noted_at)
    values (${hashOf(key, sql`${email}`)}, (${erasedUntil ?? null})::timestamptz, (${deletedAt ?? null})::timestamptz, clock_timestamp())
    on conflict (address_hash) do update set ${set}, noted_at = excluded.noted_at`)
}

/** Nobody reads an address out of it, and only whoever has the key can try addresses out. */
export const hashOf = (key: string, email: SQL) =>
  sql`encode(sha256(convert_to(${key}::text || ' ' || ${email}, 'UTF8')), 'hex')`

/** Made with its first use; of two that make it at once the first counts. */
export async function readLedgerKey(tx: Queryable): Promise<string> {
  const found = await findLedgerKey(tx)
  if (found !== undefined) return found
  await tx
    .insert(settings)
    .values({ key: keyName, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  return z.string().parse(await findLedgerKey(tx))
}

export async function findLedgerKey(tx: Queryable): Promise<string | undefined> {
  const [row] = await tx.select({ value: settings.value }).from(settings).where(eq(settings.key, keyName))
  return row && z.string().parse(row.value)
}

/** Takes over the key of a ledger that is older than this database. False: it has one of its own. */
export async function adoptLedgerKey(tx: Queryable, key: string): Promise<boolean> {
  await tx.insert(settings).values({ key: keyName, value: key }).onConflictDoNothing()
  return (await findLedgerKey(tx)) === key
}
