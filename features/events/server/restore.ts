import { sql } from 'drizzle-orm'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Database } from '../../../core/server/db/connect.ts'
import { readOff } from '../../../core/server/db/features-off.ts'
import { deleteSetting, readSetting, writeSetting } from '../../../core/server/db/settings.ts'
import { enqueue } from '../../../core/server/jobs/queue.ts'
import { deliverMail } from '../../../core/server/mail/outbox.ts'
import { releaseMails, withdrawMails } from '../../../core/server/mail/unsent-mails.ts'
import { sequencesOf } from '../../calendar/server/ics/sequences.ts'
import { withdrawQuestions } from '../../follow-up/server/ask-for-feedback.ts'
import type { RestoreSteps } from '../../manifest/feature.ts'
import { events } from '../schema.ts'
import { startOfEvent } from './event-row.ts'

/** Present from a restore, or from being switched off, until the job runs again */
const stoppedKey = 'events_stopped'

export const eventRestore = {
  async keepEnded({ read }) {
    const readIfKnown = <Row extends pg.QueryResultRow>(text: string) =>
      read<Row>(text, 'event_registrations', ['sequence'])
    const events = await readIfKnown(
      `select uid, canceled_at::text as "canceledAt", cancel_reason as reason
       from public.events where canceled_at is not null`,
    )
    const registrations = await readIfKnown(
      `select uid, canceled_at::text as "canceledAt", canceled_by as "canceledBy"
       from public.event_registrations where canceled_at is not null`,
    )
    const [sequence] = await readIfKnown<{ last: number }>(lastSequence)
    return async (client) => {
      await endAgain(client, { events, registrations })
      await raiseSequences(client, sequence?.last ?? 0)
    }
  },
  async stop(tx) {
    if ((await tx.$count(events)) > 0) await writeSetting(tx, stoppedKey, {})
    await withdrawQuestions(tx, 'events')
    return undefined
  },
} satisfies RestoreSteps

export const { lastSequence, raiseSequences } = sequencesOf('events', 'event_registrations')

/** Cancels again what was canceled after the backup, and gives the seats back. The job gives them to who waits. */
export async function endAgain(
  client: Pick<pg.Client, 'query'>,
  { events, registrations }: { events: object[]; registrations: object[] },
): Promise<void> {
  await client.query(
    `update events as now set status = 'canceled', canceled_at = gone."canceledAt", cancel_reason = gone.reason,
       version = now.version + 1
     from jsonb_to_recordset($1) as gone (uid uuid, "canceledAt" timestamptz, reason text)
     where now.uid = gone.uid and now.status = 'published'`,
    [JSON.stringify(events)],
  )
  await client.query(
    `update event_registrations as now set status = 'canceled', canceled_at = gone."canceledAt",
       canceled_by = gone."canceledBy", waiting_since = null, version = now.version + 1
     from jsonb_to_recordset($1) as gone (uid uuid, "canceledAt" timestamptz, "canceledBy" text)
     where now.uid = gone.uid and now.status <> 'canceled'`,
    [JSON.stringify(registrations)],
  )
  await client.query(
    `update events set taken = (select coalesce(sum(party), 0) from event_registrations
       where event_id = events.id and event_registrations.status = 'registered')`,
  )
}

/**
 * Lets emails go on after a restore or after dates were switched off: what still matters goes out, and reminders that
 * were due in the meantime do not. Returns false while dates are off.
 */
export function goOn(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await readOff(tx)).includes('events')) return false
    // The lock makes two runs take turns.
    if (!(await readSetting(tx, stoppedKey, z.object({}), { lock: 'update' }))) return true
    await deleteSetting(tx, stoppedKey)
    await tx.execute(
      sql`update events set day_chosen_at = now() where status = 'published' and day >= current_date - 1`,
    )
    const outdated = sql`(about like 'reminder-%' or ${startOfEvent} <= now())`
    await withdrawMails(tx, sql`${isHeld(outdated)} and status = 'queued'`, 'It was too late for this email.')
    await releaseMails(tx, isHeld(sql`not ${outdated}`))
    await enqueue(tx, deliverMail, {})
    return true
  })
}

const isHeld = (which: ReturnType<typeof sql>) => sql`kind = 'event' and id in (
  select message_id from event_mails join event_registrations on event_registrations.id = registration_id
    join events on events.id = event_id where ${which})`
