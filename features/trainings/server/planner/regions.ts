import { type Place, placeKey, placeLabel } from '../../../people/server/plan-place.ts'
import { findPlace } from '../places/find-place.ts'

/** A place as far as it matters for travel. Without a center, it is near no other place. */
export type Spot = { key: string; center: { lat: number; lon: number } | undefined }

const maxMiles = 60

/** Where someone is; undefined if their place is not clear enough */
export function findSpot(place: Place): Spot | undefined {
  const key = placeKey(place)
  return key === undefined
    ? undefined
    : spotOf(`${placeLabel({ ...place, zip: null })} ${place.zip ?? ''}`, key)
}

/** The spot of a place as typed. All places in a three-digit ZIP area are one. */
export function spotOf(text: string, key = text): Spot {
  const center = findPlace(text)?.center
  return { key: center ? `${center.lat},${center.lon}` : key, center }
}

/** True if people at these places can share a region */
export const isNear = (one: Spot, other: Spot) =>
  one.key === other.key || milesBetween(one, other) <= maxMiles

/** Great-circle distance (haversine formula) */
function milesBetween({ center: one }: Spot, { center: other }: Spot): number {
  if (!one || !other) return Number.POSITIVE_INFINITY
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const chord =
    half(one.lat, other.lat) +
    Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * half(one.lon, other.lon)
  return 2 * earthMiles * Math.asin(Math.sqrt(chord))
}

const earthMiles = 3959

/** "Austin, TX" for people, however they typed it, or "ZIP codes 787xx" */
export function namePlace(place: Place): string {
  const key = placeKey(place) ?? ''
  if (key.startsWith('zip:')) return `ZIP codes ${key.slice(4)}xx`
  return placeLabel(place).replaceAll(/(^|[\s-])\p{L}/gu, (start) => start.toUpperCase())
}

const maxNamed = 3
const list = new Intl.ListFormat('en-US')

/** "Minneapolis and Saint Paul, MN" or "Kansas City, KS; Kansas City, MO" */
export function nameRegion(places: Place[]): string {
  const all = [...new Map(places.map((place) => [placeKey(place), namePlace(place)])).values()].toSorted()
  const named = all.length > maxNamed ? all.slice(0, maxNamed - 1) : all
  const byState = Map.groupBy(named, (name) => name.split(', ')[1] ?? '')
  const more = all.length > named.length ? `, and ${all.length - named.length} more places` : ''
  const parts = [...byState].map(([state, names]) => {
    const cities = list.format(names.map((name) => name.split(', ')[0] ?? ''))
    return state ? `${cities}, ${state}` : cities
  })
  return parts.join('; ') + more
}
