import { and, eq, isNotNull } from 'drizzle-orm'
import { outboxMessages } from '../../../../core/server/db/schema/mail.ts'
import type { MailHooks } from '../../../../core/server/mail/mail-hooks.ts'
import type { Feature } from '../../../manifest/feature.ts'
import { renewLink } from '../plan-links.ts'
import { addLetterRoutes } from './routes.ts'
import { letterMail } from './send-letter.ts'

/** The link to “Help us plan” in a letter begins to expire when the letter is sent. */
const mailHooks: MailHooks = {
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

export const letters = {
  routes: [addLetterRoutes],
  mailHooks,
  mailKinds: [letterMail],
} satisfies Feature
