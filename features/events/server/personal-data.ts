import { type SQL, sql } from 'drizzle-orm'
import { formatDay } from '../../../core/contract/format-date.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { withdrawMailsTo } from '../../../core/server/mail/unsent-mails.ts'
import { eraseAttendees } from '../../follow-up/server/attendees.ts'
import type { PersonalData } from '../../manifest/feature.ts'
import type { PersonEvent } from '../../people/contract/people.ts'
import { personEvent } from '../../people/server/person-event.ts'
import { registrationStatusLabels } from '../contract/registrations.ts'
import { startOfEvent } from './event-row.ts'
import { eventsJob } from './send-reminders.ts'

export const eventPersonalData = {
  place: 8,
  names: { registrations: ['registration for a public date', 'registrations for public dates'] },
  labels: {
    'public date': 'Public date',
    party: 'Number of people',
    names: 'Names of the others',
    paid: 'Paid on',
    'registrations page': 'Signed up on',
  },
  words: { status: registrationStatusLabels },
  effect: 'A registration for a date that is still ahead is canceled.',
  traces: (email) => ({
    registrations: sql`select title as "public date", day::text, name, email, company, message, party,
        nullif(names, '{}') as names, event_registrations.status, paid_on::text as paid, source as page,
        event_registrations.created_at as received, event_registrations.canceled_at as canceled
      from event_registrations join events on events.id = event_id where lower(email) = ${email}
      order by event_registrations.created_at, event_registrations.id`,
  }),
  addresses: sql`select lower(email) from event_registrations where email <> ''`,
  cameBack: (email, since) => sql`select from event_registrations
    where lower(email) = ${email} and created_at > ${since} and status in ('registered', 'waiting')`,
  async hide(tx, email, at) {
    await endRegistrations(tx, sql`lower(email) = ${email} and event_registrations.created_at <= ${at}`)
    await withdrawMailsTo(tx, email, ['event'], at)
    return 0
  },
  /** The rows themselves stay for statistics. */
  async erase(tx, { email, until }) {
    const theirs = sql`lower(email) = ${email} and event_registrations.created_at <= ${until}`
    await endRegistrations(tx, theirs)
    // Also those whom they brought
    const ofTheirs = sql`select uid::text from event_registrations where ${theirs}`
    await eraseAttendees(tx, sql`split_part(key, ':', 1) in (${ofTheirs})`)
    const { rowCount } = await tx.execute(
      sql`update event_registrations set name = '', email = '', company = '', message = '', names = '{}',
          content_hash = '', source = null, token_hash = 'erased ' || uid, version = version + 1 where ${theirs}`,
    )
    return { registrations: rowCount ?? 0 }
  },
} satisfies PersonalData

/**
 * Cancels registrations for dates that are still ahead, without an email to the person. The job gives the seats to those
 * who wait.
 */
async function endRegistrations(tx: Queryable, theirs: SQL): Promise<void> {
  // Dates are locked before registrations, as every change does.
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from events where id in (select event_id from event_registrations where ${theirs})
      order by id for no key update`,
  )
  const ids = sql`${sql.param(rows.map(({ id }) => id))}::int[]`
  const { rowCount } = await tx.execute(
    sql`update event_registrations set status = 'canceled', waiting_since = null, canceled_at = now(),
        canceled_by = 'server', sequence = event_registrations.sequence + 1, version = event_registrations.version + 1
      from events where events.id = event_id and event_id = any(${ids}) and event_registrations.status <> 'canceled'
        and ${startOfEvent} > clock_timestamp() and ${theirs}`,
  )
  if (!rowCount) return
  await tx.execute(
    sql`update events set taken = (select coalesce(sum(party), 0) from event_registrations
        where event_id = events.id and event_registrations.status = 'registered') where id = any(${ids})`,
  )
  await enqueue(tx, eventsJob, {})
}

type Done = { title: string; day: string; created: string; canceled: string | null; waits: boolean }

/** Lists what an address did with public dates, for the timeline of the person. */
export async function listPersonEvents(db: Queryable, email: string): Promise<PersonEvent[]> {
  const { rows } = await db.execute<Done>(
    sql`select title, day::text, event_registrations.created_at as created, event_registrations.canceled_at as canceled,
        event_registrations.status = 'waiting' as waits
      from event_registrations join events on events.id = event_id
      where lower(email) = ${email} and event_registrations.status <> 'suspect'`,
  )
  return rows.flatMap(({ title, day, created, canceled, waits }) => {
    const what = `“${title}” on ${formatDay(day)}`
    const joined = waits ? 'Joined the waiting list for' : 'Registered for'
    return [
      ...personEvent(created, 'event', `${joined} ${what}.`),
      ...personEvent(canceled, 'event', `Canceled the registration for ${what}.`),
    ]
  })
}
