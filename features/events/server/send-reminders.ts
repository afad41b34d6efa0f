import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../core/server/db/connect.ts'
import type { Job } from '../../../core/server/jobs/queue.ts'
import { eventRegistrations, events } from '../schema.ts'
import { type EventDeps, lockEvent, startOfEvent } from './event-row.ts'
import { queueEventMails } from './mails/queue-event-mails.ts'
import { fillSeats } from './registrations/registrations.ts'
import { goOn } from './restore.ts'

/** Also runs when the data of someone who is registered is deleted, so that others get the seats */
export const eventsJob: Job = { name: 'event-reminders', seconds: 300, cron: '*/5 * * * *' }

type ReminderDeps = EventDeps & { db: Database; signal?: AbortSignal }

type Reminder = 'reminder-2-days' | 'reminder-2-hours'

/** When each is due. The one two days before comes at 9 AM, and never together with the other one. */
const dueAt: Record<Reminder, SQL> = {
  'reminder-2-days': sql`(((day - 2)::timestamp + interval '9 hours') at time zone time_zone)`,
  'reminder-2-hours': sql`(${startOfEvent} - interval '2 hours')`,
}
const endsAt: Record<Reminder, SQL> = {
  'reminder-2-days': dueAt['reminder-2-hours'],
  'reminder-2-hours': startOfEvent,
}

/** Gives seats that the server has freed to those who wait, and reminds registered parties of their date, once. */
export async function sendReminders(deps: ReminderDeps): Promise<void> {
  if (!(await goOn(deps.db))) return
  const { rows: freed } = await deps.db.execute<{ id: number }>(
    sql`select id from events where status = 'published' and ${startOfEvent} > now() and exists (
      select from event_registrations where event_id = events.id and status = 'waiting'
        and (seats is null or taken + party <= seats))`,
  )
  for (const { id } of freed) await deps.db.transaction((tx) => fillSeats(tx, deps, id))
  for (const about of ['reminder-2-days', 'reminder-2-hours'] as const) {
    const { rows } = await deps.db.execute<{ id: number }>(
      sql`select events.id from events where ${isDue(about)} and exists (
        select from event_registrations where ${awaits(about)})`,
    )
    for (const { id } of rows) if (!deps.signal?.aborted) await remind(deps, about, id)
  }
}

function remind(deps: ReminderDeps, about: Reminder, id: number): Promise<void> {
  return deps.db.transaction(async (tx) => {
    // It may have been changed or canceled since it was found.
    const event = await lockEvent(tx, sql`events.id = ${id} and ${isDue(about)}`)
    if (!event) return
    const parties = await tx
      .select(getTableColumns(eventRegistrations))
      .from(eventRegistrations)
      .innerJoin(events, sql`events.id = ${id} and ${awaits(about)}`)
      .orderBy(eventRegistrations.id)
    await queueEventMails(tx, deps, about, event, parties)
  })
}

const isDue = (about: Reminder) => sql`events.status = 'published' and ${dueAt[about]} <= now()
  and ${endsAt[about]} > now() and day_chosen_at < ${dueAt[about]}`

/** True for parties that were registered before the reminder was due, and did not get it since the day was chosen */
const awaits = (about: Reminder) => sql`event_registrations.event_id = events.id
  and event_registrations.status = 'registered' and event_registrations.email <> ''
  and event_registrations.created_at < ${dueAt[about]}
  and not exists (
    select from event_mails join outbox_messages on outbox_messages.id = event_mails.message_id
    where registration_id = event_registrations.id
      and (event_mails.about = ${about} and outbox_messages.created_at >= day_chosen_at
        or event_mails.about in ('registered', 'seat', 'changed') and outbox_messages.created_at >= ${dueAt[about]}))`
