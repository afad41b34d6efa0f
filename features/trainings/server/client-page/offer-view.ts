import { formatDay, isoDay } from '../../../../core/contract/format-date.ts'
import type { Clock } from '../../../calendar/server/clock.ts'
import { canChange, mayCancel } from '../../contract/training-fields.ts'
import type { OfferProps } from '../../web/offer.tsx'
import type { OfferProblem } from '../../web/offer-parts.tsx'
import { toFacts } from '../mails/mail-facts.ts'
import { lastDayToAnswer } from '../mails/offer-mails.ts'
import type { ClientOffer } from '../offers/answer-offer.ts'

export function toOfferPage(
  found: ClientOffer | undefined,
  clock: Clock & { isOff: boolean },
  token: string,
  { problem, proposed = [] }: { problem?: OfferProblem | undefined; proposed?: string[] } = {},
): { status: number; props: OfferProps } {
  const props = { token, ...stateOf(found, clock, proposed), problem }
  return { status: props.state === 'unknown' ? 404 : props.state === 'over' ? 410 : 200, props }
}

type State = OfferProps extends infer Props
  ? Props extends OfferProps
    ? Omit<Props, 'token'>
    : never
  : never

function stateOf(
  found: ClientOffer | undefined,
  clock: Clock & { isOff: boolean },
  proposed: string[],
): State {
  if (!found) return { state: 'unknown' }
  const { offer, heldDays, training } = found
  const timeZone = (training ?? offer).timeZone ?? clock.timeZone
  const today = isoDay(clock.now, { timeZone })
  switch (offer.status) {
    case 'sent':
      if (clock.isOff) return { state: 'paused' }
      return {
        state: 'open',
        facts: factsOf(found, offer, timeZone),
        days: offer.days.map((day) => ({ day, isFree: heldDays.includes(day) && day > today })),
        message: offer.message,
        sequence: offer.sequence,
        answerBy: lastDayToAnswer(offer, timeZone),
      }
    case 'accepted':
      if (!training || training.canceledBy === 'server') return { state: 'over' }
      if (training.canceledAt) return toCanceled(training)
      if (training.heldAt || training.day < today)
        return {
          state: 'held',
          facts: factsOf(found, training, timeZone),
          paid: paidOf(training),
          materials: found.materials,
        }
      return {
        state: 'booked',
        facts: factsOf(found, training, timeZone),
        day: training.day,
        isOtherDayWished: training.otherDayAskedAt !== null,
        wishedDay: training.wishedUntil && training.wishedUntil > clock.now ? training.wishedDay : null,
        proposed,
        paid: paidOf(training),
        materials: found.materials.filter(({ isAfter }) => !isAfter),
        mayCancel: mayCancel(training, today),
        canChange: canChange(training, today) && !clock.isOff,
      }
    case 'other-days':
    case 'declined':
      return { state: offer.status }
    default:
      return { state: 'over' }
  }
}

function toCanceled({ day, canceledBy, cancelReason }: NonNullable<ClientOffer['training']>): State {
  const isByClient = canceledBy === 'client'
  // Their own words are not shown to them again.
  return { state: 'canceled', day, isByClient, reason: isByClient ? '' : cancelReason }
}

/** What the client has paid, in words; empty before that */
function paidOf({ depositPaidOn, paidOn }: NonNullable<ClientOffer['training']>): string {
  if (paidOn) return `Paid on ${formatDay(paidOn)}. Thank you.`
  return depositPaidOn ? `Deposit paid on ${formatDay(depositPaidOn)}. Thank you.` : ''
}

type Day = ClientOffer['offer'] | NonNullable<ClientOffer['training']>

function factsOf({ company, trainerName }: ClientOffer, day: Day, timeZone: string) {
  const { startsAt, endsAt, headCount, format, place } = day
  const mapPlace = format === 'online' ? '' : place
  return {
    ...toFacts(day, trainerName),
    organization: company,
    startsAt,
    endsAt,
    timeZone,
    headCount,
    mapPlace,
  }
}
