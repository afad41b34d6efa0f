import { type SQL, sql } from 'drizzle-orm'
import { type EntryForm, type EntryKey, entryForms } from '../../contracts/people.ts'
import type { Queryable } from '../db/connect.ts'
import { countChanged } from '../db/count-changed.ts'
import type { PersonalData } from '../personal-data.ts'
import { together } from './entry-filter.ts'
import { entryTables } from './entry-tables.ts'
import { dropNotices } from './lead-notices.ts'
import { withdrawPlanMails } from './plan-links.ts'

export const peoplePersonalData = {
  traces: {
    waitlist: (email) =>
      sql`select name, email, phone, company, message, source as page, status, tags, created_at as received
        from training_waitlist where lower(email) = ${email} order by created_at, id`,
    plans: (email) =>
      sql`select city, state, zip, group_size as people, topics, months, weekdays, format, plan_answers.updated_at as answered
        from plan_answers join training_waitlist on id = entry_id where lower(email) = ${email}
        order by created_at, id`,
    contact: (email) =>
      sql`select name, company, email, phone, industry, services, timeline, source as page, status, tags,
        created_at as received from contact_submissions where lower(email) = ${email} order by created_at, id`,
    notes: (email) =>
      sql`select text, created_at as written from person_notes where email = ${email} order by created_at, id`,
    steps: (email) =>
      sql`select text, due_on::text as due, created_at as written, done_at as done from next_steps where email = ${email}
        order by created_at, id`,
  },
  addresses: sql`select lower(email) from training_waitlist
    union select lower(email) from contact_submissions
    union select email from lead_notices
    union select email from person_notes
    union select email from next_steps`,
  /** Spam entries do not count, because a bot may have sent them. */
  cameBack: (email, since) =>
    eachEntry(sql``, sql`lower(email) = ${email} and created_at > ${since} and suspected_at is null`),
  async hide(tx, email, at) {
    let hidden = 0
    for (const form of entryForms)
      hidden += await countChanged(
        tx,
        sql`update ${entryTables[form]} set deleted_at = ${at}
          where lower(email) = ${email} and deleted_at is null and created_at <= ${at}`,
      )
    await dropNotices(tx, email)
    await withdrawPlanMails(tx, sql`lower(email) = ${email} and deleted_at is not null`)
    return hidden
  },
  async erase(tx, { email, until, ours }) {
    const isTheirs = sql`lower(email) = ${email} and created_at <= ${until}`
    const entries = (form: EntryForm) =>
      countChanged(tx, sql`delete from ${entryTables[form]} where ${isTheirs}`)
    await tx.execute(sql`delete from lead_notices where email = ${email} and ${ours}`)
    return {
      // Before their entries, with which the database would delete them uncounted. Links go with the entries.
      plans: await countChanged(
        tx,
        sql`delete from plan_answers where entry_id in (select id from training_waitlist where ${isTheirs})`,
      ),
      waitlist: await entries('waitlist'),
      contact: await entries('contact'),
      notes: await countChanged(tx, sql`delete from person_notes where email = ${email} and ${ours}`),
      steps: await countChanged(tx, sql`delete from next_steps where email = ${email} and ${ours}`),
    }
  },
} satisfies PersonalData

/** Query for the entries of both forms that meet a condition */
export const eachEntry = (columns: SQL, which: SQL) =>
  together(entryForms.map((form) => sql`select ${columns} from ${entryTables[form]} where ${which}`))

/** Locks entries, so that two changes of the same people never wait for each other. */
export async function lockEntries(tx: Queryable, which: SQL): Promise<void> {
  for (const form of entryForms)
    await tx.execute(sql`select from ${entryTables[form]} where ${which} order by id for update`)
}

/** Hides or shows one entry. Returns false if nothing changed. */
export async function hideEntry(tx: Queryable, { form, id }: EntryKey, hidden: boolean): Promise<boolean> {
  const at = hidden ? sql`now()` : sql`null`
  const statement = sql`update ${entryTables[form]} set deleted_at = ${at}
    where id = ${id} and (deleted_at is null) = ${hidden}`
  return (await countChanged(tx, statement)) > 0
}

/** Shows the entries that one deletion of a person has hidden. */
export async function showEntries(tx: Queryable, email: string, at: SQL): Promise<void> {
  for (const form of entryForms)
    await tx.execute(
      sql`update ${entryTables[form]} set deleted_at = null where lower(email) = ${email} and deleted_at = ${at}`,
    )
}

export async function deleteEntries(tx: Queryable, which: SQL): Promise<void> {
  for (const form of entryForms) await tx.execute(sql`delete from ${entryTables[form]} where ${which}`)
}

/** Forgets the networks of senders a day after their entries. */
export async function forgetNetworks(db: Queryable): Promise<void> {
  for (const form of entryForms)
    await db.execute(
      sql`update ${entryTables[form]} set network_hash = null
        where network_hash is not null and created_at < now() - interval '1 day'`,
    )
}
