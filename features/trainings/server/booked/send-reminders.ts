import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../../core/server/db/connect.ts'
import type { Job } from '../../../../core/server/jobs/queue.ts'
import { readTimeZone } from '../../../../core/server/organization.ts'
import { reminderDays } from '../../contract/trainings.ts'
import { queueTrainingMails } from '../mails/queue-training-mail.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { findPause } from '../pause.ts'
import { lockTraining } from './cancel-training.ts'

export const remindersJob: Job = { name: 'training-reminders', seconds: 300, cron: '*/10 * * * *' }

type ReminderDeps = TrainingDeps & { db: Database; signal?: AbortSignal }

const batchSize = 50
/** Local hour at the place of the training at which a reminder is due */
const hour = '9 hours'

/**
 * Reminds clients and trainers of days to come, and tells trainers about days that the server has canceled because the
 * person was deleted. Every email is queued once, however often this runs.
 */
export async function sendReminders(deps: ReminderDeps): Promise<void> {
  const timeZone = await readTimeZone(deps.db, deps.config)
  const zone = sql`coalesce(time_zone, ${timeZone})`
  for (const days of reminderDays) await tellAll(deps, `reminder-${days}`, isReminderDue(days, zone))
  await tellAll(deps, 'canceled', isServerCanceled(zone))
}

type Reminder = `reminder-${(typeof reminderDays)[number]}`

async function tellAll(deps: ReminderDeps, event: Reminder | 'canceled', isDue: SQL): Promise<void> {
  for (let after = 0; ; ) {
    if (deps.signal?.aborted || (await findPause(deps.db))) return
    const { rows } = await deps.db.execute<{ id: number }>(
      sql`select id from trainings where id > ${after} and ${isDue} order by id limit ${batchSize}`,
    )
    for (const { id } of rows) await tell(deps, event, id)
    const last = rows.at(-1)
    if (rows.length < batchSize || last === undefined) return
    after = last.id
  }
}

async function tell(deps: ReminderDeps, event: Reminder | 'canceled', id: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const training = await lockTraining(tx, id)
    // It may have been canceled, or marked as held, since it was found.
    const isUpcoming = training && training.canceledAt === null && training.heldAt === null
    if (training && (event === 'canceled' ? training.canceledBy === 'server' : isUpcoming))
      await queueTrainingMails(tx, deps, event, id)
  })
}

/** True for trainings whose reminder is due and was not sent since the day was chosen. */
function isReminderDue(days: number, zone: SQL): SQL {
  const dueAt = sql`((day - ${days}::int)::timestamp + ${hour}::interval) at time zone ${zone}`
  const today = sql`(now() at time zone ${zone})::date`
  return sql`canceled_at is null and held_at is null
    and day between ${today} and ${today} + ${days}::int
    and ${dueAt} <= now() and day_chosen_at < ${dueAt}
    and not exists (
      select from training_mails join outbox_messages on outbox_messages.id = training_mails.message_id
      where training_id = trainings.id and event = ${`reminder-${days}`} and created_at >= day_chosen_at)`
}

/**
 * True for days to come that the server has canceled and whose trainer was not told yet. It does not matter when that was,
 * because emails may have waited for a long time after a restore.
 */
const isServerCanceled = (
  zone: SQL,
) => sql`canceled_by = 'server' and day >= (now() at time zone ${zone})::date
  and not exists (select from training_mails where training_id = trainings.id and event = 'canceled')`
