import { formatDay } from '../../../contracts/format-date.ts'
import { RequestProblem } from '../../errors.ts'
import type { OfferRefusal } from './create-offer.ts'

/** Says why an offer was refused. */
export function explainRefusal(refusal: OfferRefusal): RequestProblem {
  switch (refusal.refused) {
    case 'no-entry':
      return new RequestProblem('not-found')
    case 'no-trainer':
      return notAccepted('This trainer has no account here. Choose another one.')
    case 'trainer-without-access':
      return conflict('This trainer’s access has ended. Choose another one.')
    case 'entry-hidden':
      return conflict('This person was deleted or is in Spam. Restore them first.')
    case 'open-offer':
      return conflict('This person has an open offer already. Change or withdraw that one.', {
        offerId: refusal.offerId,
      })
    case 'no-time-zone':
      return notAccepted('Two time zones are possible at this place. Choose the one it is in.')
    case 'past-valid-until':
      return notAccepted('The offer would be over already. Choose a later “valid until” date.')
    case 'past-days':
      return notAccepted(`${listDays(refusal.days)} can’t be offered any more. Choose later days.`, refusal)
    case 'taken-days':
      return conflict(
        `${listDays(refusal.days)} ${isOrAre(refusal.days)} held or booked for someone else. Choose another day.`,
        refusal,
      )
    case 'blocked-days':
      return conflict(
        `The trainer is away on ${listDays(refusal.days)}. Choose another day, or unblock it in the calendar.`,
        refusal,
      )
  }
}

export const listDays = (days: string[]) => new Intl.ListFormat('en-US').format(days.map(formatDay))
const isOrAre = (days: string[]) => (days.length === 1 ? 'is' : 'are')

const conflict = (detail: string, extensions?: Record<string, unknown>) =>
  new RequestProblem('conflict', { detail, ...(extensions && { extensions }) })
const notAccepted = (detail: string, extensions?: Record<string, unknown>) =>
  new RequestProblem('not-accepted', { detail, ...(extensions && { extensions }) })
