import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { weekdayNames } from '../../../core/contract/calendar-days.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { PersonalData } from '../../manifest/feature.ts'
import { type EntryKey, entryForms, statusLabels } from '../contract/people.ts'
import { monthNames, planFormatLabels, planTopicLabels } from '../contract/plan.ts'
import { together } from './entry-filter.ts'
import { entryTables } from './entry-tables.ts'
import { withdrawPlanMails } from './plan-links.ts'

export const peoplePersonalData = {
  place: 1,
  names: {
    waitlist: ['entry on the waitlist', 'entries on the waitlist'],
    plans: ['set of answers for planning a training', 'sets of answers for planning a training'],
    contact: ['message from the contact form', 'messages from the contact form'],
    notes: ['internal note', 'internal notes'],
    steps: ['next step of ours', 'next steps of ours'],
  },
  labels: {
    page: 'Signed up on',
    company: 'Organization',
    tags: 'Our labels',
    people: 'Number of people',
    zip: 'ZIP code',
    'contact page': 'Sent from',
    timeline: 'When you’d like to start',
    industry: 'What your organization does',
    services: 'What we can help with',
    'notes text': 'Note',
    'steps text': 'What we plan or did',
    due: 'Planned for',
  },
  words: {
    status: statusLabels,
    topics: planTopicLabels,
    months: Object.fromEntries(monthNames.map((name, index) => [index + 1, name])),
    weekdays: weekdayNames,
    format: planFormatLabels,
  },
  traces: (email) => ({
    waitlist: sql`select name, email, phone, company, message, source as page, status, tags, created_at as received
      from training_waitlist where lower(email) = ${email} order by created_at, id`,
    plans: sql`select city, state, zip, group_size as people, topics, months, weekdays, format, plan_answers.updated_at as answered
      from plan_answers join training_waitlist on id = entry_id where lower(email) = ${email}
      order by created_at, id`,
    contact: sql`select name, company, email, phone, industry, services, timeline, source as page, status, tags,
      created_at as received from contact_submissions where lower(email) = ${email} order by created_at, id`,
    notes: sql`select text, created_at as written from person_notes where email = ${email} order by created_at, id`,
    steps: sql`select text, due_on::text as due, created_at as written, done_at as done from next_steps where email = ${email}
      order by created_at, id`,
  }),
  addresses: sql`select lower(email) from training_waitlist
    union select lower(email) from contact_submissions
    union select email from lead_notices
    union select email from person_notes
    union select email from next_steps`,
  /** Spam entries do not count, because a bot may have sent them. */
  cameBack: (email, since) =>
    eachEntry(sql``, sql`lower(email) = ${email} and created_at > ${since} and suspected_at is null`),
  async hide(tx, email, at) {
    const isShown = sql`lower(email) = ${email} and deleted_at is null and created_at <= ${at}`
    const hidden = await inBoth(tx, (table) => sql`update ${table} set deleted_at = ${at} where ${isShown}`)
    await tx.execute(sql`delete from lead_notices where email = ${email}`)
    await withdrawPlanMails(tx, sql`lower(email) = ${email} and deleted_at is not null`)
    return hidden
  },
  async erase(tx, { email, until, ours }) {
    const isTheirs = sql`lower(email) = ${email} and created_at <= ${until}`
    await tx.execute(sql`delete from lead_notices where email = ${email} and ${ours}`)
    return {
      // Before their entries, with which the database would delete them uncounted. Links go with the entries.
      plans: sql`delete from plan_answers where entry_id in (select id from training_waitlist where ${isTheirs})`,
      waitlist: sql`delete from training_waitlist where ${isTheirs}`,
      contact: sql`delete from contact_submissions where ${isTheirs}`,
      notes: sql`delete from person_notes where email = ${email} and ${ours}`,
      steps: sql`delete from next_steps where email = ${email} and ${ours}`,
    }
  },
} satisfies PersonalData

/** Query for the entries of both forms that meet a condition */
export const eachEntry = (columns: SQL, which: SQL) =>
  together(entryForms.map((form) => sql`select ${columns} from ${entryTables[form]} where ${which}`))

/** True for an address whose person was deleted after a time, and can still be restored */
export const wasDeletedSince = (email: SQL, time: SQL) =>
  sql<boolean>`exists (${eachEntry(
    sql`email`,
    sql`lower(email) = lower(${email}) and deleted_at >= ${time} and suspected_at is null`,
  )})`

/**
 * Makes registrations and the deletion of a person take turns. Otherwise a deletion could withdraw the email about a
 * registration but keep the registration.
 */
export const lockAddress = (tx: Queryable, email: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`person ${email.toLowerCase()}`}, 0))`)

/** Locks entries, so that two changes of the same people never wait for each other. */
export const lockEntries = (tx: Queryable, which: SQL) =>
  inBoth(tx, (table) => sql`select from ${table} where ${which} order by id for update`)

export const deleteEntries = (tx: Queryable, which: SQL) =>
  inBoth(tx, (table) => sql`delete from ${table} where ${which}`)

/** Shows entries that were hidden. Returns their number. */
export const showEntries = (tx: Queryable, which: SQL) =>
  inBoth(tx, (table) => sql`update ${table} set deleted_at = null where ${which}`)

/** Hides one entry, or shows it again. Returns false if nothing changes. */
export async function setHidden(tx: Queryable, { form, id }: EntryKey, isHidden: boolean): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`update ${entryTables[form]} set deleted_at = ${isHidden ? sql`now()` : null}
      where id = ${id} and (deleted_at is null) = ${isHidden}`,
  )
  return rowCount !== 0
}

/** Forgets the networks of senders a day after their entries. */
export const forgetNetworks = (db: Queryable) =>
  inBoth(db, (table) => sql`update ${table} set network_hash = null where ${isDayOld}`)
const isDayOld = sql`network_hash is not null and created_at < now() - interval '1 day'`

/** Runs a statement for the entries of each form, and returns the number of rows. */
async function inBoth(tx: Queryable, statement: (table: PgTable) => SQL): Promise<number> {
  let rows = 0
  for (const form of entryForms) rows += (await tx.execute(statement(entryTables[form]))).rowCount ?? 0
  return rows
}
