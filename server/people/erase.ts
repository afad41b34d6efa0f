import { eq, type SQL, sql } from 'drizzle-orm'
import { deletionDays } from '../../content/legal/retention.ts'
import { type EntryForm, type EntryKey, entryForms } from '../../contracts/people.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { newsletterSubscriptions, personDeletions } from '../db/schema.ts'
import { enqueue } from '../jobs/queue.ts'
import { noteDeleted, noteErased, noteRestored } from './deletion-notes.ts'
import { findEntry } from './entries.ts'
import { entryTables } from './entry-tables.ts'

/**
 * Deletes the person who wrote an entry: out of every list now, for good within the days of the privacy policy, and
 * until then it can be taken back. An entry in Spam goes alone, because a machine may have used a person's address.
 * False: there is no such entry.
 */
export async function deletePerson(db: Queryable, key: EntryKey, deletedBy: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const entry = await findEntry(tx, key)
    if (!entry) return false
    if (entry.suspectedAt) {
      await tx.execute(
        sql`update ${entryTables[key.form]} set deleted_at = now() where id = ${key.id} and deleted_at is null`,
      )
      return true
    }
    await hidePerson(tx, entry.email.toLowerCase(), sql`now()`, deletedBy)
    await enqueue(tx, 'copy-deletions', {})
    return true
  })
}

/** Takes what somebody (address in lower case) left up to then out of every list; `eraseDeleted` finds it there. */
export async function hidePerson(tx: Queryable, email: string, at: SQL, deletedBy: string): Promise<void> {
  await tx
    .insert(personDeletions)
    .values({ email, deletedBy, deletedAt: at })
    .onConflictDoNothing({ target: personDeletions.email })
  for (const form of entryForms)
    await tx.execute(
      sql`update ${entryTables[form]} set deleted_at = ${at}
        where lower(email) = ${email} and deleted_at is null and created_at <= ${at}`,
    )
  await tx
    .update(newsletterSubscriptions)
    .set({ isActive: false, endedAt: at, endReason: 'removed' })
    .where(
      sql`lower(${newsletterSubscriptions.email}) = ${email} and ${newsletterSubscriptions.isActive}
        and ${newsletterSubscriptions.subscribedAt} <= ${at}`,
    )
  await noteDeleted(tx, email, at)
}

/** Takes a deletion back. False: there is no such entry any more. */
export async function restorePerson(db: Queryable, key: EntryKey): Promise<boolean> {
  return db.transaction(async (tx) => {
    const entry = await findEntry(tx, key)
    if (!entry) return false
    const email = entry.email.toLowerCase()
    const { rowCount } = await tx.delete(personDeletions).where(eq(personDeletions.email, email))
    if (rowCount === 0)
      await tx.execute(sql`update ${entryTables[key.form]} set deleted_at = null where id = ${key.id}`)
    else
      for (const form of entryForms)
        await tx.execute(sql`update ${entryTables[form]} set deleted_at = null where lower(email) = ${email}`)
    await noteRestored(tx, email)
    await enqueue(tx, 'copy-deletions', {})
    return true
  })
}

/** What is kept about people, by the words of the receipt. */
export type ErasedCounts = Record<
  'waitlist' | 'contact' | 'notes' | 'newsletter' | 'invites' | 'posts' | 'pictures' | 'mails',
  number
>

/**
 * Deletes for good what is kept about an address, up to a moment: whoever comes back after that is new to us. A
 * published post keeps its author's name until an admin removes it.
 */
export async function erasePerson(tx: Queryable, address: string, until: SQL): Promise<ErasedCounts> {
  const email = address.toLowerCase()
  const run = async (statement: SQL) => (await tx.execute(statement)).rowCount ?? 0
  const invites = sql`from author_invites where lower(email) = ${email} and invited_at <= ${until}`
  const isPublic = sql`post_id in (select id from blog_posts where first_published_at is not null)`
  const drafts = sql`select id from blog_posts where first_published_at is null and id in (select post_id ${invites})`
  const entries = (form: EntryForm) =>
    run(sql`delete from ${entryTables[form]} where lower(email) = ${email} and created_at <= ${until}`)
  await noteErased(tx, email, until)
  await run(sql`delete from post_slugs where post_id in (${drafts})`)
  await run(sql`update guest_comments set answer = null where invite_id in (select id ${invites})`)
  return {
    waitlist: await entries('waitlist'),
    contact: await entries('contact'),
    notes: await run(sql`delete from person_notes where email = ${email} and created_at <= ${until}`),
    newsletter:
      (await run(
        sql`delete from newsletter_subscriptions where lower(email) = ${email} and subscribed_at <= ${until}`,
      )) +
      (await run(
        sql`delete from newsletter_confirmations where lower(email) = ${email} and created_at <= ${until}`,
      )),
    posts: await run(sql`delete from blog_posts where id in (${drafts})`),
    // Their files are cleared away within the hour (sweepMedia).
    pictures: await run(
      sql`update media set ready_at = null where invite_id in (select id ${invites} and not coalesce(${isPublic}, false))
        and not exists (select 1 from blog_posts where pictures @> array[media.name])`,
    ),
    invites:
      (await run(
        sql`update author_invites set email = '', custom_message = null, invite_token = null, room_token = null
          where id in (select id ${invites}) and ${isPublic}`,
      )) + (await run(sql`delete ${invites}`)),
    mails:
      (await run(sql`delete from outbox_messages where created_at <= ${until} and (lower(recipient) = ${email}
        or kind = 'lead' and strpos(lower(text), ${email}) > 0)`)) +
      (await run(
        sql`delete from lead_notices where created_at <= ${until} and strpos(lower(answers::text), ${email}) > 0`,
      )),
  }
}

/** The day before the promise runs out, because the job that obeys it runs once a day. */
export const dueDays = deletionDays - 1
const batch = 500

/** Deletes for good what admins have deleted long enough ago. */
export async function eraseDeleted(db: Database): Promise<void> {
  const isDue = sql`deleted_at <= now() - make_interval(days => ${dueDays})`
  for (;;) {
    const due = await db.select().from(personDeletions).where(isDue).limit(batch)
    for (const { email } of due)
      await db.transaction(async (tx) => {
        const at = sql`(select deleted_at from person_deletions where email = ${email})`
        await erasePerson(tx, email, at)
        await tx.delete(personDeletions).where(eq(personDeletions.email, email))
        await enqueue(tx, 'copy-deletions', {})
      })
    if (due.length < batch) break
  }
  // Single entries out of Spam.
  for (const form of entryForms) await db.execute(sql`delete from ${entryTables[form]} where ${isDue}`)
}
