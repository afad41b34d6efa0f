import { desc, eq, sql } from 'drizzle-orm'
import { mailStateLabels } from '../../../core/contract/outbox.ts'
import { may, type Role, rights } from '../../../core/contract/roles.ts'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../core/server/db/iso-times.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { outboxMessages } from '../../../core/server/db/schema/mail.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { kindsFor, mailKindsOf } from '../../../core/server/mail/mail-hooks.ts'
import { deletionDays } from '../../../core/words/legal/retention.ts'
import { displayNameOf } from '../../accounts/server/display-name.ts'
import { authorInvites } from '../../guests/schema.ts'
import type { Feature } from '../../manifest/feature.ts'
import {
  cleanEntryTags,
  type Entry,
  type EntryChange,
  type EntryKey,
  type Person,
  type PersonEvent,
  type PersonNote,
} from '../contract/people.ts'
import { personNotes } from '../schema/entries.ts'
import { recordActivity } from './actions.ts'
import { findEntry, listEntriesOf } from './entries.ts'
import { entryTables } from './entry-tables.ts'
import { listFinishedSteps, listStepOwners } from './next-steps.ts'
import { personEvent } from './person-event.ts'
import { withdrawPlanMails } from './plan-links.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Finds an entry with everything about the person who wrote it (all data of the same email address). */
export async function findPerson(
  db: Queryable,
  key: EntryKey,
  features: Feature[],
): Promise<Person | undefined> {
  const entry = await findEntry(db, key)
  if (!entry) return undefined
  const [entries, others, steps, notes, stepOwners, ...added] = await Promise.all([
    listEntriesOf(db, entry.email),
    listOtherEvents(db, entry.email, features),
    listFinishedSteps(db, entry.email),
    listNotes(db, entry.email),
    listStepOwners(db),
    ...features.map(({ personEvents }) => personEvents?.(db, entry.email) ?? []),
  ])
  const events = [...entries.flatMap(eventOf), ...added.flat(), ...others, ...steps].sort((a, b) =>
    a.at < b.at ? 1 : -1,
  )
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
 * @throws RequestProblem if a feature decides the status
 */
export async function changeEntry(
  db: Queryable,
  key: EntryKey,
  { status, tags, suspect }: EntryChange,
  features: Feature[],
): Promise<Entry | undefined> {
  const set = [
    status && sql`status = ${status}`,
    tags && sql`tags = ${sql.param(cleanEntryTags(tags))}::text[]`,
    suspect === true && sql`suspected_at = coalesce(suspected_at, now()), cleared_at = null`,
    suspect === false && sql`suspected_at = null, cleared_at = coalesce(cleared_at, now())`,
  ].filter((part) => part !== undefined && part !== false)
  if (set.length > 0)
    await db.transaction(async (tx) => {
      if (status && key.form === 'waitlist')
        for (const { requireFreeStatus } of features) await requireFreeStatus?.(tx, key.id, status)
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

function eventOf({ form, id, ...entry }: Entry): PersonEvent[] {
  const where = entry.sourceName && ` (${entry.sourceName})`
  const what = form === 'waitlist' ? `Joined the waitlist${where}` : `Sent a message${where}`
  const aside = entry.suspectedAt ? ', flagged as spam' : ''
  return personEvent(entry.createdAt, form, `${what}${aside}.`, { entry: { form, id } })
}

const maxMails = 50

/** Lists the events of an address other than entries: invitations and emails. */
async function listOtherEvents(db: Queryable, email: string, features: Feature[]): Promise<PersonEvent[]> {
  // Everyone who sees the person may read these emails.
  const open = kindsFor(rights.work, mailKindsOf(features)).map(({ name }) => name)
  const [invited, mailed] = await Promise.all([
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
  return [
    ...invited.flatMap((row) => [
      ...personEvent(row.invitedAt, 'invite', `Invited to write about “${row.suggestedTopic ?? ''}”.`),
      ...personEvent(row.respondedAt, 'invite', row.status === 'declined' ? 'Declined.' : 'Agreed to write.'),
      ...personEvent(row.publishedAt, 'invite', 'Their post was published.'),
    ]),
    ...mailed.flatMap((row) =>
      personEvent(
        row.sentAt ?? row.createdAt,
        'mail',
        `Email “${row.subject}”${row.writer === null ? '' : ` by ${row.writer}`}: ${mailStateLabels[row.status].toLowerCase()}.`,
        { mail: open.includes(row.kind) ? row.id : null },
      ),
    ),
  ]
}
