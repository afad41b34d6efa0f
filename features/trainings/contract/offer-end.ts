import { formatWeekday } from '../../../core/contract/format-date.ts'

export type OfferEnd = { days: readonly string[]; validUntil: string }

/**
 * Until when an offer can be accepted, in words that follow "valid" or "held": an offer ends with its last date, or when
 * its last day begins.
 */
export function describeEnd({ days, validUntil }: OfferEnd): string {
  const last = days.at(-1)
  return last !== undefined && last <= validUntil
    ? `until ${formatWeekday(last)} begins`
    : `through ${formatWeekday(validUntil)}`
}
