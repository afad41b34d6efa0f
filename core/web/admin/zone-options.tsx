import { formatTimeZone } from '../../contract/format-date.ts'
import { Options } from '../ui/field.tsx'

/** Options for all time zones, and for the chosen one, which may have a name that the browser does not list */
export function ZoneOptions({ chosen }: { chosen: string }) {
  const known = nameZones()
  const isListed = chosen === '' || known.some(([zone]) => zone === chosen)
  const zones = isListed ? known : [[chosen, nameZone(chosen)] as const, ...known]
  return <Options of={zones} />
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
