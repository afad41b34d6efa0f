import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { sequencesOf } from '../../calendar/server/ics/sequences.ts'
import { withdrawQuestions } from '../../follow-up/server/ask-for-feedback.ts'
import type { RestoreSteps } from '../../manifest/feature.ts'
import { setWaitlistStatus } from '../../people/server/waitlist.ts'
import { withoutWish } from './booked/cancel-training.ts'
import { pauseTrainings } from './pause.ts'
import { statusThatFollows } from './status-label.ts'

export const trainingRestore = {
  async keepEnded({ read }) {
    const readIfKnown = <Row extends pg.QueryResultRow>(text: string) =>
      read<Row>(text, 'trainer_days', ['training_id'])
    const offers = await readIfKnown(
      `select id, uid, status, coalesce(ended_at, now())::text as "endedAt", answer, token_hash as "tokenHash",
         expires_at::text as "expiresAt"
       from public.offers where status in ('withdrawn', 'declined', 'lapsed')
       -- In the backup, the client may not have accepted yet.
       union all select offers.id, offers.uid, case canceled_by when 'client' then 'declined' else 'withdrawn' end,
         canceled_at::text, case canceled_by when 'client' then cancel_reason else '' end, token_hash,
         expires_at::text
       from public.offers join public.trainings on offer_id = offers.id where canceled_at is not null`,
    )
    const trainings = await readIfKnown(
      `select id, uid, canceled_at::text as "canceledAt", canceled_by as "canceledBy", cancel_reason as reason
       from public.trainings where canceled_at is not null`,
    )
    const [sequence] = await readIfKnown<{ last: number }>(lastSequence)
    return async (client) => {
      await endTrainingsAgain(client, { offers, trainings })
      await raiseSequences(client, sequence?.last ?? 0)
    }
  },
  /**
   * Makes emails, reminders, and deadlines of trainings wait until someone has looked at the live offers: clients may
   * have answered after the backup was made, and while trainings were off, time went on. Resuming is up to `resumeTrainings` (pause.ts).
   */
  async stop(tx) {
    const { rows } = await tx.execute<{ since: string }>(
      `select to_json(now()) as since
       where exists (select from offers where status in ('sent', 'other-days'))
         or exists (select from trainings
           where canceled_at is null and held_at is null and day >= current_date - 1)`,
    )
    await withdrawQuestions(tx, 'trainings')
    for (const { since } of rows) await pauseTrainings(tx, since)
  },
} satisfies RestoreSteps

export const { lastSequence, raiseSequences } = sequencesOf('offers', 'trainings')

/** Ends offers and trainings again and frees their days, so that no link books a day that was given up. */
export async function endTrainingsAgain(
  client: pg.Client,
  { offers, trainings }: { offers: object[]; trainings: object[] },
): Promise<void> {
  const { rows: offerEntries } = await client.query<{ id: number }>(
    `with ended as (
       update offers as now set status = gone.status, ended_at = gone."endedAt", answer = gone.answer,
         token_hash = gone."tokenHash", expires_at = gone."expiresAt", version = now.version + 1
       from jsonb_to_recordset($1) as gone (id int, uid uuid, status text, "endedAt" timestamptz, answer text,
         "tokenHash" text, "expiresAt" timestamptz)
       where now.id = gone.id and now.uid = gone.uid and now.status in ('draft', 'sent', 'other-days')
       returning now.id, now.entry_id),
     freed as (delete from trainer_days where offer_id in (select id from ended))
     select entry_id as id from ended`,
    [JSON.stringify(offers)],
  )
  const { rows: trainingEntries } = await client.query<{ id: number | null }>(
    `with ended as (
       update trainings as now set canceled_at = gone."canceledAt", canceled_by = gone."canceledBy",
         cancel_reason = gone.reason, held_at = null, ${withoutWish}, version = now.version + 1
       from jsonb_to_recordset($1) as gone (id int, uid uuid, "canceledAt" timestamptz, "canceledBy" text, reason text)
       where now.id = gone.id and now.uid = gone.uid and now.canceled_at is null
       returning now.id, now.entry_id),
     freed as (delete from trainer_days where training_id in (select id from ended))
     select entry_id as id from ended`,
    [JSON.stringify(trainings)],
  )
  const idsOf = (rows: { id: number | null }[]) => sql`${sql.param(rows.map(({ id }) => id))}::int[]`
  const changed = sql`status = 'offered' and id = any(${idsOf(offerEntries)})
    or status in ('booked', 'closed') and id = any(${idsOf(trainingEntries)})`
  await setWaitlistStatus(drizzle(client), statusThatFollows(), changed)
}
