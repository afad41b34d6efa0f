import { readFileSync } from 'node:fs'
import { cityKey } from '../../entries/plan-place.ts'

/** A three-digit ZIP area, with the center of its places in degrees, and its larger cities */
export type Area = { zip3: string; state: string; center: { lat: number; lon: number }; cities: string[] }

/** Zones by place, that of most people first. The key of a city is its `cityKey` and its state. */
type Zones = Record<'state' | 'area' | 'zip' | 'city', Map<string, readonly string[]>>

type Tables = { byZip: Map<string, Area>; byCity: Map<string, Area[]>; zones: Zones }
let tables: Tables | undefined

/** Reads the tables once, when the first place is looked up. */
export function readTables(): Tables {
  if (tables) return tables
  const all = readLines('areas.txt').map(readArea)
  const named = all.flatMap((area) => area.cities.map((city) => [cityKey(city), area] as const))
  const byName = Map.groupBy(named, ([name]) => name)
  tables = {
    byZip: new Map(all.map((area) => [area.zip3, area])),
    byCity: new Map([...byName].map(([name, found]) => [name, found.map(([, area]) => area)])),
    zones: readZones(),
  }
  return tables
}

/** Lines such as "606IL41.9,-87.7 Chicago" */
function readArea(line: string): Area {
  const [, zip3 = '', state = '', lat, lon, cities] = /^(\d{3})(..)([^,]+),(\S+)(?: (.+))?$/.exec(line) ?? []
  return { zip3, state, center: { lat: Number(lat), lon: Number(lon) }, cities: cities?.split(',') ?? [] }
}

/** Lines such as "city America/Chicago: Auburn AL, Opelika AL" */
function readZones(): Zones {
  const zones: Zones = { state: new Map(), area: new Map(), zip: new Map(), city: new Map() }
  for (const line of readLines('zones.txt')) {
    const [head = '', places = ''] = line.split(': ')
    const [kind, ...names] = head.split(' ') as [keyof Zones, ...string[]]
    for (const place of places.split(', ')) zones[kind].set(kind === 'city' ? cityKey(place) : place, names)
  }
  return zones
}

const readLines = (name: 'areas.txt' | 'zones.txt') =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
