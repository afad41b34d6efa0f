import type { PlanTopic } from '../../../people/contract/plan.ts'
import { placeKey } from '../../../people/server/plan-place.ts'
import type { DemandRow } from '../../contract/planner.ts'
import { countHeads } from './plan-trips.ts'
import { namePlace } from './regions.ts'
import type { AnsweredPerson } from './waiting-people.ts'

/** Places with a row of their own for each topic. The others share a row. */
const maxPlaces = 12
const otherPlaces = 'Other places'

const unknownPlace = 'Place unknown'
/** Twelve months, and people who can come in any month */
const monthColumns = 13

/**
 * Counts the people who wait by topic, place, and month. Someone who named several topics or months counts in each of
 * them, because any of them would do.
 */
export function countDemand(entries: AnsweredPerson[]): DemandRow[] {
  const places = nameBusiestPlaces(entries)
  const rows = new Map<string, DemandRow>()
  for (const entry of entries)
    for (const topic of entry.topics.length > 0 ? entry.topics : [null]) {
      const place = places.get(entry) ?? otherPlaces
      const key = `${topic} ${place}`
      const row = rows.get(key) ?? emptyRow(place, topic)
      rows.set(key, row)
      row.headCount += countHeads([entry])
      row.entries += 1
      for (const month of entry.months.length > 0 ? entry.months : [monthColumns])
        row.months[month - 1] = (row.months[month - 1] ?? 0) + countHeads([entry])
    }
  // Entries come by place, the busiest first.
  const order = [...new Set(places.values()), otherPlaces]
  return [...rows.values()].toSorted(
    (one, other) => order.indexOf(one.place) - order.indexOf(other.place) || other.headCount - one.headCount,
  )
}

const emptyRow = (place: string, topic: PlanTopic | null): DemandRow => ({
  place,
  topic,
  months: Array.from({ length: monthColumns }, () => 0),
  headCount: 0,
  entries: 0,
})

/** The place of each entry that is at one of the busiest places, those with most people first */
function nameBusiestPlaces(entries: AnsweredPerson[]): Map<AnsweredPerson, string> {
  const byPlace = [...Map.groupBy(entries, keyOf).values()].map((there) => ({
    name: nameOf(there),
    there,
    heads: countHeads(there),
  }))
  const busiest = byPlace
    .toSorted((one, other) => other.heads - one.heads || one.name.localeCompare(other.name, 'en-US'))
    .slice(0, byPlace.length > maxPlaces + 1 ? maxPlaces : undefined)
  return new Map(busiest.flatMap(({ name, there }) => there.map((entry) => [entry, name] as const)))
}

const online = 'Online'

/** Someone who takes either is counted where they are, if that is known. */
const keyOf = (entry: AnsweredPerson) =>
  (entry.format === 'online' ? undefined : placeKey(entry)) ??
  (entry.format === 'online' || entry.format === 'either' ? online : unknownPlace)

function nameOf(there: AnsweredPerson[]): string {
  const [first] = there
  const key = first ? keyOf(first) : unknownPlace
  return !first || key === online || key === unknownPlace ? key : namePlace(first)
}
