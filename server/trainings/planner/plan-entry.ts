import type { PlanFormat, PlanTopic } from '../../../contracts/plan.ts'
import { unknownGroupSize } from '../../../contracts/planner.ts'
import { type Place, placeKeys } from '../../entries/plan-place.ts'

/** A waiting entry with its answers to "Help us plan". An empty list means that anything works. */
export type PlanEntry = Place & {
  id: number
  /** Null if unknown */
  groupSize: number | null
  topics: PlanTopic[]
  /** 1 for January */
  months: number[]
  /** 1 for Monday (ISO 8601) */
  weekdays: number[]
  format: PlanFormat | null
  /** Whole days since the person joined the waitlist */
  waitingDays: number
}

/** Stands in for a place where a training is online */
export const online = 'online'

export const headsOf = ({ groupSize }: PlanEntry) => groupSize ?? unknownGroupSize

/**
 * Where an entry can be trained. Those who want it online need no place. Someone who did not say how is trained in
 * person, because that is what the waitlist is for.
 */
export function keysOf(entry: PlanEntry): string[] {
  const places = entry.format === online ? [] : placeKeys(entry)
  return entry.format === 'online' || entry.format === 'either' ? [...places, online] : places
}

/** Month of a calendar day, 1 for January */
export const monthOf = (day: string) => Number(day.slice(5, 7))

/** Weekday of a calendar day, 1 for Monday */
export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
