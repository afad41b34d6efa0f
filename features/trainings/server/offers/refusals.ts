import { formatDay } from '../../../../core/contract/format-date.ts'
import { notAccepted, type RequestProblem, refuse } from '../../../../core/server/errors.ts'
import { type OfferStatus, offerStatusLabels } from '../../contract/offers.ts'

// Why an offer or a training cannot be made or changed as wished, in words

export const listDays = (days: string[]) => new Intl.ListFormat('en-US').format(days.map(formatDay))

export const hiddenEntry = () => refuse('This person was deleted or is in Spam. Restore them first.')

/** The place does not decide in which time zone it is. */
export const noTimeZone = () =>
  notAccepted('Two time zones are possible at this place. Choose the one it is in.')

/** It would have lapsed already. */
export const pastValidUntil = () =>
  notAccepted('The offer would be over already. Choose a later “valid until” date.')

export function wrongStatus(status: OfferStatus): RequestProblem {
  const detail =
    status === 'draft'
      ? 'This offer was never sent. Send it first, or delete the draft.'
      : `That’s not possible any more. The status of this offer is now “${offerStatusLabels[status]}”.`
  return refuse(detail, { status })
}

/** @throws RequestProblem if a user cannot get days, because they have no account or no access any more */
export function requireAccess(trainer: { disabledAt: Date | null } | undefined): void {
  if (!trainer) throw notAccepted('This trainer has no account here. Choose another one.')
  if (trainer.disabledAt) throw refuse('This trainer’s access has ended. Choose another one.')
}
