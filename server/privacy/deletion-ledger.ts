import { createHash } from 'node:crypto'
import { open, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, sql } from 'drizzle-orm'
import { z } from 'zod'
import { explainFolder, giveToOwnerOf, makeFolder } from '../backups/backup-folder.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { deletionLedger } from '../db/schema.ts'
import { StartError } from '../start-error.ts'
import { adoptLedgerKey, findLedgerKey, hashOf } from './deletion-notes.ts'
import { dueDays, erasePerson, hidePerson } from './erase.ts'

const time = z.iso.datetime()
const ledger = z.strictObject({
  /** With which the addresses are hashed. */
  key: z.string(),
  rows: z.array(
    z.strictObject({
      addressHash: z.string(),
      erasedUntil: z.nullable(time),
      deletedAt: z.nullable(time),
      notedAt: time,
    }),
  ),
})
/** Who was deleted, outside of the database: see docs/decisions/012-backups.md. */
export type Ledger = z.infer<typeof ledger>

/** Any fixed number that nothing else in the database locks. */
const fileLock = 7_318_202

/** Undefined: nobody has been deleted yet. */
export async function readLedger(db: Queryable): Promise<Ledger | undefined> {
  const key = await findLedgerKey(db)
  if (key === undefined) return undefined
  const rows = await db.select().from(deletionLedger).orderBy(asc(deletionLedger.addressHash))
  return {
    key,
    rows: rows.map(({ addressHash, erasedUntil, deletedAt, notedAt }) => ({
      addressHash,
      erasedUntil: erasedUntil?.toISOString() ?? null,
      deletedAt: deletedAt?.toISOString() ?? null,
      notedAt: notedAt.toISOString(),
    })),
  }
}

/**
 * Deletes whom an older state of the database has brought back, as it was noted elsewhere, and takes the notes over.
 * Gives the number of people.
 */
export async function applyLedger(tx: Queryable, { key, rows }: Ledger): Promise<number> {
  const known = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as noted("addressHash" text, "erasedUntil" timestamptz, "deletedAt" timestamptz, "notedAt" timestamptz)`
  // Rows of another key say nothing here; they stay in the file that they came from.
  if (await adoptLedgerKey(tx, key))
    await tx.execute(sql`
      insert into deletion_ledger (address_hash, erased_until, deleted_at, noted_at)
      select * from ${known}
      on conflict (address_hash) do update set erased_until = excluded.erased_until,
        deleted_at = excluded.deleted_at, noted_at = excluded.noted_at
      where excluded.noted_at > deletion_ledger.noted_at`)
  const { rows: people } = await tx.execute<{
    email: string
    erased: string | null
    deleted: string | null
  }>(sql`
    select email, "erasedUntil" as erased, "deletedAt" as deleted
    from (${addresses}) as kept join ${known} on "addressHash" = ${hashOf(key, sql`email`)}`)
  for (const { email, erased, deleted } of people) {
    if (erased) await erasePerson(tx, email, sql`${erased}::timestamptz`)
    if (!deleted) continue
    const due = new Date(deleted)
    due.setDate(due.getDate() + dueDays)
    if (due > new Date()) await hidePerson(tx, email, sql`${deleted}::timestamptz`, 'a restored backup')
    else await erasePerson(tx, email, sql`${deleted}::timestamptz`)
  }
  return people.length
}

/** Every address that something is kept about (server/privacy/erase.ts). */
const addresses = sql`
  select lower(email) as email from training_waitlist
  union select lower(email) from contact_submissions
  union select lower(email) from newsletter_subscriptions
  union select lower(email) from newsletter_confirmations
  union select lower(email) from author_invites
  union select lower(recipient) from outbox_messages
  union select unnest(about) from outbox_messages where about <> '{}'
  union select email from lead_notices
  union select email from person_notes`

/**
 * Brings the file beside the backups and the table together: the file knows what a database that was set back has
 * forgotten, and the table what has been deleted since. Gives the number of people who had come back.
 */
export async function copyLedger(db: Database, folder: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${fileLock})`)
    const key = await findLedgerKey(tx)
    let cameBack = 0
    for (const known of await readLedgerFiles(folder)) {
      if (key !== undefined && known.key !== key) continue
      const missed = await findMissed(tx, known)
      if (missed.length > 0) cameBack += await applyLedger(tx, { key: known.key, rows: missed })
    }
    const now = await readLedger(tx)
    if (now && now.rows.length > 0) await writeLedgerFile(folder, now)
    return cameBack
  })
}

/** What a ledger knows and the table does not. */
async function findMissed(tx: Queryable, { rows }: Ledger): Promise<Ledger['rows']> {
  const kept = await tx
    .select({ hash: deletionLedger.addressHash, notedAt: deletionLedger.notedAt })
    .from(deletionLedger)
  const times = new Map(kept.map(({ hash, notedAt }) => [hash, notedAt.toISOString()]))
  return rows.filter(({ addressHash, notedAt }) => (times.get(addressHash) ?? '') < notedAt)
}

/** One file for each key, so that the ledger of another site is never lost. */
const fileOf = ({ key }: Ledger) =>
  `deletions-${createHash('sha256').update(key).digest('hex').slice(0, 12)}.json`
const isLedgerFile = (name: string) => /^deletions-[0-9a-f]{12}\.json$/.test(name)

/** Those of a folder; none where there is no such folder. */
export async function readLedgerFiles(folder: string): Promise<Ledger[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw explainFolder(folder, error)
  })
  return Promise.all(names.filter(isLedgerFile).map((name) => readLedgerFile(join(folder, name))))
}

/** One that cannot be read is no reason to forget who was deleted. */
async function readLedgerFile(file: string): Promise<Ledger> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(
      `The list of deletions ${file} can’t be read. Change its owner to the user that the app runs as.`,
    )
  })
  try {
    return ledger.parse(JSON.parse(text))
  } catch {
    throw new StartError(
      `The list of deletions ${file} is damaged. Replace it with the copy next to your other backups.`,
    )
  }
}

/** Whole and on the disk, or as it was. */
export async function writeLedgerFile(folder: string, content: Ledger): Promise<void> {
  const file = join(folder, fileOf(content))
  const text = `${JSON.stringify(content, null, 1)}\n`
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return
  await makeFolder(folder)
  const part = `${file}.part`
  try {
    const handle = await open(part, 'w', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await giveToOwnerOf(folder, part)
    await rename(part, file)
  } catch (error) {
    throw explainFolder(folder, error)
  }
}
