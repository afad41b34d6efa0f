import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/connect.ts'
import { outboxMessages } from '../../db/schema/mail.ts'
import { offers } from '../../db/schema/trainings.ts'
import type { Hold, MailHooks } from '../../mail/mail-hooks.ts'
import { findPause } from '../pause.ts'
import { uidOf } from './mail-ids.ts'

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
    const [offer] = await tx.select().from(offers).where(eq(offers.uid, uid))
    if (!offer || hasEnded(offer)) return { withdraw: 'This offer has ended.' }
  }
  return findPauseHold(tx)
}

function hasEnded({ status, expiresAt }: typeof offers.$inferSelect): boolean {
  if (status === 'sent') return expiresAt !== null && expiresAt <= new Date()
  return status === 'declined' || status === 'lapsed' || status === 'withdrawn'
}

async function findPauseHold(tx: Queryable): Promise<Hold | undefined> {
  return (await findPause(tx)) ? 'postpone' : undefined
}
