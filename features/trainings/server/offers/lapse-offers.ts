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

/** Ends the offers whose time is over and frees their days. Each one is a transaction of its own. */
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
    if (due.length < batchSize) return
  }
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
