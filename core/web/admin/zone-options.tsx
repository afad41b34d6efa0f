import { formatTimeZone } from '../../contract/format-date.ts'
import { Options } from '../ui/field.tsx'

/** The zones in which most offices are, from east to west */
const zonesOfStates = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

/** Options for all time zones, first the browser's own and those of the United States, and for the chosen one, which may have a name that the browser does not list */
export function ZoneOptions({ chosen }: { chosen: string }) {
  const known = nameZones()
  const first = [Intl.DateTimeFormat().resolvedOptions().timeZone, ...zonesOfStates]
  const isListed = chosen === '' || known.some(([zone]) => zone === chosen)
  const zones = isListed ? known : [[chosen, nameZone(chosen)] as const, ...known]
  const isFirst = ([zone]: readonly [string, string]) => first.includes(zone)
  const order = ([zone]: readonly [string, string]) => first.indexOf(zone)
  const near = zones.filter(isFirst).sort((a, b) => order(a) - order(b))
  return <Options of={[...near, ...zones.filter((zone) => !isFirst(zone))]} />
}

let named: (readonly [zone: string, name: string])[] | undefined

/** Formatting the names of a few hundred zones is slow, so it is done once. */
function nameZones() {
  named ??= Intl.supportedValuesOf('timeZone').map((zone) => [zone, nameZone(zone)] as const)
  return named
}

/** "America/New York (Eastern Time)". The id comes first, because typing in a select finds options by their start. */
function nameZone(zone: string): string {
  const city = zone.replaceAll('_', ' ')
  const name = formatTimeZone(zone)
  return name === city ? city : `${city} (${name})`
}
