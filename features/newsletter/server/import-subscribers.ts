import { and, inArray, sql } from 'drizzle-orm'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { findDeletedAddresses } from '../../privacy/server/deletion-ledger.ts'
import { endReasons, type ImportResponse } from '../contract/newsletter.ts'
import { newsletterSubscriptions } from '../schema.ts'
import { recordActivity } from './actions.ts'
import { type ListedPerson, readSubscriberList } from './read-subscriber-list.ts'
import { endSubscriptions } from './subscriptions.ts'

const batchSize = 1000
const maxBadLines = 10

/**
 * Adds the people of a list that an admin imports. People whom the list marks as unsubscribed are added as unsubscribed
 * or, if they are active here, unsubscribed. Other known people do not change. People who were deleted here are left
 * out, so that an import never brings them back.
 */
export async function importSubscribers(
  db: Queryable,
  by: ActingUser,
  text: string,
  consent: string,
): Promise<ImportResponse> {
  const { people, badLines } = readSubscriberList(text)
  const addresses = people.map(({ email }) => email)
  const deleted = await findDeletedAddresses(db, addresses)
  const kept = people.filter(({ email }) => !deleted.has(email))
  const { added, left, ended } = await db.transaction(async (tx) => {
    const counts = await addPeople(tx, kept, consent)
    await recordActivity(tx, { action: 'subscribers-imported', by, details: { added: counts.added } })
    return counts
  })
  return {
    added,
    left,
    ended,
    known: kept.length - added - left - ended,
    deleted: people.length - kept.length,
    refused: badLines.slice(0, maxBadLines),
    refusedCount: badLines.length,
  }
}

async function addPeople(db: Queryable, kept: ListedPerson[], consent: string) {
  let added = 0
  let left = 0
  let ended = 0
  for (let start = 0; start < kept.length; start += batchSize) {
    const listed = kept.slice(start, start + batchSize)
    ended += await endListed(db, listed)
    const written = await db
      .insert(newsletterSubscriptions)
      .values(listed.map((person) => toRow(person, consent)))
      .onConflictDoNothing()
      .returning({ isActive: newsletterSubscriptions.isActive })
    added += written.filter(({ isActive }) => isActive).length
    left += written.filter(({ isActive }) => !isActive).length
  }
  return { added, left, ended }
}

/** Unsubscribes people whom the list marks as unsubscribed, unless they subscribed here at a later time. */
async function endListed(db: Queryable, listed: ListedPerson[]): Promise<number> {
  const gone = new Map(
    listed.filter(({ isActive }) => !isActive).map((person) => [person.email.toLowerCase(), person]),
  )
  if (gone.size === 0) return 0
  const email = sql<string>`lower(${newsletterSubscriptions.email})`
  const active = await db
    .select({ id: newsletterSubscriptions.id, email, subscribedAt: newsletterSubscriptions.subscribedAt })
    .from(newsletterSubscriptions)
    .where(and(inArray(email, [...gone.keys()]), newsletterSubscriptions.isActive))
  let count = 0
  for (const reason of endReasons) {
    const ids = active.flatMap(({ id, email, subscribedAt }) => {
      const person = gone.get(email)
      const leftSince = !person?.endedAt || person.endedAt >= subscribedAt
      return person?.endReason === reason && leftSince ? [id] : []
    })
    if (ids.length > 0) count += await endSubscriptions(db, inArray(newsletterSubscriptions.id, ids), reason)
  }
  return count
}

function toRow(person: ListedPerson, consent: string): typeof newsletterSubscriptions.$inferInsert {
  const { email, isActive, frequency, subscribedAt, endedAt, endReason } = person
  const now = new Date()
  return {
    email,
    isActive,
    frequency,
    consent: person.consent || consent,
    source: 'import',
    askedAt: now,
    subscribedAt: subscribedAt ?? now,
    endedAt: isActive ? null : (endedAt ?? now),
    endReason: isActive ? null : endReason,
  }
}
