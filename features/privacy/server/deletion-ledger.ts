import { asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../core/server/db/iso-times.ts'
import type { Feature } from '../../manifest/feature.ts'
import { deletionLedger } from '../schema.ts'
import { adoptLedgerKey, findLedgerKey, hashOf, ledgerKey } from './deletion-notes.ts'
import { dueDays, erasePerson, hidePerson } from './erase.ts'
import { partsOf } from './traces.ts'

const time = z.iso.datetime()
/** The deletion ledger: hashes of deleted people, also stored outside the database (docs/decisions/012-backups.md) */
export const ledgerFile = z.strictObject({
  /** Secret key of the hashes */
  key: z.string().regex(ledgerKey),
  rows: z.array(
    z.strictObject({
      addressHash: z.string(),
      erasedUntil: z.nullable(time),
      deletedAt: z.nullable(time),
      notedAt: time,
    }),
  ),
})
export type Ledger = z.infer<typeof ledgerFile>

/** Reads the ledger. Returns undefined if no person has been deleted yet. */
export async function readLedger(db: Queryable): Promise<Ledger | undefined> {
  const key = await findLedgerKey(db)
  if (key === undefined) return undefined
  const rows = await db.select().from(deletionLedger).orderBy(asc(deletionLedger.addressHash))
  return { key, rows: rows.map(withIsoTimes) }
}

export async function* readLedgerRows(db: Queryable): AsyncGenerator<string[]> {
  yield ['Key', 'Address hash', 'Erased until (UTC)', 'Deleted (UTC)', 'Noted (UTC)']
  const { key = '', rows = [] } = (await readLedger(db)) ?? {}
  for (const { addressHash, erasedUntil, deletedAt, notedAt } of rows)
    yield [key, addressHash, erasedUntil ?? '', deletedAt ?? '', notedAt]
}

/**
 * Merges a ledger from outside the database. Then deletes the people in it whose data is back, because an older state
 * of the database was restored. Returns their number.
 */
export async function applyLedger(tx: Queryable, features: Feature[], ledger: Ledger): Promise<number> {
  const { key, rows } = ledger
  const ledgerRows = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as noted("addressHash" text, "erasedUntil" timestamptz, "deletedAt" timestamptz, "notedAt" timestamptz)`
  // If this database has another key, the hashes could not be compared here, so they stay in their file.
  if (await adoptLedgerKey(tx, key))
    await tx.execute(sql`
      insert into deletion_ledger (address_hash, erased_until, deleted_at, noted_at)
      select * from ${ledgerRows}
      on conflict (address_hash) do update set erased_until = excluded.erased_until,
        deleted_at = excluded.deleted_at, noted_at = excluded.noted_at
      where excluded.noted_at > date_trunc('milliseconds', deletion_ledger.noted_at)`)
  const addresses = partsOf(features).flatMap(({ addresses }) => addresses ?? [])
  type Person = { email: string; erased: string | null; deleted: string | null }
  const { rows: people } = await tx.execute<Person>(sql`
    select email, "erasedUntil" as erased, "deletedAt" as deleted
    from (${sql.join(addresses, sql` union `)}) as kept(email) join ${ledgerRows} on "addressHash" = ${hashOf(key, sql`email`)}`)
  for (const { email, erased, deleted } of people) {
    if (erased) await erasePerson(tx, features, email, sql`${erased}::timestamptz`, 'server')
    if (!deleted) continue
    const due = new Date(deleted)
    due.setDate(due.getDate() + dueDays)
    if (due > new Date())
      await hidePerson(tx, features, email, sql`${deleted}::timestamptz`, 'a restored backup')
    else await erasePerson(tx, features, email, sql`${deleted}::timestamptz`, 'server')
  }
  return people.length
}

/** Rows of a ledger that are newer than those of this database */
export async function findNewerRows(tx: Queryable, { rows }: Ledger): Promise<Ledger['rows']> {
  const known = await tx
    .select({ hash: deletionLedger.addressHash, notedAt: deletionLedger.notedAt })
    .from(deletionLedger)
  const times = new Map(known.map(({ hash, notedAt }) => [hash, notedAt.toISOString()]))
  return rows.filter(({ addressHash, notedAt }) => (times.get(addressHash) ?? '') < notedAt)
}

/** Filters `emails` for addresses whose owners were deleted and must not be added again. */
export async function findDeletedAddresses(db: Queryable, emails: string[]): Promise<Set<string>> {
  const key = await findLedgerKey(db)
  if (key === undefined) return new Set()
  const lowered = emails.map((email) => email.toLowerCase())
  const { rows } = await db.execute<{ email: string }>(sql`
    select email from unnest(${sql.param(emails)}::text[], ${sql.param(lowered)}::text[]) as given(email, lowered)
      join deletion_ledger on address_hash = ${hashOf(key, sql`lowered`)}
    where erased_until is not null or deleted_at is not null`)
  return new Set(rows.map(({ email }) => email))
}
