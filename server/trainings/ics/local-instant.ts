import { isoMinute } from '../../../contracts/format-date.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * The moment at which a day such as 2027-03-14 has a local time such as 09:00. A time that a change of the clocks skips
 * is read with the offset before the change, and of a time that exists twice it is the first one (RFC 5545, 3.3.5).
 */
export function localInstant(day: string, time: string, timeZone: string): Date {
  const wallClock = Date.parse(`${day}T${time}:00Z`)
  const before = wallClock - offsetAt(wallClock - dayMs, timeZone)
  const after = wallClock - offsetAt(wallClock + dayMs, timeZone)
  const isAfterChange =
    wallClockAt(before, timeZone) !== wallClock && wallClockAt(after, timeZone) === wallClock
  return new Date(isAfterChange ? after : before)
}

const offsetAt = (ms: number, timeZone: string) => wallClockAt(ms, timeZone) - ms

/** The local time in the zone, in milliseconds as if it were UTC */
const wallClockAt = (ms: number, timeZone: string) =>
  Date.parse(`${isoMinute(new Date(ms), { timeZone }).replace(' ', 'T')}:00Z`)
