import { type SQL, sql } from 'drizzle-orm'
import type { ActingUser, Actor } from '../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { deletionDays } from '../../../core/words/legal/retention.ts'
import type { Feature } from '../../manifest/feature.ts'
import type { EntryKey } from '../../people/contract/people.ts'
import { findEntry } from '../../people/server/entries.ts'
import { entryTables } from '../../people/server/entry-tables.ts'
import {
  deleteEntries,
  eachEntry,
  lockAddress,
  lockEntries,
  setHidden,
  showEntries,
} from '../../people/server/personal-data.ts'
import { personDeletions } from '../schema.ts'
import { recordActivity } from './actions.ts'
import { copyDeletionsJob, noteDeleted, noteErased, noteRestored } from './deletion-notes.ts'
import { isAny, partsOf } from './traces.ts'

/**
 * Deletes the author of an entry: the person is hidden from every list now, permanently deleted within the days that
 * the privacy policy promises, and restorable until then. In the case of spam, only the entry itself is deleted,
 * because a bot may have used a real person's address. Returns false if there is no such entry.
 */
export async function deletePerson(
  db: Queryable,
  features: Feature[],
  key: EntryKey,
  by: ActingUser & { username: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const entry = await findEntry(tx, key)
    if (!entry) return false
    const about = [key.form, key.id] as const
    if (entry.suspectedAt) {
      const isNew = await setHidden(tx, key, true)
      if (key.form === 'waitlist')
        for (const part of partsOf(features)) await part.onEntriesHidden?.(tx, sql`id = ${key.id}`)
      if (isNew) await recordActivity(tx, { action: 'spam-deleted', by, about })
      return true
    }
    const at = await startDeletion(tx, entry.email)
    const hidden = await hidePerson(tx, features, entry.email.toLowerCase(), at, by.username)
    // A second click finds nothing left to hide.
    if (hidden > 0) await recordActivity(tx, { action: 'person-deleted', by, about })
    await enqueue(tx, copyDeletionsJob, {})
    return true
  })
}

/**
 * Lets no one register with an address until the transaction ends. Returns the time of the deletion: the end of the
 * current millisecond. JavaScript dates have no microseconds, so a deletion gets the same time in every table, and every
 * row from before it is included.
 */
async function startDeletion(tx: Queryable, email: string): Promise<SQL> {
  await lockAddress(tx, email)
  const { rows } = await tx.execute<{ at: string }>(
    sql`select (date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond')::text as at`,
  )
  return sql`${rows[0]?.at}::timestamptz`
}

/**
 * Hides a person's data from before a time (address in lower case) from every list until `eraseDeleted` deletes it.
 * Returns the number of entries that were not hidden before.
 */
export async function hidePerson(
  tx: Queryable,
  features: Feature[],
  email: string,
  at: SQL,
  deletedBy: string,
): Promise<number> {
  await tx.insert(personDeletions).values({ email, deletedBy, deletedAt: at }).onConflictDoNothing()
  let hidden = 0
  for (const part of partsOf(features)) hidden += (await part.hide?.(tx, email, at)) ?? 0
  await noteDeleted(tx, email, at)
  return hidden
}

/** Undoes the deletion that included an entry. Returns false if the entry no longer exists. */
export async function restorePerson(db: Queryable, key: EntryKey, by: ActingUser): Promise<boolean> {
  return db.transaction(async (tx) => {
    const entry = await findEntry(tx, key)
    if (!entry) return false
    const table = entryTables[key.form]
    const about = [key.form, key.id] as const
    const { rows } = entry.suspectedAt
      ? { rows: [] }
      : await tx.execute<{ at: string }>(
          sql`delete from person_deletions where email = lower(${entry.email})
            and deleted_at = (select deleted_at from ${table} where id = ${key.id})
            returning deleted_at::text as at`,
        )
    const [deletion] = rows
    if (deletion) {
      await undoDeletion(tx, entry.email.toLowerCase(), sql`${deletion.at}::timestamptz`)
      await recordActivity(tx, { action: 'person-restored', by, about })
    } else if (await setHidden(tx, key, false))
      await recordActivity(tx, { action: entry.suspectedAt ? 'spam-restored' : 'person-restored', by, about })
    return true
  })
}

/** Restores the data of one deletion. Another deletion of the same person stays in force. */
async function undoDeletion(tx: Queryable, email: string, at: SQL): Promise<void> {
  await showEntries(tx, sql`lower(email) = ${email} and deleted_at = ${at}`)
  const { rows } = await tx.execute<{ last: string | null }>(
    sql`select max(deleted_at)::text as last from person_deletions where email = ${email}`,
  )
  const last = rows[0]?.last
  await (last ? noteDeleted(tx, email, sql`${last}::timestamptz`) : noteRestored(tx, email))
  await enqueue(tx, copyDeletionsJob, {})
}

/**
 * Permanently deletes the data about an address from before a time. Later data is kept, because someone who comes back
 * counts as a new person. If the person did not come back, our notes and emails about them are deleted regardless of
 * their time. A published post keeps its author's name until an admin removes it, and a colleague keeps their account.
 */
export async function erasePerson(
  tx: Queryable,
  features: Feature[],
  address: string,
  until: SQL,
  by: Actor,
): Promise<Record<string, number>> {
  const email = address.toLowerCase()
  const ours = (await isAny(tx, returnsOf(features, email, until))) ? sql`created_at <= ${until}` : sql`true`
  // Before the ledger, as when a person is deleted or restored, so that two of these never wait for each other.
  await lockEntries(tx, sql`lower(email) = ${email} and created_at <= ${until}`)
  await noteErased(tx, email, until)
  const counts: Record<string, number> = {}
  // Features come before those that they build on, by whose rows they find their own.
  for (const part of partsOf(features).toReversed()) {
    const deleted = await part.erase(tx, { email, until, ours, by, features })
    for (const [kind, rows] of Object.entries(deleted))
      counts[kind] = typeof rows === 'number' ? rows : ((await tx.execute(rows)).rowCount ?? 0)
  }
  return counts
}

/** Queries for rows that show that the person came back after `since` */
const returnsOf = (features: Feature[], email: string, since: SQL) =>
  partsOf(features).flatMap(({ cameBack }) => cameBack?.(email, since) ?? [])

/** One day less than the privacy policy promises, because the job runs once a day */
export const dueDays = deletionDays - 1
const isDue = sql`deleted_at <= now() - make_interval(days => ${dueDays})`

/** Permanently deletes people and spam entries whose restore period is over. */
export async function eraseDeleted(db: Database, features: Feature[]): Promise<void> {
  const people = await db.execute<{ email: string }>(
    sql`select email from person_deletions where ${isDue} order by deleted_at`,
  )
  for (const { email } of people.rows) await db.transaction((tx) => eraseFirstDeletion(tx, features, email))
  const spam = await db.execute<{ email: string; at: string }>(
    sql`select lower(email) as email, max(deleted_at)::text as at
      from (${eachEntry(sql`email, deleted_at`, isDue)}) as due group by 1`,
  )
  for (const { email, at } of spam.rows) await db.transaction((tx) => eraseSpam(tx, features, email, at))
}

/**
 * Permanently deletes single spam entries. If nothing else from the address remains, notes and emails about it are
 * deleted, too, because the entry may have been listed as a person's before it was marked as spam.
 */
async function eraseSpam(tx: Queryable, features: Feature[], email: string, at: string): Promise<void> {
  await lockAddress(tx, email)
  const isTheirs = sql`lower(email) = ${email} and deleted_at <= ${at}::timestamptz`
  await lockEntries(tx, isTheirs)
  for (const part of partsOf(features)) await part.beforeEntriesErased?.(tx, isTheirs)
  await deleteEntries(tx, isTheirs)
  const left = [
    eachEntry(sql``, sql`lower(email) = ${email}`),
    ...returnsOf(features, email, sql`'-infinity'`),
  ]
  if (await isAny(tx, left)) return
  await eraseUntil(tx, features, email, 'server', sql`${at}::timestamptz`)
}

/** Erases a person while the site runs. */
export async function eraseNow(tx: Queryable, features: Feature[], email: string, by: Actor) {
  return eraseUntil(tx, features, email, by, await startDeletion(tx, email))
}

/** The same for their data from before a time. The copy of the ledger follows. */
async function eraseUntil(tx: Queryable, features: Feature[], email: string, by: Actor, until: SQL) {
  await enqueue(tx, copyDeletionsJob, {})
  return erasePerson(tx, features, email, until, by)
}

/** Executes the oldest due deletion of an address, unless it was undone. */
async function eraseFirstDeletion(tx: Queryable, features: Feature[], email: string): Promise<void> {
  await lockAddress(tx, email)
  const { rows } = await tx.execute<{ at: string }>(
    sql`select deleted_at::text as at from person_deletions where email = ${email} and ${isDue}
      order by deleted_at limit 1 for update`,
  )
  const [deletion] = rows
  if (!deletion) return
  const at = sql`${deletion.at}::timestamptz`
  await eraseUntil(tx, features, email, 'server', at)
  await tx.execute(sql`delete from person_deletions where email = ${email} and deleted_at = ${at}`)
}
