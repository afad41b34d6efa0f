import { sql } from 'drizzle-orm'
import { reminderDays } from '../../../contracts/trainings.ts'
import { readTimeZone } from '../../calendar/clock.ts'
import type { Database } from '../../db/connect.ts'
import type { Job } from '../../jobs/queue.ts'
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
  for (const days of reminderDays) {
    const event = `reminder-${days}` as const
    await eachBatch(deps, (after) => findDue(deps.db, { days, event, timeZone, after }), event)
  }
  await eachBatch(deps, (after) => findServerCanceled(deps.db, { timeZone, after }), 'canceled')
}

async function eachBatch(
  deps: ReminderDeps,
  find: (after: number) => Promise<number[]>,
  event: 'reminder-14' | 'reminder-2' | 'canceled',
): Promise<void> {
  for (let after = 0; ; ) {
    if (deps.signal?.aborted || (await findPause(deps.db))) return
    const ids = await find(after)
    for (const id of ids) await tell(deps, event, id)
    const last = ids.at(-1)
    if (ids.length < batchSize || last === undefined) return
    after = last
  }
}

async function tell(deps: ReminderDeps, event: Parameters<typeof queueTrainingMails>[2], id: number) {
  await deps.db.transaction(async (tx) => {
    const training = await lockTraining(tx, id)
    // It may have been canceled, or marked as held, since it was found.
    const isUpcoming = training && training.canceledAt === null && training.heldAt === null
    if (training && (event === 'canceled' ? training.canceledBy === 'server' : isUpcoming))
      await queueTrainingMails(tx, deps, event, id)
  })
}

/** Finds trainings whose reminder is due and was not sent since the day was chosen. */
async function findDue(
  db: Database,
  options: { days: number; event: string; timeZone: string; after: number },
): Promise<number[]> {
  const { days, event, timeZone, after } = options
  const zone = zoneOr(timeZone)
  const dueAt = sql`((day - ${days}::int)::timestamp + ${hour}::interval) at time zone ${zone}`
  const today = sql`(now() at time zone ${zone})::date`
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from trainings
    where canceled_at is null and held_at is null and id > ${after}
      and day between ${today} and ${today} + ${days}::int
      and ${dueAt} <= now() and day_chosen_at < ${dueAt}
      and not exists (
        select from training_mails join outbox_messages on outbox_messages.id = training_mails.message_id
        where training_id = trainings.id and event = ${event} and created_at >= day_chosen_at)
    order by id limit ${batchSize}`)
  return rows.map(({ id }) => id)
}

const zoneOr = (siteZone: string) => sql`coalesce(time_zone, ${siteZone})`

/**
 * Finds days to come that the server has canceled and whose trainer was not told yet. It does not matter when that was,
 * because emails may have waited for a long time after a restore.
 */
async function findServerCanceled(
  db: Database,
  { timeZone, after }: { timeZone: string; after: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from trainings
    where canceled_by = 'server' and day >= (now() at time zone ${zoneOr(timeZone)})::date and id > ${after}
      and not exists (select from training_mails where training_id = trainings.id and event = 'canceled')
    order by id limit ${batchSize}`)
  return rows.map(({ id }) => id)
}
