import { type SQL, sql } from 'drizzle-orm'
import { deletionDays } from '../../content/legal/retention.ts'
import { type EntryForm, type EntryKey, entryForms } from '../../contracts/people.ts'
import { type ActingUser, type Actor, recordActivity } from '../activity/record-activity.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { newsletterSubscriptions } from '../db/schema/newsletter.ts'
import { personDeletions } from '../db/schema/privacy.ts'
import { findEntry } from '../entries/entries.ts'
import { entryTables } from '../entries/entry-tables.ts'
import { dropNotices } from '../entries/lead-notices.ts'
import { withdrawPlanMails } from '../entries/plan-links.ts'
import { RequestProblem } from '../errors.ts'
import type { Feature } from '../feature.ts'
import { enqueue } from '../jobs/queue.ts'
import { forgetInMails } from '../mail/redact-mails.ts'
import { endSubscriptions } from '../newsletter/subscriptions.ts'
import {
  blankTrainingsOf,
  endTrainingsOf,
  forgetTrainings,
  withdrawTrainingMails,
} from '../trainings/forget-person.ts'
import { copyDeletionsJob, noteDeleted, noteErased, noteRestored } from './deletion-notes.ts'
import { eraseTeamTraces } from './erase-team-traces.ts'
import { draftsOf, hasPublicText, invitesOf, picturesOf } from './guest-work.ts'

/**
 * Deletes the author of an entry: the person is hidden from every list now, permanently deleted within the days that
 * the privacy policy promises, and restorable until then. In the case of spam, only the entry itself is deleted,
 * because a bot may have used a real person's address. Returns false if there is no such entry.
 */
export async function deletePerson(
  db: Queryable,
  key: EntryKey,
  by: ActingUser & { username: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const entry = await findEntry(tx, key)
    if (!entry) return false
    const about = [key.form, key.id] as const
    if (entry.suspectedAt) {
      const { rowCount } = await tx.execute(
        sql`update ${entryTables[key.form]} set deleted_at = now() where id = ${key.id} and deleted_at is null`,
      )
      if (key.form === 'waitlist') await endTrainingsOf(tx, sql`id = ${key.id}`)
      if (rowCount) await recordActivity(tx, { action: 'spam-deleted', by, about })
      return true
    }
    const hidden = await hidePerson(tx, entry.email.toLowerCase(), endOfMillisecond, by.username)
    // A second click finds nothing left to hide.
    if (hidden > 0) await recordActivity(tx, { action: 'person-deleted', by, about })
    await enqueue(tx, copyDeletionsJob, {})
    return true
  })
}

/**
 * The end of the current millisecond. JavaScript dates have no microseconds, so a deletion gets the same time in every
 * table, and every row from before it is included.
 */
const endOfMillisecond = sql`(date_trunc('milliseconds', now()) + interval '1 millisecond')`

/**
 * Hides a person's data from before a time (address in lower case) from every list until `eraseDeleted` deletes it.
 * Returns the number of entries that were not hidden before.
 */
export async function hidePerson(tx: Queryable, email: string, at: SQL, deletedBy: string): Promise<number> {
  await tx.insert(personDeletions).values({ email, deletedBy, deletedAt: at }).onConflictDoNothing()
  let hidden = 0
  for (const form of entryForms) {
    const { rowCount } = await tx.execute(
      sql`update ${entryTables[form]} set deleted_at = ${at}
        where lower(email) = ${email} and deleted_at is null and created_at <= ${at}`,
    )
    hidden += rowCount ?? 0
  }
  const { email: address, subscribedAt } = newsletterSubscriptions
  await endSubscriptions(tx, sql`lower(${address}) = ${email} and ${subscribedAt} <= ${at}`, 'removed', at)
  await dropNotices(tx, email)
  await withdrawPlanMails(tx, sql`lower(email) = ${email} and deleted_at is not null`)
  await endTrainingsOf(tx, sql`lower(email) = ${email} and deleted_at is not null`)
  await withdrawTrainingMails(tx, email)
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
    const alone = sql`update ${table} set deleted_at = null where id = ${key.id} and deleted_at is not null`
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
    } else if ((await tx.execute(alone)).rowCount)
      await recordActivity(tx, { action: entry.suspectedAt ? 'spam-restored' : 'person-restored', by, about })
    return true
  })
}

/** Restores the data of one deletion. Another deletion of the same person stays in force. */
async function undoDeletion(tx: Queryable, email: string, at: SQL): Promise<void> {
  for (const form of entryForms)
    await tx.execute(
      sql`update ${entryTables[form]} set deleted_at = null where lower(email) = ${email} and deleted_at = ${at}`,
    )
  const { rows } = await tx.execute<{ last: string | null }>(
    sql`select max(deleted_at)::text as last from person_deletions where email = ${email}`,
  )
  const last = rows[0]?.last
  await (last ? noteDeleted(tx, email, sql`${last}::timestamptz`) : noteRestored(tx, email))
  await enqueue(tx, copyDeletionsJob, {})
}

/** Number of deleted rows by the categories that the receipt shows */
export type ErasedCounts = Record<
  | 'waitlist'
  | 'plans'
  | 'contact'
  | 'notes'
  | 'steps'
  | 'offers'
  | 'trainings'
  | 'newsletter'
  | 'invites'
  | 'posts'
  | 'pictures'
  | 'team'
  | 'blockedDays'
  | 'mails',
  number
>

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
): Promise<ErasedCounts> {
  const email = address.toLowerCase()
  const run = async (statement: SQL) => (await tx.execute(statement)).rowCount ?? 0
  const cameBack = await hasComeBack(tx, email, until)
  const ours = cameBack ? sql`created_at <= ${until}` : sql`true`
  // A pending sign-up still needs its confirmation email. The email is deleted when the sign-up expires.
  const ourMails = sql`(created_at <= ${until} or ${ours} and kind <> 'confirmation')`
  const invites = invitesOf(email, until)
  const entries = (form: EntryForm) =>
    run(sql`delete from ${entryTables[form]} where lower(email) = ${email} and created_at <= ${until}`)
  // Before the ledger, as when a person is deleted or restored, so that two of these never wait for each other.
  for (const form of entryForms)
    await run(
      sql`select from ${entryTables[form]} where lower(email) = ${email} and created_at <= ${until}
        order by id for update`,
    )
  await noteErased(tx, email, until)
  await run(sql`update guest_comments set answer = null where invite_id in (select id ${invites})`)
  await run(sql`delete from post_slugs where post_id in (select id ${draftsOf(invites)})`)
  await run(sql`delete from lead_notices where email = ${email} and ${ours}`)
  return {
    // Before their entries, with which the database would delete them uncounted. Links go with the entries.
    plans: await run(
      sql`delete from plan_answers where entry_id in (
          select id from training_waitlist where lower(email) = ${email} and created_at <= ${until})`,
    ),
    ...(await forgetTrainings(tx, email, until)),
    waitlist: await entries('waitlist'),
    contact: await entries('contact'),
    notes: await run(sql`delete from person_notes where email = ${email} and ${ours}`),
    steps: await run(sql`delete from next_steps where email = ${email} and ${ours}`),
    newsletter: await eraseSignUps(tx, email, until),
    posts: await run(sql`delete from blog_posts where id in (select id ${draftsOf(invites)})`),
    // `sweepMedia` deletes their files within the hour.
    pictures: await run(sql`update media set ready_at = null where id in (select id ${picturesOf(invites)})`),
    invites:
      (await run(
        sql`update author_invites set email = '', custom_message = null, changes_message = null, invite_token = null, room_token = null, mailed_room_tokens = '{}'
          where id in (select id ${invites}) and ${hasPublicText}`,
      )) + (await run(sql`delete ${invites}`)),
    ...(await eraseTeamTraces(tx, features, email, until, by)),
    mails: await forgetInMails(tx, email, ourMails),
  }
}

/**
 * Deletes subscriptions and sign-ups. Counts them as the page with the person's data does: a used confirmation is part
 * of its subscription.
 */
async function eraseSignUps(tx: Queryable, email: string, until: SQL): Promise<number> {
  const subscriptions = await tx.execute(
    sql`delete from newsletter_subscriptions where lower(email) = ${email} and subscribed_at <= ${until}`,
  )
  const { rows: confirmations } = await tx.execute<{ spent: boolean }>(
    sql`delete from newsletter_confirmations where lower(email) = ${email} and created_at <= ${until}
      returning spent_at is not null as spent`,
  )
  const subscribed = subscriptions.rowCount ?? 0
  return subscribed + confirmations.filter(({ spent }) => !spent || subscribed === 0).length
}

/** True if the person sent something after `since`. Spam entries do not count, because a bot may have sent them. */
async function hasComeBack(tx: Queryable, email: string, since: SQL): Promise<boolean> {
  const each = [
    ...entryForms.map(
      (form) =>
        sql`select from ${entryTables[form]}
          where lower(email) = ${email} and created_at > ${since} and suspected_at is null`,
    ),
    sql`select from newsletter_subscriptions where lower(email) = ${email} and subscribed_at > ${since}`,
    sql`select from author_invites where lower(email) = ${email} and invited_at > ${since}`,
  ]
  const { rows } = await tx.execute<{ found: boolean }>(
    sql`select exists (${sql.join(each, sql` union all `)}) as found`,
  )
  return rows[0]?.found ?? false
}

/** One day less than the privacy policy promises, because the job runs once a day */
export const dueDays = deletionDays - 1
const batchSize = 500
const isDue = sql`deleted_at <= now() - make_interval(days => ${dueDays})`

/** Permanently deletes people and spam entries whose restore period is over. */
export async function eraseDeleted(db: Database, features: Feature[]): Promise<void> {
  for (;;) {
    const due = await db
      .selectDistinct({ email: personDeletions.email })
      .from(personDeletions)
      .where(isDue)
      .limit(batchSize)
    if (due.length === 0) break
    for (const { email } of due) await db.transaction((tx) => eraseFirstDeletion(tx, features, email))
  }
  for (;;) {
    const { rows } = await db.execute<{ email: string; at: string }>(
      sql`select lower(email) as email, max(deleted_at)::text as at
        from (${eachEntry(sql`email, deleted_at`)}) as entries where ${isDue} group by 1 limit ${batchSize}`,
    )
    if (rows.length === 0) return
    for (const { email, at } of rows) await db.transaction((tx) => eraseSpam(tx, features, email, at))
  }
}

/**
 * Permanently deletes single spam entries. If nothing else from the address remains, notes and emails about it are
 * deleted, too, because the entry may have been listed as a person's before it was marked as spam.
 */
async function eraseSpam(tx: Queryable, features: Feature[], email: string, at: string): Promise<void> {
  const isTheirs = sql`lower(email) = ${email} and deleted_at <= ${at}::timestamptz`
  await tx.execute(sql`select from training_waitlist where ${isTheirs} order by id for update`)
  await blankTrainingsOf(tx, isTheirs)
  for (const form of entryForms) await tx.execute(sql`delete from ${entryTables[form]} where ${isTheirs}`)
  const each = [
    eachEntry(sql`email`),
    sql`select email from newsletter_subscriptions`,
    sql`select email from author_invites`,
  ]
  const { rows } = await tx.execute<{ left: boolean }>(
    sql`select exists (select from (${sql.join(each, sql` union all `)}) as kept
      where lower(email) = ${email}) as left`,
  )
  if (rows[0]?.left) return
  await erasePerson(tx, features, email, sql`${at}::timestamptz`, 'server')
  await enqueue(tx, copyDeletionsJob, {})
}

const eachEntry = (columns: SQL) =>
  sql.join(
    entryForms.map((form) => sql`select ${columns} from ${entryTables[form]}`),
    sql` union all `,
  )

/**
 * Permanently deletes all data about a subscriber right away, for an admin whom the subscriber has asked to do so. A
 * person with an entry must be deleted by that entry, because that can be undone.
 * @throws RequestProblem if there is no such subscription, or the person has an entry
 */
export async function eraseSubscriber(
  db: Queryable,
  features: Feature[],
  id: number,
  by: ActingUser,
): Promise<void> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ email: string; entry: boolean }>(
      sql`select lower(s.email) as email,
          exists (select from (${eachEntry(sql`email`)}) as entries where lower(email) = lower(s.email)) as entry
        from newsletter_subscriptions as s where id = ${id} for update`,
    )
    const [found] = rows
    if (!found) throw new RequestProblem('not-found')
    if (found.entry)
      throw new RequestProblem('conflict', {
        detail:
          'This person also contacted you through a form. Delete them on the People page; that removes them from the newsletter too.',
      })
    await erasePerson(tx, features, found.email, endOfMillisecond, by)
    await enqueue(tx, copyDeletionsJob, {})
    await recordActivity(tx, { action: 'subscriber-erased', by, about: ['subscriber', id] })
  })
}

/** Executes the oldest due deletion of an address, unless it was undone. */
async function eraseFirstDeletion(tx: Queryable, features: Feature[], email: string): Promise<void> {
  const { rows } = await tx.execute<{ at: string }>(
    sql`select deleted_at::text as at from person_deletions where email = ${email} and ${isDue}
      order by deleted_at limit 1 for update`,
  )
  const [deletion] = rows
  if (!deletion) return
  const at = sql`${deletion.at}::timestamptz`
  await erasePerson(tx, features, email, at, 'server')
  await enqueue(tx, copyDeletionsJob, {})
  await tx.execute(sql`delete from person_deletions where email = ${email} and deleted_at = ${at}`)
}
