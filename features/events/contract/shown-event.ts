import { formatDay } from '../../../core/contract/format-date.ts'
import { formatMoney } from '../../../core/contract/money.ts'
import type { Picture, SocialPicture } from '../../media/contract/media.ts'
import type { Event } from './events.ts'

/** `full`: registrations go to the waiting list. `closed`: too late to register. `begun`: not over yet. */
export type EventState = 'open' | 'full' | 'closed' | 'begun' | 'over' | 'canceled'

/** A date as lists show it */
export type ListedEvent = Pick<
  Event,
  'slug' | 'kind' | 'title' | 'day' | 'startsAt' | 'endsAt' | 'timeZone'
> &
  Pick<Event, 'format' | 'place' | 'amount' | 'currency' | 'price'> & {
    state: EventState
    /** Null for no limit */
    seatsLeft: number | null
  }

/** A date as its page shows it, without the link to join */
export type ShownEvent = ListedEvent &
  Pick<Event, 'content' | 'terms' | 'registerUntil' | 'contact' | 'cancelReason' | 'version'> & {
    picture: Picture | undefined
    /** The picture as a JPEG for social networks and search engines; undefined for one drawn from the title */
    socialPicture: SocialPicture | undefined
    /** The first sentences of the text; empty without one */
    summary: string
    publishedAt: string
  }

type Priced = Pick<Event, 'amount' | 'currency' | 'price'>

/** The amount for one person, and the words about it; empty if it is free */
export const priceLines = ({ amount, currency, price }: Priced): string[] =>
  [amount === null ? '' : formatMoney(amount, currency), price].filter(Boolean)

/** The day until which people can register, if that is before the day itself */
export const lastDay = ({ registerUntil, day }: Pick<Event, 'registerUntil' | 'day'>) =>
  registerUntil !== null && registerUntil < day ? formatDay(registerUntil) : ''
