import { sql } from 'drizzle-orm'
import type { TrainingFormat } from '../contract/training-fields.ts'
import { findPlace } from './places/find-place.ts'

type Where = { format: TrainingFormat; place: string }

/**
 * The zones in which a training can be, that of most people first. Online, and where the place is not known, it is that
 * of the site.
 */
export function listZones({ format, place }: Where, siteZone: string): readonly string[] {
  return (format === 'online' ? undefined : findPlace(place)?.zones) ?? [siteZone]
}

/**
 * The zone of an offer or a training that is saved: the chosen one, the one that the same place had before, or that of
 * the place. Null if the place does not decide.
 */
export function chooseZone(
  { timeZone, ...where }: Where & { timeZone?: string | null | undefined },
  siteZone: string,
  before?: Where & { timeZone: string | null },
): string | null {
  if (timeZone) return timeZone
  if (before?.timeZone && before.format === where.format && before.place === where.place)
    return before.timeZone
  const [zone, other] = listZones(where, siteZone)
  return zone !== undefined && other === undefined ? zone : null
}

/**
 * The zone of an offer. Null in the database means that of the site once it was sent, because a version without zones
 * sent it, and undecided until then.
 */
export const zoneOfOffer = (
  { timeZone, tokenHash }: { timeZone: string | null; tokenHash: string | null },
  siteZone: string,
): string | null => timeZone ?? (tokenHash === null ? null : siteZone)

/** SQL: today where a training is. One that a version without zones booked counts in UTC. */
export const localToday = sql`(now() at time zone coalesce(time_zone, 'UTC'))::date`
