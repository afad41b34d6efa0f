import { suitsPerson, usualWeekdays } from '../../../people/contract/plan.ts'
import { type LeftOutReason, unknownGroupSize } from '../../contract/planner.ts'
import { isFederalHoliday } from './federal-holidays.ts'
import { findSpot, isNear, type Spot } from './regions.ts'
import { type FreeDay, type Stay, TripCalendar } from './trip-calendar.ts'
import type { AnsweredPerson } from './waiting-people.ts'

type Options = {
  /** Max training days to plan with. Without it, as many as it takes. */
  maxDays?: number | undefined
  /** Max days in each person's offer */
  daysPerOffer?: number
  /** Working days that are left free between two regions */
  travelDays?: number
  /** Days that are already held or booked, with their places */
  stays?: Stay[]
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

/** Working days of a run that may stay without a person */
const maxGaps = 2

/** Someone who is alone in their region is better off online, if they take that. */
const rounds = [
  { isOnline: false, minPeople: 2 },
  { isOnline: true, minPeople: 1 },
  { isOnline: false, minPeople: 1 },
]

/**
 * Plans trips (docs/decisions/026-planner.md): the largest one for the person who has waited longest, and so on with the others. Trips with the most people come first. The function is pure, and the same input gives the same plan.
 */
export function planTrips(
  people: AnsweredPerson[],
  freeDays: FreeDay[],
  { maxDays = Number.POSITIVE_INFINITY, daysPerOffer = 2, travelDays = 1, stays = [] }: Options = {},
): { trips: Trip[]; leftOut: LeftOut[] } {
  const possible = freeDays.filter(({ day }) => !isFederalHoliday(day))
  const calendar = new TripCalendar(possible, stays, travelDays)
  const waiting = people
    .toSorted((one, other) => other.waitingDays - one.waitingDays || one.id - other.id)
    .map(toWaiting)
  const rest = new Set(waiting)
  const runs: Run[] = []
  for (const { isOnline, minPeople } of rounds) {
    const candidates = new Set(waiting.filter((one) => rest.has(one)))
    for (const first of candidates) {
      // Later runs have fewer days and people, so someone without a run needs to be looked at once only.
      candidates.delete(first)
      const run = findRun(calendar, first, candidates, isOnline)
      if (!run || run.members.length < minPeople) continue
      runs.push(run)
      for (const { waiting: one, days } of run.members) {
        candidates.delete(one)
        rest.delete(one)
        calendar.take(run.trainerId, days, run.spots)
      }
    }
  }
  const kept = keepBest(runs, maxDays, calendar)
  for (const run of kept) addChoices(run, calendar, daysPerOffer)
  const placed = new Set(kept.flatMap(({ members }) => members.map((member) => member.waiting)))
  return {
    trips: kept.map(({ spots, trainerId, members }) => ({
      isOnline: spots.length === 0,
      trainerId,
      members: members.map(({ waiting: { person }, days }) => {
        const [day = '', ...others] = days.map((number) => calendar.days[number] ?? '')
        return { person, day, days: [day, ...others].toSorted() }
      }),
    })),
    leftOut: waiting
      .filter((one) => !placed.has(one))
      .map(({ person, spot }) => ({ person, reason: explain(person, spot, possible) })),
  }
}

const takesOnline = ({ format }: AnsweredPerson) => format === 'online' || format === 'either'

function explain(person: AnsweredPerson, spot: Spot | undefined, possible: FreeDay[]): LeftOutReason {
  if (!spot && !takesOnline(person)) return 'no-place'
  return possible.some(({ day }) => suitsPerson(person, day)) ? 'no-day-left' : 'no-free-day'
}

type Waiting = {
  person: AnsweredPerson
  /** Undefined for someone who wants to be trained online, or whose place is not clear */
  spot: Spot | undefined
  weekdays: Set<number>
}

/** Weekends are for people who named no other day. */
function toWaiting(person: AnsweredPerson): Waiting {
  const working = person.weekdays.filter((weekday) => usualWeekdays.includes(weekday))
  const weekdays = [working, person.weekdays, usualWeekdays].find((some) => some.length > 0)
  const spot = person.format === 'online' ? undefined : findSpot(person)
  return { person, spot, weekdays: new Set(weekdays) }
}

/**
 * Lists the people who could be on a trip with the first person. They are near each other, too. Online, they could not be
 * trained earlier than the first person, because no one waits for others there.
 */
function listCompanions(
  calendar: TripCalendar,
  first: Waiting,
  others: Set<Waiting>,
  isOnline: boolean,
): Waiting[] {
  if (isOnline) {
    const open = calendar.trainerIds.flatMap((id) =>
      [...calendar.months.keys()].flatMap((month) => calendar.listOpen(id, month, [])),
    )
    open.sort((one, other) => one - other)
    const firstDay = (one: Waiting) =>
      open.find((day) => suits(one, calendar, day) && suitsMonth(one, calendar.monthOf(day))) ?? -1
    const start = firstDay(first)
    return [...others].filter((one) => takesOnline(one.person) && firstDay(one) >= start)
  }
  const region = new Map(first.spot && [[first.spot.key, first.spot]])
  return [...others].filter(({ spot }) => {
    if (!spot || ![...region.values()].every((other) => isNear(spot, other))) return false
    region.set(spot.key, spot)
    return true
  })
}

/** People with the days for their offers, which are numbers of the calendar. The first is the one in the run. */
type Run = {
  trainerId: number
  /** None if it is online */
  spots: Spot[]
  members: { waiting: Waiting; days: number[] }[]
  heads: number
  /** Days in between without a person */
  idle: number
  start: number
}

export const countHeads = (people: AnsweredPerson[]) =>
  people.reduce((heads, { groupSize }) => heads + (groupSize ?? unknownGroupSize), 0)

/** The run with the first person that has the most people to train, then the fewest idle days, then the earliest */
function findRun(
  calendar: TripCalendar,
  first: Waiting,
  others: Set<Waiting>,
  isOnline: boolean,
): Run | undefined {
  if (isOnline ? !takesOnline(first.person) : !first.spot) return undefined
  const here = isOnline ? [] : listSpots([first])
  const months = [...calendar.months.keys()].filter(
    (month) =>
      suitsMonth(first, month) &&
      calendar.trainerIds.some((id) =>
        calendar.listOpen(id, month, here).some((day) => suits(first, calendar, day)),
      ),
  )
  const companions = months.length > 0 ? listCompanions(calendar, first, others, isOnline) : []
  let best: Run | undefined
  for (const month of months) {
    const people = [first, ...companions.filter((one) => suitsMonth(one, month))]
    const spots = isOnline ? [] : listSpots(people)
    for (const trainerId of calendar.trainerIds) {
      const open = new Set(calendar.listOpen(trainerId, month, spots))
      for (const start of open) {
        const members = fillRun(calendar, start, people, open)
        if (members[0]?.days[0] !== start || !members.some(({ waiting }) => waiting === first)) continue
        const heads = countHeads(members.map(({ waiting }) => waiting.person))
        const idle = (members.at(-1)?.days[0] ?? start) - start + 1 - members.length
        const run = { trainerId, spots, members, heads, idle, start }
        if (!best || isBetter(run, best)) best = run
        if (idle === 0 && members.length === people.length) break
      }
    }
  }
  return best
}

/** Online, waiting for more people saves no travel, so the earliest run is the best. */
const isBetter = (one: Run, other: Run) =>
  ((one.spots.length === 0 && other.start - one.start) ||
    one.heads - other.heads ||
    other.idle - one.idle ||
    other.start - one.start) > 0

const listSpots = (people: Waiting[]): Spot[] => [
  ...new Map(people.flatMap(({ spot }) => (spot ? [[spot.key, spot] as const] : []))).values(),
]

/** Gives each day from the first on to the person who has waited longest of those whom it suits. */
function fillRun(
  calendar: TripCalendar,
  start: number,
  people: Waiting[],
  open: Set<number>,
): Run['members'] {
  const rest = [...people]
  const members: Run['members'] = []
  for (let day = start, gaps = 0; gaps <= maxGaps && rest.length > 0 && calendar.days[day]; day++) {
    const index = open.has(day) ? rest.findIndex((one) => suits(one, calendar, day)) : -1
    const [waiting] = index < 0 ? [] : rest.splice(index, 1)
    if (waiting) members.push({ waiting, days: [day] })
    else if (calendar.isWorking[day]) gaps++
  }
  return members
}

const suitsMonth = ({ person: { months } }: Waiting, month: string) =>
  months.length === 0 || months.includes(Number(month.slice(5)))

const suits = ({ weekdays }: Waiting, calendar: TripCalendar, day: number) =>
  weekdays.has(calendar.weekdays[day] ?? 0)

/** The trips with the most people, with at most so many days of training. The days of the others are free again. */
function keepBest(runs: Run[], maxDays: number, calendar: TripCalendar): Run[] {
  let left = maxDays
  return runs
    .toSorted((one, other) => other.heads - one.heads)
    .map((run) => {
      const members = run.members.slice(0, left)
      for (const { days } of run.members.slice(left)) calendar.release(run.trainerId, days)
      left -= members.length
      return { ...run, members }
    })
    .filter(({ members }) => members.length > 0)
}

/** Gives the members more days for their offers, near their own and within the limit of the run, which someone alone does not have. */
function addChoices({ trainerId, spots, members }: Run, calendar: TripCalendar, daysPerOffer: number): void {
  const used = members.flatMap(({ days }) => days)
  const open = calendar.listOpen(trainerId, calendar.monthOf(used[0] ?? 0), spots)
  const isWithinRun = (day: number) =>
    members.length === 1 || calendar.countWorking([day, ...used]) <= members.length + maxGaps
  for (let round = 1; round < daysPerOffer; round++)
    for (const { waiting, days } of members) {
      const distance = (day: number) => Math.abs(day - (days[0] ?? 0))
      const [choice] = open
        .filter((day) => !used.includes(day) && suits(waiting, calendar, day) && isWithinRun(day))
        .toSorted((one, other) => distance(one) - distance(other))
      if (choice === undefined) continue
      days.push(choice)
      used.push(choice)
      calendar.take(trainerId, [choice], spots)
    }
}
