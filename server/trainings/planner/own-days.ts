import { suitsPerson } from '../../../contracts/plan.ts'
import type { PlanEntry } from './plan-entry.ts'

export type Trip = {
  trainerId: number
  /** The day that the plan counts on, which suits every member */
  day: string
  /** Other free days of the trainer in the same month, best first */
  nearby: string[]
  members: PlanEntry[]
}

/**
 * Gives each member of each trip days for their own offer, because a day of a trainer is offered to one person only. No
 * day is given twice, and everyone gets a first day before anyone gets a second one. A member gets none if the month has
 * too few.
 * @returns for each trip the days of its members, in ascending order
 */
export function shareOutDays(trips: Trip[], daysPerOffer: number): Map<PlanEntry, string[]>[] {
  const key = (trip: Trip, day: string) => `${trip.trainerId} ${day}`
  // The day of a trip is kept for its own members.
  const taken = new Set(trips.map((trip) => key(trip, trip.day)))
  const given = trips.map(
    ({ members }) => new Map(members.map((entry): [PlanEntry, string[]] => [entry, []])),
  )
  for (let round = 0; round < daysPerOffer; round++)
    for (const [index, trip] of trips.entries()) {
      const own = given[index]
      const free = trip.nearby.filter((day) => !taken.has(key(trip, day)))
      // The first round serves as many as possible, so no day that comes later suits someone without one.
      const served = trip.members.filter((entry) => round === 0 || own?.get(entry)?.length)
      for (const [entry, day] of matchDays(served, round === 0 ? [trip.day, ...free] : free)) {
        own?.get(entry)?.push(day)
        taken.add(key(trip, day))
      }
    }
  for (const days of given.flatMap((own) => [...own.values()])) days.sort()
  return given
}

/** Gives as many entries as possible one day each (augmenting paths). Days that are first in the list go first. */
function matchDays(entries: PlanEntry[], days: string[]): [PlanEntry, string][] {
  const entryOf = new Map<string, PlanEntry>()
  const take = (day: string, entry: PlanEntry) => {
    entryOf.set(day, entry)
    return true
  }
  const findDay = (entry: PlanEntry, tried: Set<string>): boolean => {
    const suited = days.filter((day) => !tried.has(day) && suitsPerson(entry, day))
    const open = suited.find((day) => !entryOf.has(day))
    if (open !== undefined) return take(open, entry)
    return suited.some((day) => {
      const holder = entryOf.get(day)
      if (tried.has(day) || !holder) return false
      tried.add(day)
      return findDay(holder, tried) && take(day, entry)
    })
  }
  for (const entry of entries) findDay(entry, new Set())
  return [...entryOf].map(([day, entry]) => [entry, day])
}
