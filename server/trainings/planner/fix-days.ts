import { planTopics, suitsPerson } from '../../../contracts/plan.ts'
import { shareOutDays } from './own-days.ts'
import type { FreeDay, PlanGroup } from './plan-days.ts'
import { headsOf, type PlanEntry } from './plan-entry.ts'

/** Entries that are placed together. Each of the possible days suits all of them; the first is the best. */
export type Group = { place: string; members: PlanEntry[]; possible: FreeDay[] }

type Options = { daysPerOffer: number; preferFrom: string }

const maxSharedDays = 3

/** Gives each group a day and a trainer of its own, and days around it: to choose from, and for each member's offer. */
export function fixDays(groups: Group[], freeDays: FreeDay[], options: Options): PlanGroup[] {
  const calendar = new FreeCalendar(freeDays, options.preferFrom)
  const trips = groups.flatMap(({ place, members, possible }) => {
    const best = calendar.takeBest(members, possible)
    return best ? [{ place, ...best, members, nearby: calendar.listNearby(best) }] : []
  })
  const own = shareOutDays(trips, options.daysPerOffer)
  return trips.map(({ place, trainerId, day, members, nearby }, index) => {
    const others = nearby.filter(
      (other) => !calendar.isTaken(trainerId, other) && members.every((entry) => suitsPerson(entry, other)),
    )
    return {
      place,
      trainerId,
      days: [day, ...others].slice(0, maxSharedDays),
      members: members.map((entry) => ({ entry, days: own[index]?.get(entry) ?? [] })),
      ...describeMembers(members),
    }
  })
}

function describeMembers(members: PlanEntry[]) {
  const waits = members.map(({ waitingDays }) => waitingDays)
  return {
    headCount: members.reduce((sum, entry) => sum + headsOf(entry), 0),
    topics: planTopics.filter((topic) =>
      members.every(({ topics }) => topics.length === 0 || topics.includes(topic)),
    ),
    longestWaitDays: Math.max(...waits),
    averageWaitDays: Math.round(waits.reduce((sum, days) => sum + days, 0) / waits.length),
  }
}

/** The free days of each trainer by month, and which of them the plan counts on */
class FreeCalendar {
  readonly #months: Map<string, string[]>
  readonly #taken = new Set<string>()

  readonly #preferFrom: string

  constructor(freeDays: FreeDay[], preferFrom: string) {
    this.#preferFrom = preferFrom
    const months = Map.groupBy(freeDays, ({ trainerId, day }) => monthKey(trainerId, day))
    this.#months = new Map([...months].map(([key, days]) => [key, days.map(({ day }) => day).toSorted()]))
  }

  isTaken(trainerId: number, day: string): boolean {
    return this.#taken.has(`${trainerId} ${day}`)
  }

  /**
   * Takes the possible day in whose month most of the members find a day for themselves, because they could all get an
   * offer on one trip. Between equal ones the first is taken.
   */
  takeBest(members: PlanEntry[], possible: FreeDay[]): FreeDay | undefined {
    const open = possible.filter(({ trainerId, day }) => !this.isTaken(trainerId, day))
    const preferred = open.filter(({ day }) => day >= this.#preferFrom)
    const rooms = new Map<string, number>()
    let best: { free: FreeDay; room: number } | undefined
    for (const free of preferred.length > 0 ? preferred : open) {
      const key = monthKey(free.trainerId, free.day)
      const room = rooms.get(key) ?? this.#countRoom(members, free)
      rooms.set(key, room)
      if (!best || room > best.room) best = { free, room }
    }
    if (best) this.#taken.add(`${best.free.trainerId} ${best.free.day}`)
    return best?.free
  }

  /** The other free days of that month, nearest first, but preferred ones before all others */
  listNearby({ trainerId, day }: FreeDay): string[] {
    const distance = (other: string) =>
      Math.abs(Date.parse(other) - Date.parse(day)) + (other < this.#preferFrom ? yearMs : 0)
    return (this.#months.get(monthKey(trainerId, day)) ?? [])
      .filter((other) => other !== day)
      .toSorted((one, other) => distance(one) - distance(other))
  }

  #countRoom(members: PlanEntry[], { trainerId, day }: FreeDay): number {
    const days = (this.#months.get(monthKey(trainerId, day)) ?? []).filter(
      (other) => !this.isTaken(trainerId, other) && members.some((entry) => suitsPerson(entry, other)),
    )
    return Math.min(days.length, members.length)
  }
}

const yearMs = 366 * 86_400_000

const monthKey = (trainerId: number, day: string) => `${trainerId} ${day.slice(0, 7)}`
