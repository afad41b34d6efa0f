import { desc, eq, sql } from 'drizzle-orm'
import { deletionDays } from '../../content/legal/retention.ts'
import { mailKindsOf, mailStateLabels } from '../../contracts/outbox.ts'
import {
  cleanEntryTags,
  type Entry,
  type EntryChange,
  type EntryKey,
  type EntryStatus,
  type Person,
  type PersonEvent,
  type PersonNote,
  statusLabels,
} from '../../contracts/people.ts'
import { may, type Role, rights } from '../../contracts/roles.ts'
import { type ActingUser, recordActivity } from '../activity/record-activity.ts'
import type { Queryable } from '../db/connect.ts'
import { displayNameOf } from '../db/display-name.ts'
import { withIsoTimes } from '../db/iso-times.ts'
import { oneRow } from '../db/one-row.ts'
import { personNotes } from '../db/schema/entries.ts'
import { authorInvites } from '../db/schema/invites.ts'
import { outboxMessages } from '../db/schema/mail.ts'
import { newsletterConfirmations, newsletterSubscriptions } from '../db/schema/newsletter.ts'
import { RequestProblem } from '../errors.ts'
import { findEntry, listEntriesOf } from './entries.ts'
import { entryTables } from './entry-tables.ts'
import { listFinishedSteps, listStepOwners } from './next-steps.ts'
import { withdrawPlanMails } from './plan-links.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Finds an entry with everything about the person who wrote it (all data of the same email address). */
export async function findPerson(db: Queryable, key: EntryKey): Promise<Person | undefined> {
  const entry = await findEntry(db, key)
  if (!entry) return undefined
  const [entries, others, steps, notes, stepOwners] = await Promise.all([
    listEntriesOf(db, entry.email),
    listOtherEvents(db, entry.email),
    listFinishedSteps(db, entry.email),
    listNotes(db, entry.email),
    listStepOwners(db),
  ])
  const events = [...entries.map(eventOf), ...others, ...steps].sort((a, b) => (a.at < b.at ? 1 : -1))
  return {
    entry,
    events,
    notes,
    stepOwners,
    goneOn: entry.deletedAt && new Date(Date.parse(entry.deletedAt) + deletionDays * dayMs).toISOString(),
  }
}

/**
 * Changes an entry and returns it, or undefined if there is no such entry.
 * @throws RequestProblem if the status follows from an offer or a training
 */
export async function changeEntry(
  db: Queryable,
  key: EntryKey,
  { status, tags, suspect }: EntryChange,
): Promise<Entry | undefined> {
  const set = [
    status && sql`status = ${status}`,
    tags && sql`tags = ${sql.param(cleanEntryTags(tags))}::text[]`,
    suspect === true && sql`suspected_at = coalesce(suspected_at, now()), cleared_at = null`,
    suspect === false && sql`suspected_at = null, cleared_at = coalesce(cleared_at, now())`,
  ].filter((part) => part !== undefined && part !== false)
  if (set.length > 0)
    await db.transaction(async (tx) => {
      if (status && key.form === 'waitlist') await requireFreeStatus(tx, key.id, status)
      await tx.execute(
        sql`update ${entryTables[key.form]} set ${sql.join(set, sql`, `)} where id = ${key.id}`,
      )
      if (suspect && key.form === 'waitlist') await withdrawPlanMails(tx, sql`id = ${key.id}`)
    })
  return findEntry(db, key)
}

/** Adds a note about the person who wrote an entry. Returns undefined if there is no such entry. */
export async function addNote(
  db: Queryable,
  key: EntryKey,
  text: string,
  writtenBy: string,
): Promise<PersonNote | undefined> {
  const entry = await findEntry(db, key)
  if (!entry) return undefined
  const row = oneRow(
    await db
      .insert(personNotes)
      .values({ email: entry.email.toLowerCase(), text, writtenBy })
      .returning(noteColumns),
  )
  return withIsoTimes(row)
}

/**
 * Deletes a note. Returns false if there is no such note.
 * @throws RequestProblem if the note is by someone else, and the user may delete only their own
 */
export async function deleteNote(
  db: Queryable,
  by: ActingUser & { role: Role; username: string },
  id: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [note] = await tx
      .delete(personNotes)
      .where(eq(personNotes.id, id))
      .returning({ writtenBy: personNotes.writtenBy })
    if (!note) return false
    if (note.writtenBy !== by.username && !may(by, 'deleteOthersNotes'))
      throw new RequestProblem('role-too-low', {
        detail: 'Helpers can delete only their own notes. Ask an editor or an owner.',
      })
    await recordActivity(tx, { action: 'note-deleted', by, about: ['note', id] })
    return true
  })
}

const noteColumns = {
  id: personNotes.id,
  text: personNotes.text,
  writtenBy: displayNameOf(personNotes.writtenBy),
  createdAt: personNotes.createdAt,
}

async function listNotes(db: Queryable, email: string): Promise<PersonNote[]> {
  const rows = await db
    .select(noteColumns)
    .from(personNotes)
    .where(eq(personNotes.email, email.toLowerCase()))
    .orderBy(desc(personNotes.id))
  return rows.map(withIsoTimes)
}

function eventOf(entry: Entry): PersonEvent {
  const where = entry.sourceName && ` (${entry.sourceName})`
  const what = entry.form === 'waitlist' ? `Joined the waitlist${where}` : `Sent a message${where}`
  const aside = entry.suspectedAt ? ', flagged as spam' : ''
  return {
    at: entry.createdAt,
    kind: entry.form,
    text: `${what}${aside}.`,
    consent: null,
    entry: { form: entry.form, id: entry.id },
    mail: null,
  }
}

const maxMails = 50

/** Kinds of emails that everyone who sees the person may read */
const openKinds = mailKindsOf(rights.work)

const endings: Record<string, string> & { unsubscribed: string } = {
  unsubscribed: 'Unsubscribed from the newsletter.',
  bounced: 'Unsubscribed from the newsletter: their email bounced.',
  removed: 'Removed from the newsletter.',
}

/** Lists the events of an address other than entries: newsletter, invitations, and emails. */
async function listOtherEvents(db: Queryable, email: string): Promise<PersonEvent[]> {
  const [asked, subscribed, invited, mailed] = await Promise.all([
    db
      .select()
      .from(newsletterConfirmations)
      .where(
        sql`lower(${newsletterConfirmations.email}) = lower(${email}) and ${newsletterConfirmations.spentAt} is null`,
      ),
    db
      .select()
      .from(newsletterSubscriptions)
      .where(sql`lower(${newsletterSubscriptions.email}) = lower(${email})`),
    db.select().from(authorInvites).where(sql`lower(${authorInvites.email}) = lower(${email})`),
    db
      .select({
        id: outboxMessages.id,
        kind: outboxMessages.kind,
        writer: sql<
          string | null
        >`case when ${outboxMessages.writtenBy} is not null then ${displayNameOf(outboxMessages.writtenBy)} end`,
        subject: outboxMessages.subject,
        status: outboxMessages.status,
        createdAt: outboxMessages.createdAt,
        sentAt: outboxMessages.sentAt,
      })
      .from(outboxMessages)
      .where(sql`lower(${outboxMessages.recipient}) = lower(${email})`)
      .orderBy(desc(outboxMessages.id))
      .limit(maxMails),
  ])
  const event = (
    at: Date | null,
    kind: PersonEvent['kind'],
    text: string,
    { consent = null, mail = null }: Partial<Pick<PersonEvent, 'consent' | 'mail'>> = {},
  ): PersonEvent[] => (at ? [{ at: at.toISOString(), kind, text, consent, entry: null, mail }] : [])
  return [
    ...asked.flatMap((row) =>
      event(row.createdAt, 'newsletter', 'Signed up for the newsletter (not confirmed yet).', {
        consent: row.consent,
      }),
    ),
    ...subscribed.flatMap((row) => [
      ...event(row.subscribedAt, 'newsletter', 'Subscribed to the newsletter.', { consent: row.consent }),
      ...event(row.endedAt, 'newsletter', endings[row.endReason ?? ''] ?? endings.unsubscribed),
    ]),
    ...invited.flatMap((row) => [
      ...event(row.invitedAt, 'invite', `Invited to write about “${row.suggestedTopic ?? ''}”.`),
      ...event(row.respondedAt, 'invite', row.status === 'declined' ? 'Declined.' : 'Agreed to write.'),
      ...event(row.publishedAt, 'invite', 'Their post was published.'),
    ]),
    ...mailed.flatMap((row) =>
      event(
        row.sentAt ?? row.createdAt,
        'mail',
        `Email “${row.subject}”${row.writer === null ? '' : ` by ${row.writer}`}: ${mailStateLabels[row.status].toLowerCase()}.`,
        { mail: openKinds.includes(row.kind) ? row.id : null },
      ),
    ),
  ]
}

/**
 * Refuses a status that contradicts the offers and trainings of a waitlist entry: while one is open, the status follows
 * it, and “Offered” and “Booked” are never set by hand again once an offer was sent. Locks the entry, as every change of
 * its offers does.
 * @throws RequestProblem that says where the status comes from
 */
async function requireFreeStatus(tx: Queryable, id: number, status: EntryStatus): Promise<void> {
  await tx.execute(sql`select from training_waitlist where id = ${id} for no key update`)
  const { rows } = await tx.execute<{
    old: EntryStatus
    offered: boolean
    booked: boolean
    follows: boolean
  }>(sql`
    select status as old,
      exists (select from offers where entry_id = ${id} and status in ('sent', 'other-days')) as offered,
      exists (select from trainings where entry_id = ${id} and canceled_at is null and held_at is null) as booked,
      exists (select from offers where entry_id = ${id} and status <> 'draft')
        or exists (select from trainings where entry_id = ${id}) as follows
    from training_waitlist where id = ${id}`)
  const [entry] = rows
  if (!entry || entry.old === status) return
  if (entry.booked)
    throw refuse('A training is booked, so the status is “Booked” until it’s held or canceled in Trainings.')
  if (entry.offered)
    throw refuse(
      'An offer is open, so the status is “Offered” until it’s answered or withdrawn in Trainings.',
    )
  if (entry.follows && (status === 'offered' || status === 'booked'))
    throw refuse(
      `“${statusLabels[status]}” now comes from offers and booked days by itself. Send an offer in Trainings.`,
    )
}

const refuse = (detail: string) => new RequestProblem('conflict', { detail })
