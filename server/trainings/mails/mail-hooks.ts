import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { outboxMessages } from '../../db/schema/mail.ts'
import { offers } from '../../db/schema/trainings.ts'
import type { Hold, MailHooks } from '../../mail/mail-hooks.ts'
import { findPause } from '../pause.ts'
import { uidOf } from './mail-ids.ts'
import { offerHasEnded } from './queue-training-mail.ts'

/** Keeps emails about offers and trainings from going out too late, or while everything waits after a restore. */
export const trainingMailHooks: MailHooks = {
  offer: { beforeRetry: findOfferHold, beforeResend: findOfferHold },
  training: { beforeRetry: findPauseHold, beforeResend: findPauseHold },
}

/** An offer that has ended is not offered any more. Emails that say what became of it still go out. */
async function findOfferHold(tx: Queryable, messageId: number): Promise<Hold | undefined> {
  const [mail] = await tx
    .select({ id: outboxMessages.messageId })
    .from(outboxMessages)
    .where(eq(outboxMessages.id, messageId))
  const uid = mail && uidOf(mail.id)
  if (uid !== undefined && /^offer(-extended)?-\d/.test(mail?.id ?? '')) {
    const [offer] = await tx.select({ hasEnded }).from(offers).where(eq(offers.uid, uid))
    if (!offer || offer.hasEnded) return { withdraw: offerHasEnded }
  }
  return findPauseHold(tx)
}

const hasEnded = sql<boolean>`case ${offers.status} when 'sent' then ${offers.expiresAt} <= now()
  else ${offers.status} in ('declined', 'lapsed', 'withdrawn') end`

/** The end of the pause waits for this transaction, or it would miss the email that this one postpones. */
async function findPauseHold(tx: Queryable): Promise<Hold | undefined> {
  return (await findPause(tx, { lock: 'share' })) ? 'postpone' : undefined
}
