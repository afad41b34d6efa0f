import ICAL from 'ical.js'
import windowsZones from 'windows-iana'
import { timeOf } from '../../../../core/contract/format-date.ts'

const times = ['dtstart', 'dtend', 'rdate', 'exdate', 'recurrence-id']

/**
 * Gives each time of a calendar a zone that ical.js knows, so that it compares instants when it expands rules, and not
 * what clocks show. Zones of the IANA database come from Node, also where the file describes them, because many files
 * describe only a year or two. Windows zones that the file doesn't describe are mapped. Times without a zone, or with an
 * unknown one, have the zone of the site.
 */
export function nameZones(calendar: ICAL.Component, siteZone: string): void {
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    if (findKnownZone(nameOf(zone))) calendar.removeSubcomponent(zone)
  const described = new Set(calendar.getAllSubcomponents('vtimezone').map(nameOf))
  const properties = calendar
    .getAllSubcomponents('vevent')
    .flatMap((event) => times.flatMap((name) => event.getAllProperties(name)))
  for (const property of properties) {
    const given = String(property.getFirstParameter('tzid') ?? '')
    if (described.has(given)) continue
    const name = findKnownZone(given) ?? windowsZones.findIana(given)[0] ?? siteZone
    if (!ICAL.TimezoneService.has(name)) ICAL.TimezoneService.register(new KnownZone({ tzid: name }), name)
    property.setParameter('tzid', name)
  }
}

const nameOf = (zone: ICAL.Component) => String(zone.getFirstPropertyValue('tzid') ?? '')

/** A zone of the IANA database. The class of ical.js knows only zones that a file describes. */
class KnownZone extends ICAL.Timezone {
  /** Offsets in seconds, by half hours: clocks change only on a half or full hour. */
  readonly #offsets = new Map<number, number>()

  override utcOffset({ year, month, day, hour, minute }: ICAL.Time): number {
    const wallClock = Date.UTC(year, month - 1, day, hour, minute < 30 ? 0 : 30)
    const known = this.#offsets.get(wallClock)
    if (known !== undefined) return known
    // Dates that no calendar has are compared as UTC.
    if (year < 1 || year > 9999) return 0
    const local = new Date(wallClock).toISOString().slice(0, 16)
    const offset = (wallClock - timeOf(local, { timeZone: this.tzid }).getTime()) / 1000
    this.#offsets.set(wallClock, offset)
    return offset
  }
}

/** Some programs put the name of a zone behind one of their own, as in /freeassociation.sourceforge.net/America/Chicago. */
function findKnownZone(name: string): string | undefined {
  return [name, name.match(/^\/.*?\/([A-Z][a-z]+\/.+)$/)?.[1] ?? ''].find(isKnownZone)
}

const knownNames = new Map<string, boolean>()

function isKnownZone(name: string): boolean {
  const known = knownNames.get(name) ?? hasZone(name)
  knownNames.set(name, known)
  return known
}

function hasZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}
