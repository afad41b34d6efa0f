import { readFileSync } from 'node:fs'
import { cityKey, normalizeState, tidy } from '../../../people/server/plan-place.ts'

/** A place in the United States as far as a text names it */
export type Place = {
  /** Two letters */
  state: string
  /** The first three digits of the ZIP code, which stand for an area */
  zip3?: string
  /** The center of that area, in degrees */
  center?: { lat: number; lon: number }
  /** IANA names, that of most people first. Several if the text does not decide. */
  zones: readonly string[]
}

/**
 * Finds the place that a text names by its ZIP code, or else by its city and state: "12 Main Street, Chicago, IL 60614",
 * "Austin, TX", "78701", "Texas". Undefined if it names none that is known.
 */
export function findPlace(text: string): Place | undefined {
  const { zip, state, city } = readAddress(text)
  const area = findArea(zip, state, city)
  const known = state ?? area?.state
  if (known === undefined) return undefined
  return {
    state: known,
    ...(area && { zip3: area.zip3, center: area.center }),
    zones: findZones({ zip, state: known, city, area }),
  }
}

type Address = { zip?: string | undefined; state?: string | undefined; city: string }

/** If the ZIP code is not one of the state, one of the two is a mistake, so the zones of both are possible. */
function findZones({ zip, state, city, area }: Address & { state: string; area: Area | undefined }) {
  const { zones: known } = readTables()
  const ofState = known.state.get(state) ?? []
  const [own] = known.city.get(cityKey(`${city} ${state}`)) ?? []
  const ofZip = known.zip.get(zip ?? '')
  const ofArea = area && (ofZip ?? known.area.get(area.zip3) ?? known.state.get(area.state)?.slice(0, 1))
  if (area && area.state !== state) return [...new Set([...(ofArea ?? []), ...ofState])]
  const zones = ofArea ?? ofState
  return own !== undefined && zones.includes(own) ? [own] : zones
}

function findArea(zip: string | undefined, state: string | undefined, city: string): Area | undefined {
  const { byZip, byCity } = readTables()
  const byCode = zip && byZip.get(zip.slice(0, 3))
  if (byCode) return byCode
  const found = (byCity.get(cityKey(city)) ?? []).filter((area) => !state || area.state === state)
  // Without a state, a name that several cities have says nothing.
  return found.length === 1 ? found[0] : undefined
}

const country = /[\s,]*\b(usa|u\.s\.a?\.?|united states( of america)?)$/i
const zipAtEnd = /(?:^|[\s,])(\d{5})(?:-\d{4})?$/
const stateAndZip = /^(.*\b[A-Z]{2})\.?,?\s+(\d{5})(?:-\d{4})?\b/

function readAddress(text: string): Address {
  const typed = tidy(text).replace(country, '')
  const zip = (zipAtEnd.exec(typed) ?? [])[1] ?? stateAndZip.exec(typed)?.[2]
  const before = zip ? typed.slice(0, typed.lastIndexOf(zip)) : typed
  const { state, rest } = cutState(before.replace(/[\s,]+$/, ''), zip !== undefined)
  if (state === undefined && zip === undefined) return findCityAlone(rest)
  return { zip, state, city: findCityAtEnd(rest, state) }
}

/** Cuts the state from the end of a text. Its two letters in lower case can be a word, except next to a comma or ZIP. */
function cutState(text: string, isBeforeZip: boolean): { state?: string; rest: string } {
  const words = text.split(' ')
  for (const count of [4, 3, 2, 1]) {
    const name = words.slice(-count).join(' ')
    const state = normalizeState(name)
    const rest = words.slice(0, -count).join(' ')
    const isCode = name.replaceAll('.', '').length === 2
    const isClear = !isCode || name === name.toUpperCase() || isBeforeZip || rest.endsWith(',') || rest === ''
    if (words.length >= count && readTables().zones.state.has(state) && isClear)
      return { state, rest: rest.replace(/[\s,]+$/, '') }
  }
  return { rest: text }
}

/** The longest known name of a city with which the last part of an address ends, or all of that part */
function findCityAtEnd(rest: string, state: string | undefined): string {
  const part = lastPart(rest)
  const words = part.split(' ')
  const isCity = (name: string) =>
    readTables().zones.city.has(cityKey(`${name} ${state}`)) ||
    (readTables().byCity.get(cityKey(name)) ?? []).some((area) => !state || area.state === state)
  return words.map((_, index) => words.slice(index).join(' ')).find(isCity) ?? part
}

/** A city without its state counts only if it is the whole last part, because many names are common words. */
function findCityAlone(text: string): Address {
  const part = lastPart(text)
  return { city: readTables().byCity.get(cityKey(part))?.length === 1 ? part : '' }
}

const lastPart = (text: string) => tidy(text.slice(text.lastIndexOf(',') + 1))

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
