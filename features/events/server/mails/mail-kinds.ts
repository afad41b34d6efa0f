import { rights } from '../../../../core/contract/roles.ts'
import { mailKind } from '../../../../core/server/mail/outbox.ts'

/** Anyone who opens the link in it can change the registration. */
export const eventMail = mailKind('event', 'Public date', 9, { role: rights.manageDays, isAnswer: true })
