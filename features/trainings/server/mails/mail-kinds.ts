import { rights } from '../../../../core/contract/roles.ts'
import { mailKind } from '../../../../core/server/mail/outbox.ts'

const about = { role: rights.manageDays, isAnswer: true } as const

/** A letter with the page of an offer is kept from users who must not answer it, and waits after a restore. */
export const offerMail = mailKind('offer', 'Training offer', 7, { ...about, letterField: 'offer link' })
export const trainingMail = mailKind('training', 'Training', 8, about)
