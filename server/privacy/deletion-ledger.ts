import { createHash } from 'node:crypto'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../db/connect.ts'
import { withIsoTimes } from '../db/iso-times.ts'
import { oneRow } from '../db/one-row.ts'
import { deletionLedger, foreignDeletions, foreignLedgers } from '../db/schema/privacy.ts'
import { adoptLedgerKey, findLedgerKey, hashOf, ledgerKey } from './deletion-notes.ts'
import { dueDays, erasePerson, hidePerson } from './erase.ts'

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

/**
 * Merges a ledger from outside the database. Then deletes the people in it whose data is back, because an older state
 * of the database was restored. Returns their number.
 */
export async function applyLedger(tx: Queryable, { key, rows }: Ledger): Promise<number> {
  const ledgerRows = toRecordset(rows)
  await mergeLedger(tx, { key, rows })
  const { rows: people } = await tx.execute<{
    email: string
    erased: string | null
    deleted: string | null
  }>(sql`
    select email, "erasedUntil" as erased, "deletedAt" as deleted
    from (${addresses}) as kept join ${ledgerRows} on "addressHash" = ${hashOf(key, sql`email`)}`)
  for (const { email, erased, deleted } of people) {
    if (erased) await erasePerson(tx, email, sql`${erased}::timestamptz`, 'server')
    if (!deleted) continue
    const due = new Date(deleted)
    due.setDate(due.getDate() + dueDays)
    if (due > new Date()) await hidePerson(tx, email, sql`${deleted}::timestamptz`, 'a restored backup')
    else await erasePerson(tx, email, sql`${deleted}::timestamptz`, 'server')
  }
  return people.length
}

/**
 * Adds the rows of another ledger that are newer. If this database has another key, the hashes could not be compared
 * here, so they stay in their file, and the result is undefined.
 * @returns the number of rows that are new or changed
 */
async function mergeLedger(tx: Queryable, { key, rows }: Ledger): Promise<number | undefined> {
  if (!(await adoptLedgerKey(tx, key))) return undefined
  const merged = await tx.execute(sql`
    insert into deletion_ledger (address_hash, erased_until, deleted_at, noted_at)
    select * from ${toRecordset(rows)}
    on conflict (address_hash) do update set erased_until = excluded.erased_until,
      deleted_at = excluded.deleted_at, noted_at = excluded.noted_at
    where excluded.noted_at > date_trunc('milliseconds', deletion_ledger.noted_at)`)
  return merged.rowCount ?? 0
}

const toRecordset = (rows: Ledger['rows']) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as noted("addressHash" text, "erasedUntil" timestamptz, "deletedAt" timestamptz, "notedAt" timestamptz)`

/**
 * Adds the rows of another site's export. Other than with a backup of this site, a newer row cannot take back a deletion
 * that was made here. Rows with another key than ours are kept with it, because no hash can be changed to our key.
 * @returns the number of rows that are new or changed
 */
export async function addToLedger(tx: Queryable, { key, rows }: Ledger): Promise<number> {
  const isOwn = await adoptLedgerKey(tx, key)
  const into = isOwn ? sql`deletion_ledger` : sql`foreign_deletions`
  const ledger = isOwn ? sql`` : sql`ledger_id, `
  const id = isOwn ? sql`` : sql`${await keepForeignLedger(tx, key)}::int, `
  const added = await tx.execute(sql`
    insert into ${into} as here (${ledger}address_hash, erased_until, deleted_at, noted_at)
    select distinct on ("addressHash") ${id}noted.* from ${toRecordset(rows)} order by "addressHash", "notedAt" desc
    on conflict (${ledger}address_hash) do update set
      erased_until = greatest(here.erased_until, excluded.erased_until),
      deleted_at = greatest(here.deleted_at, excluded.deleted_at), noted_at = greatest(here.noted_at, excluded.noted_at)
    where excluded.noted_at > date_trunc('milliseconds', here.noted_at)`)
  return added.rowCount ?? 0
}

async function keepForeignLedger(tx: Queryable, key: string): Promise<number> {
  await tx.insert(foreignLedgers).values({ key }).onConflictDoNothing()
  const rows = await tx
    .select({ id: foreignLedgers.id })
    .from(foreignLedgers)
    .where(eq(foreignLedgers.key, key))
  return oneRow(rows).id
}

/** The ledgers that came from other sites */
export async function* walkForeignLedgers(db: Queryable): AsyncGenerator<Ledger> {
  const { addressHash, erasedUntil, deletedAt, notedAt, ledgerId } = foreignDeletions
  for (const { id, key } of await db.select().from(foreignLedgers).orderBy(asc(foreignLedgers.key))) {
    const rows = await db
      .select({ addressHash, erasedUntil, deletedAt, notedAt })
      .from(foreignDeletions)
      .where(eq(ledgerId, id))
      .orderBy(asc(addressHash))
    yield { key, rows: rows.map(withIsoTimes) }
  }
}

/** All addresses in the database */
const addresses = sql`
  select lower(email) as email from training_waitlist
  union select lower(email) from contact_submissions
  union select lower(email) from newsletter_subscriptions
  union select lower(email) from newsletter_confirmations
  union select lower(email) from author_invites
  union select lower(recipient) from outbox_messages
  union select unnest(about) from outbox_messages where about <> '{}'
  union select email from lead_notices
  union select email from person_notes
  union select email from next_steps
  union select lower(contact_email) from trainings where contact_email <> ''
  union select lower(email) from team_invites
  union select lower(email) from users where disabled_at is not null and email is not null`

/** Rows of a ledger that are newer than those of this database */
export async function findNewerRows(tx: Queryable, { rows }: Ledger): Promise<Ledger['rows']> {
  const known = await tx
    .select({ hash: deletionLedger.addressHash, notedAt: deletionLedger.notedAt })
    .from(deletionLedger)
  const times = new Map(known.map(({ hash, notedAt }) => [hash, notedAt.toISOString()]))
  return rows.filter(({ addressHash, notedAt }) => (times.get(addressHash) ?? '') < notedAt)
}

const batchSize = 1000

/** Filters `emails` for addresses whose owners were deleted and must not be added again. */
export async function findDeletedAddresses(db: Queryable, emails: string[]): Promise<Set<string>> {
  return new Set((await findDeletionTimes(db, emails)).keys())
}

/**
 * The time until which the data of each address was deleted, here or on a site that was imported. Addresses of other
 * people are not in the map.
 */
export async function findDeletionTimes(db: Queryable, emails: string[]): Promise<Map<string, Date>> {
  const key = await findLedgerKey(db)
  const foreign = await db.select().from(foreignLedgers)
  const deleted = new Map<string, Date>()
  for (let start = 0; start < emails.length; start += batchSize) {
    const batch = emails.slice(start, start + batchSize)
    if (key !== undefined)
      await noteTimes(deleted, key, batch, (hashes) =>
        db.select().from(deletionLedger).where(inArray(deletionLedger.addressHash, hashes)),
      )
    for (const { id, key } of foreign) {
      const { ledgerId, addressHash } = foreignDeletions
      await noteTimes(deleted, key, batch, (hashes) =>
        db
          .select()
          .from(foreignDeletions)
          .where(and(eq(ledgerId, id), inArray(addressHash, hashes))),
      )
    }
  }
  return deleted
}

type Deletion = { addressHash: string; erasedUntil: Date | null; deletedAt: Date | null }

/** Adds what one ledger knows about some addresses. */
async function noteTimes(
  deleted: Map<string, Date>,
  key: string,
  emails: string[],
  findRows: (hashes: string[]) => PromiseLike<Deletion[]>,
): Promise<void> {
  // Must be the same hash as the one that `hashOf` computes in SQL.
  const hash = (email: string) => createHash('sha256').update(`${key} ${email.toLowerCase()}`).digest('hex')
  const hashes = new Map(emails.map((email) => [hash(email), email]))
  for (const { addressHash, erasedUntil, deletedAt } of await findRows([...hashes.keys()])) {
    const email = hashes.get(addressHash)
    if (email === undefined) continue
    for (const until of [erasedUntil, deletedAt])
      if (until && until > (deleted.get(email) ?? new Date(0))) deleted.set(email, until)
  }
}
