import { and, eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import type { Hold, MailHooks } from '../../../../core/server/mail/mail-hooks.ts'
import { offers, trainingMails } from '../../schema.ts'
import { findPause } from '../pause.ts'
import { isWithOffer, offerHasEnded } from './queue-training-mail.ts'

/** Keeps emails about offers and trainings from going out too late, or while everything waits after a restore. */
export const trainingMailHooks: MailHooks = {
  offer: { beforeRetry: findOfferHold, beforeResend: findOfferHold },
  training: { beforeRetry: findPauseHold, beforeResend: findPauseHold },
}

/** An offer that has ended is not offered any more. Emails that say what became of it still go out. */
async function findOfferHold(tx: Queryable, messageId: number): Promise<Hold | undefined> {
  const [offer] = await tx
    .select({ hasEnded })
    .from(trainingMails)
    .innerJoin(offers, eq(offers.id, trainingMails.offerId))
    .where(and(eq(trainingMails.messageId, messageId), isWithOffer))
  return offer?.hasEnded ? { withdraw: offerHasEnded } : findPauseHold(tx)
}

const hasEnded = sql<boolean>`case ${offers.status} when 'sent' then ${offers.expiresAt} <= now()
  else ${offers.status} in ('declined', 'lapsed', 'withdrawn') end`

/** The end of the pause waits for this transaction, or it would miss the email that this one postpones. */
async function findPauseHold(tx: Queryable): Promise<Hold | undefined> {
  return (await findPause(tx, { lock: 'share' })) ? 'postpone' : undefined
}
