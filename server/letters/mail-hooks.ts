import { and, eq, isNotNull } from 'drizzle-orm'
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
      const { id, sealedLink } = outboxMessages
      const hasLink = await tx.$count(outboxMessages, and(eq(id, messageId), isNotNull(sealedLink)))
      if (!hasLink) return undefined
      return { withdraw: 'It waited so long that its link no longer works. Write a new email.' }
    },
  },
}
