import { expect, test } from 'vitest'
import { timeOf } from './format-date.ts'

const minute = 60_000
const day = 24 * 60 * minute
const formats = new Map<string, Intl.DateTimeFormat>()

/** Zones whose clocks change by half an hour, at midnight, or by a whole day, and zones with unusual offsets */
const zones =
  `America/New_York America/Chicago America/Phoenix America/Denver America/St_Johns America/Santiago
  America/Adak Africa/Casablanca Asia/Beirut Asia/Kathmandu Australia/Lord_Howe Pacific/Apia Pacific/Kiritimati
  Europe/London UTC`.split(/\s+/)

test.each(zones)(
  '%s: every local time around a change of the clocks is the first instant that has it',
  (zone) => {
    // Apia skipped December 30, 2011.
    for (const change of [...findChanges(zone, 2011), ...findChanges(zone, 2027)]) {
      const before = change - day
      const firsts = new Map<string, number>()
      for (let at = before - day; at <= change + 2 * day; at += 15 * minute) {
        const local = localTime(at, zone)
        if (!firsts.has(local)) firsts.set(local, at)
      }
      const offset = Date.parse(`${localTime(before, zone)}Z`) - before
      for (let wall = before + offset; wall <= change + day + offset; wall += 15 * minute) {
        const local = new Date(wall).toISOString().slice(0, 16)
        // A time that the clocks skip has the offset before the change.
        const expected = firsts.get(local) ?? wall - offset
        expect(timeOf(local, { timeZone: zone }).toISOString(), local).toBe(new Date(expected).toISOString())
      }
    }
  },
)

test('the changes of these tests are real ones', () => {
  expect(findChanges('America/New_York', 2027)).toHaveLength(2)
  expect(findChanges('America/Phoenix', 2027)).toHaveLength(0)
  expect(findChanges('Pacific/Apia', 2011)).toContain(Date.parse('2011-12-30T10:00Z'))
})

/** The instants of a year at which the offset of a zone changes */
function findChanges(zone: string, year: number): number[] {
  const start = Date.UTC(year, 0, 1)
  const offsetAt = (at: number) => Date.parse(`${localTime(at, zone)}Z`) - at
  return Array.from({ length: 365 }, (_, index) => start + index * day)
    .filter((at) => offsetAt(at) !== offsetAt(at + day))
    .map((from) => {
      let at = from
      while (offsetAt(at + 30 * minute) === offsetAt(from)) at += 30 * minute
      return at + 30 * minute
    })
}

/** "2027-03-14T01:30", by another way than the product */
function localTime(at: number, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
  formats.set(zone, format)
  return format.format(at).replace(' ', 'T')
}
