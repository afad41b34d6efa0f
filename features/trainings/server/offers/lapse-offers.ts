import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../../core/server/db/connect.ts'
import type { Job } from '../../../../core/server/jobs/queue.ts'
import { offers } from '../../schema.ts'
import { withdrawOfferMails } from '../mails/queue-training-mail.ts'
import type { TrainingDeps } from '../mails/training-events.ts'
import { findPause } from '../pause.ts'
import { updateStatusLabel } from '../status-label.ts'
import { lockOffer, statusNow } from './answer-offer.ts'
import { freeDays } from './hold-days.ts'

export const lapseOffersJob: Job = { name: 'lapse-offers', seconds: 120, cron: '* * * * *' }

const batchSize = 100

type LapseDeps = Pick<TrainingDeps, 'config'> & { db: Database; signal?: AbortSignal }

/** Ends the offers and the wishes whose time is over and frees their days. Each offer is a transaction of its own. */
export async function lapseOffers(deps: LapseDeps): Promise<void> {
  const { db, signal } = deps
  for (;;) {
    if (signal?.aborted || (await findPause(db))) return
    const due = await db
      .select({ id: offers.id })
      .from(offers)
      .where(and(eq(offers.status, 'sent'), lte(offers.expiresAt, sql`now()`)))
      .orderBy(asc(offers.expiresAt), asc(offers.id))
      .limit(batchSize)
    for (const { id } of due) await lapseOffer(deps, id)
    if (due.length < batchSize) break
  }
  await endWishes(db)
}

/** Frees the days that clients wished instead of a booked one and that the office did not confirm in time. */
async function endWishes(db: Database): Promise<void> {
  await db.execute(sql`
    with ended as (update trainings set wished_day = null, wished_until = null, version = version + 1
      where wished_until <= now() returning id)
    delete from trainer_days using ended where training_id = ended.id and use = 'wish'`)
}

function lapseOffer({ db, config }: LapseDeps, id: number): Promise<void> {
  return db.transaction(async (tx) => {
    const locked = await lockOffer(tx, { config }, { id })
    // The client may have accepted it, or an admin may have extended it, while this waited for the lock.
    if (locked?.offer.status !== 'sent' || statusNow(locked.offer, locked.clock) !== 'lapsed') return
    await tx
      .update(offers)
      .set({ status: 'lapsed', endedAt: sql`now()`, version: sql`${offers.version} + 1` })
      .where(eq(offers.id, id))
    await freeDays(tx, id)
    await withdrawOfferMails(tx, id)
    await updateStatusLabel(tx, locked.offer.entryId)
  })
}
