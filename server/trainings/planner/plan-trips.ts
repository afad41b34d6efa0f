import { suitsPerson, usualWeekdays } from '../../../contracts/plan.ts'
import { type LeftOutReason, unknownGroupSize } from '../../../contracts/planner.ts'
import { isFederalHoliday } from './federal-holidays.ts'
import { findSpot, listNear, type Spot } from './regions.ts'
import { type FreeDay, type Stay, TripCalendar } from './trip-calendar.ts'
import type { AnsweredPerson } from './waiting-people.ts'

type Options = {
  /** Max training days to plan with. Without it, as many as it takes. */
  maxDays?: number | undefined
  /** Max days in each person's offer */
  daysPerOffer?: number | undefined
  /** Working days that are left free between two regions */
  travelDays?: number | undefined
  /** What trainers have promised already */
  stays?: Stay[] | undefined
}

/**
 * People of one region, or online, who can come in one month, with a run of days of a trainer. It may be a single person. `days`
 * are for a person's own offer: the day in the run, and others near it to choose from.
 */
export type Trip = {
  isOnline: boolean
  trainerId: number
  members: { person: AnsweredPerson; day: string; days: string[] }[]
}

type LeftOut = { person: AnsweredPerson; reason: LeftOutReason }

export const countHeads = (people: AnsweredPerson[]) =>
  people.reduce((heads, { groupSize }) => heads + (groupSize ?? unknownGroupSize), 0)

/** Working days of a run that may stay without a person */
const maxGaps = 2

/**
 * Someone who is alone in their region is better off online, if they take that. Weekends are for people who named no other day, and
 * then for those whom no working day is left to.
 */
const rounds = [
  { isOnline: false, minPeople: 2, hasWeekends: false },
  { isOnline: true, minPeople: 1, hasWeekends: false },
  { isOnline: false, minPeople: 1, hasWeekends: false },
  { isOnline: true, minPeople: 1, hasWeekends: true },
  { isOnline: false, minPeople: 1, hasWeekends: true },
]

/**
 * Plans trips (docs/decisions/026-planner.md): those with the most people first, between equal ones those who have waited longer
 * together, then the earlier one. The function is pure, and the same input gives the same plan.
 */
export function planTrips(
  people: AnsweredPerson[],
  freeDays: FreeDay[],
  { maxDays = Number.POSITIVE_INFINITY, daysPerOffer = 2, travelDays = 1, stays = [] }: Options = {},
): { trips: Trip[]; leftOut: LeftOut[] } {
  const possible = freeDays.filter(({ day }) => !isFederalHoliday(day))
  const planner = new TripPlanner(people, new TripCalendar(possible, stays, travelDays), daysPerOffer)
  for (const round of rounds) planner.plan(round)
  const trips = planner.listTrips(maxDays)
  const placed = new Set(trips.flatMap(({ members }) => members.map(({ person }) => person)))
  const explain = (person: AnsweredPerson) =>
    !findSpot(person) && !takesOnline(person)
      ? 'no-place'
      : possible.some(({ day }) => suitsPerson(person, day))
        ? 'no-day-left'
        : 'no-free-day'
  const leftOut = people.filter((person) => !placed.has(person))
  return { trips, leftOut: leftOut.map((person) => ({ person, reason: explain(person) })) }
}

const takesOnline = ({ format }: AnsweredPerson) => format === 'online' || format === 'either'

type Waiting = {
  person: AnsweredPerson
  /** Undefined for someone who wants to be trained online, or whose place is not clear */
  spot: Spot | undefined
  weekdays: Set<number>
}

/** Everyone who could be on one trip in a month: those around a place, or online if there is none */
type Candidate = { seed: Spot | undefined; month: string; people: Waiting[] }

/** A trip whose days are numbers of the calendar */
type Draft = {
  trainerId: number
  /** The places of the members; none if it is online */
  spots: Spot[]
  members: { waiting: Waiting; days: number[] }[]
  worth: Worth
}

/** Head count, days of waiting, days in between without a person, and the first day. The first that differs decides. */
type Worth = [heads: number, waited: number, idle: number, start: number]

/** Negative if the first one is better */
const compare = (one: Worth, other: Worth): number =>
  other[0] - one[0] || other[1] - one[1] || one[2] - other[2] || one[3] - other[3]

class TripPlanner {
  readonly #drafts: Draft[] = []
  readonly #calendar: TripCalendar
  readonly #daysPerOffer: number
  /** People without a trip, longest wait first */
  readonly #waiting: Set<Waiting>
  /** The places in reach of each place, nearest first */
  readonly #near: Map<Spot, Set<Spot>>

  constructor(people: AnsweredPerson[], calendar: TripCalendar, daysPerOffer: number) {
    this.#calendar = calendar
    this.#daysPerOffer = daysPerOffer
    const spots = new Map<string, Spot>()
    const waiting = people.map((person) => toWaiting(person, spots))
    this.#waiting = new Set(
      waiting.toSorted(
        (one, other) => other.person.waitingDays - one.person.waitingDays || one.person.id - other.person.id,
      ),
    )
    this.#near = new Map(
      [...spots.values()].map((spot) => [spot, new Set(listNear(spot, [...spots.values()]))]),
    )
  }

  /** Plans trips of at least so many people, the best again and again. */
  plan({ isOnline, minPeople, hasWeekends }: (typeof rounds)[number]): void {
    if (hasWeekends)
      for (const { person, weekdays } of this.#waiting) for (const day of person.weekdays) weekdays.add(day)
    // The worth of a candidate is what it had at best, because each trip that is taken leaves fewer people and days to the others.
    const open = this.#listCandidates(isOnline).map((candidate) => ({
      candidate,
      worth: worthOf(candidate.people, 0, 0),
    }))
    while (open.length > 0) {
      const best = open.reduce((one, other) => (compare(other.worth, one.worth) < 0 ? other : one))
      const trip = this.#findTrip(best.candidate, minPeople)
      if (!trip) open.splice(open.indexOf(best), 1)
      else if (compare(best.worth, trip.worth) < 0) best.worth = trip.worth
      else this.#take(trip)
    }
  }

  #listCandidates(isOnline: boolean): Candidate[] {
    const seeds = isOnline ? [undefined] : [...this.#near.keys()]
    return [...this.#calendar.months.keys()].flatMap((month) => {
      const people = [...this.#waiting].filter(
        ({ person: { months } }) => months.length === 0 || months.includes(Number(month.slice(5))),
      )
      return seeds.map((seed) => {
        const near = seed && this.#near.get(seed)
        return {
          seed,
          month,
          people: people.filter(({ spot, person }) => (near ? spot && near.has(spot) : takesOnline(person))),
        }
      })
    })
  }

  /** The best trip that is still possible with people of a candidate */
  #findTrip({ seed, month, people }: Candidate, minPeople: number): Draft | undefined {
    const waiting = people.filter((one) => this.#waiting.has(one))
    const spots = seed ? this.#joinSpots(seed, new Set(waiting.map(({ spot }) => spot))) : []
    const there = seed ? waiting.filter(({ spot }) => spot && spots.includes(spot)) : waiting
    if (there.length < minPeople) return undefined
    return this.#calendar.trainerIds
      .flatMap(
        (trainerId) =>
          this.#findRun(trainerId, spots, there, this.#calendar.listOpen(trainerId, month, spots)) ?? [],
      )
      .filter(({ members }) => members.length >= minPeople)
      .reduce<Draft | undefined>(
        (one, other) => (one && compare(one.worth, other.worth) <= 0 ? one : other),
        undefined,
      )
  }

  /** The places around the first one that are all in reach of each other */
  #joinSpots(seed: Spot, there: Set<Spot | undefined>): Spot[] {
    const joined: Spot[] = []
    if (there.has(seed))
      for (const spot of this.#near.get(seed) ?? [])
        if (there.has(spot) && joined.every((other) => this.#near.get(other)?.has(spot))) joined.push(spot)
    return joined
  }

  #findRun(trainerId: number, spots: Spot[], people: Waiting[], open: number[]): Draft | undefined {
    const isOpen = new Set(open)
    let best: Draft | undefined
    for (const start of open) {
      if (!people.some((one) => this.#suits(one, start))) continue
      const members = this.#fillRun(start, people, isOpen)
      const idle = (members.at(-1)?.days[0] ?? start) - start + 1 - members.length
      const worth = worthOf(
        members.map(({ waiting }) => waiting),
        idle,
        start,
      )
      if (!best || compare(worth, best.worth) < 0) best = { trainerId, spots, members, worth }
      if (idle === 0 && members.length === people.length) break
    }
    return best
  }

  /** Gives each day from the first on to the person who has waited longest of those whom it suits. */
  #fillRun(start: number, people: Waiting[], open: Set<number>): Draft['members'] {
    const rest = [...people]
    const members: Draft['members'] = []
    for (
      let day = start, gaps = 0;
      gaps <= maxGaps && rest.length > 0 && day < this.#calendar.days.length;
      day++
    ) {
      const index = open.has(day) ? rest.findIndex((one) => this.#suits(one, day)) : -1
      const [waiting] = index < 0 ? [] : rest.splice(index, 1)
      if (waiting) members.push({ waiting, days: [day] })
      else if (this.#calendar.isWorking[day]) gaps++
    }
    return members
  }

  #suits({ weekdays }: Waiting, day: number): boolean {
    return weekdays.has(this.#calendar.weekdays[day] ?? 0)
  }

  #take(trip: Draft): void {
    const { trainerId, members } = trip
    // Not all places around the first one may have found a day.
    if (trip.spots.length > 0) trip.spots = [...new Set(members.flatMap(({ waiting }) => waiting.spot ?? []))]
    for (const { waiting, days } of members) {
      this.#waiting.delete(waiting)
      for (const day of days) this.#calendar.take(trainerId, day, trip.spots)
    }
    this.#drafts.push(trip)
  }

  /** The best trips, with at most so many days of training */
  listTrips(maxDays: number): Trip[] {
    let left = maxDays
    const kept = this.#drafts
      .toSorted((one, other) => compare(one.worth, other.worth))
      .map((draft) => {
        const members = draft.members.splice(0, left)
        left -= members.length
        for (const { days } of draft.members)
          for (const day of days) this.#calendar.release(draft.trainerId, day)
        return { ...draft, members }
      })
      .filter(({ members }) => members.length > 0)
    for (const draft of kept) this.#addChoices(draft)
    const nameDay = (day = 0) => this.#calendar.days[day] ?? ''
    return kept.map(({ trainerId, spots, members }) => ({
      isOnline: spots.length === 0,
      trainerId,
      members: members.map(({ waiting, days }) => ({
        person: waiting.person,
        day: nameDay(days[0]),
        days: days.map(nameDay).toSorted(),
      })),
    }))
  }

  /** Gives the members more days for their offers, near their own and within the limit of the run, which someone alone does not have. */
  #addChoices({ trainerId, spots, members }: Draft): void {
    const used = members.flatMap(({ days }) => days)
    const open = this.#calendar.listOpen(trainerId, this.#calendar.monthOf(used[0] ?? 0), spots)
    const isWithinRun = (day: number) =>
      members.length === 1 || this.#calendar.countWorking([day, ...used]) <= members.length + maxGaps
    for (let round = 1; round < this.#daysPerOffer; round++)
      for (const { waiting, days } of members) {
        const distance = (day: number) => Math.abs(day - (days[0] ?? 0))
        const [choice] = open
          .filter((day) => !used.includes(day) && this.#suits(waiting, day) && isWithinRun(day))
          .toSorted((one, other) => distance(one) - distance(other))
        if (choice === undefined) continue
        days.push(choice)
        used.push(choice)
        this.#calendar.take(trainerId, choice, spots)
      }
  }
}

function toWaiting(person: AnsweredPerson, spots: Map<string, Spot>): Waiting {
  const found = person.format === 'online' ? undefined : findSpot(person)
  const spot = found && (spots.get(found.key) ?? found)
  if (spot) spots.set(spot.key, spot)
  const working = person.weekdays.filter((weekday) => usualWeekdays.includes(weekday))
  const weekdays = new Set([working, person.weekdays, usualWeekdays].find((some) => some.length > 0))
  return { person, spot, weekdays }
}

const worthOf = (people: Waiting[], idle: number, start: number): Worth => [
  countHeads(people.map(({ person }) => person)),
  people.reduce((sum, { person }) => sum + person.waitingDays, 0),
  idle,
  start,
]
