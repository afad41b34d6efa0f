import type { PlanTopic } from '../../../contracts/plan.ts'
import type { DemandRow } from '../../../contracts/planner.ts'
import { areaLabel } from '../../entries/plan-place.ts'
import { headsOf, keysOf, online, type PlanEntry } from './plan-entry.ts'

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
export function countDemand(entries: PlanEntry[]): DemandRow[] {
  const places = nameBusiestPlaces(entries)
  const rows = new Map<string, DemandRow>()
  for (const entry of entries)
    for (const topic of entry.topics.length > 0 ? entry.topics : [null]) {
      const place = places.get(entry) ?? otherPlaces
      const key = `${topic} ${place}`
      const row = rows.get(key) ?? emptyRow(place, topic)
      rows.set(key, row)
      row.headCount += headsOf(entry)
      row.entries += 1
      for (const month of entry.months.length > 0 ? entry.months : [monthColumns])
        row.months[month - 1] = (row.months[month - 1] ?? 0) + headsOf(entry)
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
function nameBusiestPlaces(entries: PlanEntry[]): Map<PlanEntry, string> {
  const byPlace = [...Map.groupBy(entries, nameOfPlace)].map(([name, there]) => ({
    name,
    there,
    heads: there.reduce((sum, entry) => sum + headsOf(entry), 0),
  }))
  const busiest = byPlace
    .toSorted((one, other) => other.heads - one.heads || one.name.localeCompare(other.name, 'en-US'))
    .slice(0, byPlace.length > maxPlaces + 1 ? maxPlaces : undefined)
  return new Map(busiest.flatMap(({ name, there }) => there.map((entry) => [entry, name] as const)))
}

function nameOfPlace(entry: PlanEntry): string {
  const [key] = keysOf(entry)
  return key === undefined ? unknownPlace : nameOfKey(key)
}

/** The name of a place or of online trainings for people */
export const nameOfKey = (key: string) => (key === online ? 'Online' : areaLabel(key))
