import { isoDay } from '../../../contracts/format-date.ts'
import type { OfferProblem, OfferProps } from '../../../web/trainings/offer.tsx'
import type { Clock } from '../../calendar/clock.ts'
import { nameTopics } from '../mails/mail-facts.ts'
import type { ClientOffer } from '../offers/answer-offer.ts'

export function toOfferPage(
  found: ClientOffer | undefined,
  clock: Clock & { isOff: boolean },
  token: string,
  problem?: OfferProblem,
): { status: number; props: OfferProps } {
  const props = { token, ...stateOf(found, clock), problem }
  return { status: props.state === 'unknown' ? 404 : props.state === 'over' ? 410 : 200, props }
}

type State = OfferProps extends infer Props
  ? Props extends OfferProps
    ? Omit<Props, 'token'>
    : never
  : never

function stateOf(found: ClientOffer | undefined, clock: Clock & { isOff: boolean }): State {
  if (!found) return { state: 'unknown' }
  const { offer, heldDays, training } = found
  const timeZone = (training ?? offer).timeZone ?? clock.timeZone
  const today = isoDay(clock.now, { timeZone })
  switch (offer.status) {
    case 'sent':
      if (clock.isOff) return { state: 'paused' }
      return {
        state: 'open',
        facts: toFacts(found, offer, timeZone),
        days: offer.days.map((day) => ({ day, isFree: heldDays.includes(day) && day > today })),
        message: offer.message,
        // An offer that was sent always has the time when it lapses (the constraint `offers_sent`).
        answerBy: offer.expiresAt
          ? isoDay(new Date(offer.expiresAt.getTime() - 1), { timeZone })
          : offer.validUntil,
      }
    case 'accepted':
      if (!training || training.canceledBy === 'server') return { state: 'over' }
      if (training.canceledAt) return toCanceled(training)
      if (training.heldAt || training.day < today) return { state: 'held' }
      return {
        state: 'booked',
        facts: toFacts(found, training, timeZone),
        day: training.day,
        isOtherDayWished: training.otherDayAskedAt !== null,
        canChange: training.day > today && !clock.isOff,
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

type Day = Pick<
  ClientOffer['offer'],
  'startsAt' | 'endsAt' | 'format' | 'place' | 'topics' | 'headCount' | 'price' | 'prepare'
>

function toFacts({ company, trainerName }: ClientOffer, day: Day, timeZone: string) {
  const { startsAt, endsAt, format, place, topics, headCount, price, prepare } = day
  return {
    organization: company,
    startsAt,
    endsAt,
    timeZone,
    isOnline: format === 'online',
    place,
    topics: nameTopics(topics),
    headCount,
    trainerName,
    price,
    prepare,
  }
}
