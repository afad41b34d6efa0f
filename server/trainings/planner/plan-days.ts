import { type PlanTopic, suitsPerson } from '../../../contracts/plan.ts'
import { type LeftOutReason, maxPlanned } from '../../../contracts/planner.ts'
import { chooseVisits, type Visit } from './choose-visits.ts'
import { fixDays, type Group } from './fix-days.ts'
import { headsOf, keysOf, monthOf, online, type PlanEntry, weekdayOf } from './plan-entry.ts'

/** A day, such as 2026-11-22, on which a trainer has nothing else */
export type FreeDay = { trainerId: number; day: string }

type PlanOptions = {
  /** Max days to plan with. Without it, as many as place everyone who can be placed. */
  maxDays?: number | undefined
  /** Max days in each member's own offer */
  daysPerOffer?: number | undefined
  /** Days from this one on are preferred, because people need time to answer and to prepare */
  preferFrom?: string | undefined
}

/** `days` are for the member's own offer; empty if the trainer has no day left for it in that month. */
type PlanMember = { entry: PlanEntry; days: string[] }

/** Entries that share a place, or want to be trained online, and a free day of a trainer */
export type PlanGroup = {
  /** Key of the place (`placeKeys`), or `online` */
  place: string
  trainerId: number
  /** One to three days that suit every member. The plan counts on the first. */
  days: string[]
  /** Largest first */
  members: PlanMember[]
  headCount: number
  /** Topics that suit every member. Someone who named no topic takes any. */
  topics: PlanTopic[]
  longestWaitDays: number
  averageWaitDays: number
}

type LeftOut = { entry: PlanEntry; reason: LeftOutReason }

type Plan = {
  /** The most people first, then those who have waited longest together */
  groups: PlanGroup[]
  leftOut: LeftOut[]
}

/**
 * Groups entries by days that could work (docs/decisions/026-planner.md): chooses free days, each with one place, so that
 * the entries which can come have the most people. Between equal choices, the longer wait decides, then earlier days.
 * The function is pure, and the same input gives the same plan.
 */
export function planDays(entries: PlanEntry[], freeDays: FreeDay[], options: PlanOptions = {}): Plan {
  const { maxDays = Number.POSITIVE_INFINITY, daysPerOffer = 2, preferFrom = '' } = options
  const planned = entries.slice(0, maxPlanned)
  const slots = groupBySlot(sortDays(freeDays, preferFrom))
  const visits = listVisits(planned, slots)
  const chosen = chooseVisits({
    visits,
    worth: planned.map(worthOf),
    supply: slots.map(({ length }) => length),
    maxDays,
  }).flatMap((index) => visits[index] ?? [])
  const groups = fixDays(splitEntries(chosen, planned, slots), freeDays, { daysPerOffer, preferFrom })
  const placed = new Set(groups.flatMap(({ members }) => members.map(({ entry }) => entry)))
  const possible = new Set(visits.flatMap((visit) => visit.entries.map((index) => planned[index])))
  return {
    groups,
    leftOut: planned
      .filter((entry) => !placed.has(entry))
      .map((entry) => ({
        entry,
        reason: keysOf(entry).length === 0 ? 'no-place' : possible.has(entry) ? 'no-day-left' : 'no-free-day',
      })),
  }
}

/** Ten years. A longer wait counts as much. */
const maxWaitDays = 3650

/** People count first: the waiting days of 2,000 entries together (`maxPlanned` × `maxWaitDays`) weigh less than one person. */
const worthOf = (entry: PlanEntry) => headsOf(entry) * 10_000_000 + Math.min(entry.waitingDays, maxWaitDays)

/** Preferred days first, then by day and trainer */
function sortDays(days: FreeDay[], preferFrom: string): FreeDay[] {
  const rank = ({ day, trainerId }: FreeDay) =>
    `${day < preferFrom ? 1 : 0} ${day} ${String(trainerId).padStart(10, '0')}`
  return days.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
}

/** Splits free days by month and weekday, because entries cannot tell the days of one such slot apart. */
function groupBySlot(days: FreeDay[]): FreeDay[][] {
  return [...Map.groupBy(days, ({ day }) => `${monthOf(day)} ${weekdayOf(day)}`).values()]
}

type PlacedVisit = Visit & { place: string }

/** Every visit that would place someone: in a city first, then in a wider area, then online */
function listVisits(entries: PlanEntry[], slots: FreeDay[][]): PlacedVisit[] {
  const places = Map.groupBy(
    entries.flatMap((entry, index) => keysOf(entry).map((place) => ({ place, entry, index }))),
    ({ place }) => place,
  )
  const order = (place: string) => `${place === online ? 1 : 0} ${place}`
  return [...places]
    .toSorted(([one], [other]) => (order(one) < order(other) ? -1 : 1))
    .flatMap(([place, there]) =>
      slots.map((days, slot) => ({
        place,
        slot,
        entries: there
          .filter(({ entry }) => suitsPerson(entry, days[0]?.day ?? ''))
          .map(({ index }) => index),
      })),
    )
    .filter(({ entries }) => entries.length > 0)
}

/** Puts each entry into one of the visits that could place it. The largest visit gets its entries first. */
function splitEntries(visits: PlacedVisit[], entries: PlanEntry[], slots: FreeDay[][]): Group[] {
  const rest = new Set(visits)
  const placed = new Set<PlanEntry>()
  const listMembers = (visit: PlacedVisit) =>
    visit.entries.flatMap((index) => entries[index] ?? []).filter((entry) => !placed.has(entry))
  const groups: Group[] = []
  while (rest.size > 0) {
    const best = [...rest]
      .map((visit) => ({ visit, members: listMembers(visit) }))
      .reduce((one, other) => (sumWorth(other.members) > sumWorth(one.members) ? other : one))
    rest.delete(best.visit)
    for (const entry of best.members) placed.add(entry)
    const members = best.members.toSorted((one, other) => worthOf(other) - worthOf(one) || one.id - other.id)
    if (members.length > 0)
      groups.push({ place: best.visit.place, members, possible: slots[best.visit.slot] ?? [] })
  }
  return groups
}

const sumWorth = (entries: PlanEntry[]) => entries.reduce((sum, entry) => sum + worthOf(entry), 0)
