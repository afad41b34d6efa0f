import type { FreeDay } from '../../server/trainings/planner/plan-days.ts'
import type { PlanEntry } from '../../server/trainings/planner/plan-entry.ts'
import type { Random } from './random.ts'

/** Where someone can be trained, written again from the rule so that it checks the planner's own */
function placesOf({ format, city, state, zip }: PlanEntry): string[] {
  const isOnline = format === 'online' || format === 'either'
  const isThere = format !== 'online'
  return [
    ...(isThere && city && state ? [`${city}, ${state}`.toLowerCase()] : []),
    ...(isThere && zip ? [zip.slice(0, 3)] : []),
    ...(isOnline ? ['online'] : []),
  ]
}

export function canCome({ months, weekdays }: PlanEntry, day: string): boolean {
  const date = new Date(day)
  const weekday = date.getUTCDay() || 7
  return (
    (months.length === 0 || months.includes(date.getUTCMonth() + 1)) &&
    (weekdays.length === 0 ? weekday <= 5 : weekdays.includes(weekday))
  )
}

/** Whether entries belong together on a day: all can come, and all share one place (or online) */
export function belongTogether(entries: PlanEntry[], day: string): boolean {
  const [first, ...others] = entries.map(placesOf)
  return (
    entries.every((entry) => canCome(entry, day)) &&
    (first ?? []).some((place) => others.every((places) => places.includes(place)))
  )
}

/**
 * Tries every choice of free days and places for a short list, day by day: which sets of entries can be placed, and in
 * how few days.
 * @returns the highest head count that can be placed in so many days, by the number of days
 */
export function placeExhaustively(entries: PlanEntry[], freeDays: FreeDay[]): number[] {
  const places = [...new Set(entries.flatMap(placesOf))]
  // A set of entries is a number with one bit for each.
  const daysFor = new Map([[0, 0]])
  for (const { day } of freeDays) {
    const visits = new Set(
      places.map((place) =>
        entries.reduce(
          (set, entry, index) =>
            set | (placesOf(entry).includes(place) && canCome(entry, day) ? 1 << index : 0),
          0,
        ),
      ),
    )
    for (const [set, days] of [...daysFor])
      for (const visit of visits)
        if ((daysFor.get(set | visit) ?? Number.POSITIVE_INFINITY) > days + 1)
          daysFor.set(set | visit, days + 1)
  }
  const best = Array.from({ length: Math.max(...daysFor.values()) + 1 }, () => 0)
  for (const [set, days] of daysFor) {
    const heads = entries.reduce(
      (sum, { groupSize }, index) => sum + (set & (1 << index) ? (groupSize ?? 1) : 0),
      0,
    )
    best[days] = Math.max(best[days] ?? 0, heads)
  }
  for (let days = 1; days < best.length; days++) best[days] = Math.max(best[days] ?? 0, best[days - 1] ?? 0)
  return best
}

/** A random list of people who wait, in a few cities and ZIP areas, with wide and narrow wishes */
export function randomEntries(random: Random, count: number, places = random.between(2, 5)): PlanEntry[] {
  const some = (numbers: number[], chance: number) =>
    random.isOneIn(3) ? [] : numbers.filter(() => random.isOneIn(chance))
  return Array.from({ length: count }, (_, index) => {
    const place = random.below(places)
    return {
      id: index + 1,
      city: random.isOneIn(8) ? null : `City ${String.fromCharCode(65 + (place % 26))}`,
      state: ['TX', 'OH', 'CA'][place % 3] ?? null,
      zip: random.isOneIn(2) ? null : String(10_000 + random.below(places) * 700 + random.below(100)),
      groupSize: random.isOneIn(5) ? null : random.between(1, 60),
      topics: [],
      months: some([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 4),
      weekdays: some([1, 2, 3, 4, 5, 6, 7], 3),
      format: random.pick([null, 'in-person', 'either', 'online'] as const),
      waitingDays: random.below(400),
    }
  })
}

/** Random free days of trainers in the half year from Nov 25, 2026. `percent` says how many of all days are free. */
export function randomFreeDays(random: Random, trainers: number, percent: number): FreeDay[] {
  return Array.from({ length: trainers * 184 }, (_, index) => ({
    trainerId: 1 + Math.floor(index / 184),
    day: new Date(Date.UTC(2026, 10, 25 + (index % 184))).toISOString().slice(0, 10),
  })).filter(() => random.below(100) < percent)
}
