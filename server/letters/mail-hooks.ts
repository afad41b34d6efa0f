import { eq } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'
import { outboxMessages } from '../db/schema/mail.ts'
import { renewLink } from '../entries/plan-links.ts'
import type { MailHooks } from '../mail/mail-hooks.ts'

/** The link to “Help us plan” in a letter begins to expire when the letter is sent. */
export const letterMailHooks: MailHooks = {
  letter: {
    async onSent(tx, messageId) {
      await renewLink(tx, messageId)
    },
    async beforeResend(tx, messageId) {
      if (await renewLink(tx, messageId)) return undefined
      return (await hasLink(tx, messageId))
        ? { withdraw: 'It waited so long that its link no longer works. Write a new email.' }
        : undefined
    },
  },
}

async function hasLink(tx: Queryable, messageId: number): Promise<boolean> {
  const { id, sealedLink } = outboxMessages
  const [mail] = await tx.select({ sealedLink }).from(outboxMessages).where(eq(id, messageId))
  return typeof mail?.sealedLink === 'string'
}
