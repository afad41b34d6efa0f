import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { isEmailAddress } from '../../../../contracts/email.ts'
import type { Queryable } from '../../../db/connect.ts'
import { oneRow } from '../../../db/one-row.ts'
import { personNotes } from '../../../db/schema/entries.ts'
import { authorInvites } from '../../../db/schema/invites.ts'
import { newsletterSubscriptions } from '../../../db/schema/newsletter.ts'
import { entryTables } from '../../../entries/entry-tables.ts'
import { importPlan } from '../../../entries/plan-answers.ts'
import { endSubscriptions } from '../../../newsletter/subscriptions.ts'
import { addToLedger, findDeletionTimes } from '../../../privacy/deletion-ledger.ts'
import { ledgerKey } from '../../../privacy/deletion-notes.ts'
import { addResults, type EntryResult, type ImportRun } from '../../import-run.ts'
import { type CsvRow, fromLines } from '../../own-format/csv-tables.ts'
import { readPlanCells } from '../../own-format/plan-cells.ts'
import { keepItem } from '../items.ts'
import { findTextHere } from './item-keys.ts'
import { imported, kept, refused, unchanged } from './results.ts'
import { personVersion, subscriberVersion } from './row-versions.ts'

export type StoreRow<Row> = (tx: Queryable, run: ImportRun, row: Row, key: string) => Promise<EntryResult>

/** Notes contain no names, because the report outlives the person's data. */
const noteSubjects = { 'people.csv': 'people.csv', 'subscribers.csv': 'subscribers.csv' } as const

/** True if everything about an address from before `since` was deleted here */
async function isDeleted(tx: Queryable, email: string, since: Date): Promise<boolean> {
  const until = (await findDeletionTimes(tx, [email])).get(email)
  return until !== undefined && since <= until
}

export const storePerson: StoreRow<CsvRow<'people.csv'>> = async (tx, run, row, key) => {
  if (!isEmailAddress(row.Email)) return refused(noteSubjects['people.csv'], 'An entry has no email address.')
  const createdAt = new Date(row['Received (UTC)'])
  if (await isDeleted(tx, row.Email, createdAt))
    return kept(noteSubjects['people.csv'], 'Someone was deleted here, so their entry was left out.')
  const table = entryTables[row.Form]
  const isSame = and(
    eq(sql`lower(${table.email})`, row.Email.toLowerCase()),
    atSameTime(table.createdAt, createdAt),
  )
  const [earlier] = await tx.select({ id: table.id }).from(table).where(isSame).limit(1)
  if (earlier) return unchanged()
  const [first] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(sql`lower(${table.email})`, row.Email.toLowerCase()), isNull(table.firstEntryId)))
    .limit(1)
  const shared = {
    name: row.Name,
    email: row.Email,
    phone: row.Phone || null,
    status: row.Status,
    tags: fromLines(row.Tags),
    source: row.Page || null,
    createdAt,
    firstEntryId: first?.id ?? null,
  }
  const { waitlist, contact } = entryTables
  const added =
    row.Form === 'waitlist'
      ? await tx
          .insert(waitlist)
          .values({ ...shared, company: row.Organization || null, message: row.Message || null })
          .returning({ id: waitlist.id })
      : await tx
          .insert(contact)
          .values({
            ...shared,
            company: row.Organization,
            industry: row.Industry || null,
            services: row.Services === '' ? null : fromLines(row.Services),
            timeline: row.Timeline || null,
          })
          .returning({ id: contact.id })
  const { id } = oneRow(added)
  const plan = row.Form === 'waitlist' ? readPlanCells(row) : undefined
  const read = plan === 'unreadable' ? undefined : plan
  if (read) await importPlan(tx, id, read.answers, read)
  const version = personVersion(row.Form, { ...shared, plannedAt: read?.updatedAt })
  await keepItem(tx, { key, importId: run.importId, kind: 'person', rowId: id, version })
  const result = imported({ people: 1 })
  if (plan !== 'unreadable') return result
  return addResults(
    result,
    kept(noteSubjects['people.csv'], 'Answers for planning a training can’t be read, so they were left out.'),
  )
}

export const storeNote: StoreRow<CsvRow<'notes.csv'>> = async (tx, run, row, key) => {
  if (!isEmailAddress(row.Email)) return refused('notes.csv', 'A note has no email address.')
  const createdAt = new Date(row['Written (UTC)'])
  const email = row.Email.toLowerCase()
  if (await isDeleted(tx, email, createdAt))
    return kept('notes.csv', 'Someone was deleted here, so a note about them was left out.')
  const isSame = and(
    eq(personNotes.email, email),
    eq(personNotes.text, row.Note),
    atSameTime(personNotes.createdAt, createdAt),
  )
  const [earlier] = await tx.select({ id: personNotes.id }).from(personNotes).where(isSame).limit(1)
  if (earlier) return unchanged()
  const added = await tx
    .insert(personNotes)
    .values({ email, text: row.Note, writtenBy: row['Written by'], createdAt })
    .returning({ id: personNotes.id })
  await keepItem(tx, {
    key,
    importId: run.importId,
    kind: 'person',
    rowId: oneRow(added).id,
    version: 'note',
  })
  return imported({ others: 1 })
}

/** Someone who is known here stays as they are, unless they unsubscribed on the other site since. */
export const storeSubscriber: StoreRow<CsvRow<'subscribers.csv'>> = async (tx, run, row, key) => {
  const about = noteSubjects['subscribers.csv']
  if (!isEmailAddress(row.Email)) return refused(about, 'A subscriber has no email address.')
  const subscribedAt = new Date(row['Subscribed (UTC)'])
  if (await isDeleted(tx, row.Email, subscribedAt))
    return kept(about, 'Someone was deleted here, so their subscription was left out.')
  const table = newsletterSubscriptions
  const [known] = await tx
    .select({ id: table.id, isActive: table.isActive, subscribedAt: table.subscribedAt })
    .from(table)
    .where(eq(sql`lower(${table.email})`, row.Email.toLowerCase()))
    .for('update')
  const isActive = row.Active === 'yes'
  const endedAt = toTime(row['Left (UTC)'])
  if (known) {
    const hasLeftSince = !isActive && known.isActive && (!endedAt || endedAt >= known.subscribedAt)
    if (!hasLeftSince) return unchanged()
    await endSubscriptions(tx, eq(table.id, known.id), row.Reason || 'unsubscribed')
    return kept(
      about,
      'Someone who subscribed here unsubscribed on the other site, so they were unsubscribed.',
    )
  }
  const added = await tx
    .insert(table)
    .values({
      email: row.Email,
      isActive,
      frequency: row['How often'],
      subscribedAt,
      askedAt: toTime(row['Asked (UTC)']),
      consent: row.Consent || null,
      source: row.Page || null,
      endedAt: isActive ? endedAt : (endedAt ?? new Date()),
      endReason: row.Reason || (isActive ? null : 'unsubscribed'),
    })
    .returning({ id: table.id })
  const version = subscriberVersion({ isActive, frequency: row['How often'], subscribedAt })
  await keepItem(tx, { key, importId: run.importId, kind: 'subscriber', rowId: oneRow(added).id, version })
  return imported({ subscribers: 1 })
}

/** Adds the address to the invite that came with a guest's post. */
export const storeGuest: StoreRow<CsvRow<'guests.csv'>> = async (tx, { source }, row) => {
  const postId = await findTextHere(tx, source, row.Kind, row.Address)
  if (postId === undefined || !isEmailAddress(row.Email))
    return refused('guests.csv', 'The post of a guest author is not here.')
  if ((await findDeletionTimes(tx, [row.Email])).size > 0)
    return kept('guests.csv', 'A guest author was deleted here, so their address was left out.')
  const changed = await tx
    .update(authorInvites)
    .set({ email: row.Email })
    .where(and(eq(authorInvites.postId, postId), eq(authorInvites.email, '')))
  return changed.rowCount === 0 ? unchanged() : imported({ others: 1 })
}

/** Deletions of the other site, and of sites that were imported there. Each site has a key of its own. */
export async function storeLedger(
  tx: Queryable,
  rows: CsvRow<'deletion-ledger.csv'>[],
): Promise<EntryResult> {
  let result = imported({})
  for (const [key, ofKey] of Map.groupBy(rows, ({ Key }) => Key))
    result = addResults(result, await storeLedgerRows(tx, key, ofKey))
  return result
}

async function storeLedgerRows(
  tx: Queryable,
  key: string,
  rows: CsvRow<'deletion-ledger.csv'>[],
): Promise<EntryResult> {
  if (!ledgerKey.test(key))
    return refused(
      'deletion-ledger.csv',
      'The key of some deletions is incomplete, so they were left out. Export the other site again.',
    )
  const merged = await addToLedger(tx, {
    key,
    rows: rows.map((row) => ({
      addressHash: row['Address hash'],
      erasedUntil: row['Erased until (UTC)'] || null,
      deletedAt: row['Deleted (UTC)'] || null,
      notedAt: row['Noted (UTC)'],
    })),
  })
  return merged === 0 ? unchanged(rows.length) : imported({ others: merged })
}

/** Exports have milliseconds, and the database microseconds. */
const atSameTime = (column: unknown, time: Date) =>
  or(eq(sql`date_trunc('milliseconds', ${column})`, sql`${time.toISOString()}::timestamptz`))

const toTime = (cell: string) => (cell === '' ? null : new Date(cell))
