import ICAL from 'ical.js'
import { calendarLimits } from '../../../../contracts/calendar.ts'
import { addDays } from '../../../../contracts/calendar-days.ts'
import { isoMinute } from '../../../../contracts/format-date.ts'
import type { FileDays, IcsTask } from './read-in-process.ts'

/** Max occurrences of one event and of a whole file that are looked at, those before the first day included */
const maxSteps = { event: 20_000, file: 60_000 }

/** Rules that began earlier are mistakes, and take seconds to follow. */
const firstStartYear = 1900

/** Frequencies that block every day, and take years of steps to come to an end */
const tooOften = ['SECONDLY', 'MINUTELY', 'HOURLY']

const yearSeconds = 365 * 86_400

/** Days that are blocked, with the titles of the events */
type Days = Map<string, Set<string>>

/** Reads which days the events of a calendar file touch. It runs in a separate process (read-in-process.ts). */
export function readDays(task: IcsTask): FileDays {
  if (!/^\s*BEGIN:VCALENDAR\b/i.test(task.text)) return { outcome: 'not-calendar' }
  // Many programs write files that are slightly wrong.
  ICAL.design.strict = false
  const calendars = parse(task.text)
  if (!calendars) return { outcome: 'damaged' }
  const days: Days = new Map()
  let leftOut = 0
  const steps = { left: maxSteps.file }
  for (const event of calendars.flatMap(listEvents))
    try {
      if (!addEvent(days, event, task, steps)) leftOut++
    } catch {
      // The event has no start, or one that no calendar has.
      leftOut++
    }
  return { outcome: 'read', ranges: toRanges(days), leftOut }
}

function parse(text: string): ICAL.Component[] | undefined {
  try {
    const parsed = ICAL.parse(text.trim())
    // A file may have several calendars, one after the other.
    const roots = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][]
    return roots.map((root) => new ICAL.Component(root))
  } catch {
    return undefined
  }
}

/**
 * The events of a calendar, and each changed occurrence once more on its own: the file may not have its event, or the
 * occurrence may have been moved from a day that is not read.
 */
function listEvents(calendar: ICAL.Component): ICAL.Event[] {
  const all = calendar.getAllSubcomponents('vevent')
  const uidOf = (event: ICAL.Component) => String(event.getFirstPropertyValue('uid') ?? '')
  const masters = all.filter((event) => !event.hasProperty('recurrence-id'))
  const changes = Map.groupBy(
    all.filter((event) => event.hasProperty('recurrence-id')),
    uidOf,
  )
  return [
    ...masters.map((event) => new ICAL.Event(event, { exceptions: changes.get(uidOf(event)) ?? [] })),
    ...[...changes.values()].flat().map((event) => new ICAL.Event(event, { exceptions: [] })),
  ]
}

/** Returns false if the event repeats too often or too long. */
function addEvent(days: Days, event: ICAL.Event, task: IcsTask, steps: { left: number }): boolean {
  if (!event.isRecurring() || event.isRecurrenceException()) {
    addOccurrence(days, event, event.startDate, event.endDate, task)
    return true
  }
  const rules = event.component.getAllProperties('rrule').map((rule) => rule.getFirstValue() as ICAL.Recur)
  if (rules.some(({ freq }) => tooOften.includes(freq)) || event.startDate.year < firstStartYear) return false
  const occurrences = event.iterator(skipPast(event, rules, task.from))
  const firstYear = Number(task.from.slice(0, 4)) - 1 - Math.ceil(event.duration.toSeconds() / yearSeconds)
  for (let step = 0; step < maxSteps.event && steps.left > 0; step++, steps.left--) {
    const next = occurrences.next()
    if (!next || next.year > Number(task.to.slice(0, 4)) + 1) return true
    if (next.year < firstYear) continue
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    addOccurrence(days, item, startDate, endDate, task)
  }
  return false
}

const dayMs = 86_400_000
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/**
 * A later occurrence from which a daily or weekly rule can be followed, because ten years of occurrences in the past take
 * most of the time. Undefined to follow it from its start.
 */
function skipPast(event: ICAL.Event, rules: ICAL.Recur[], from: string): ICAL.Time | undefined {
  const [rule] = rules
  const start = event.startDate
  if (!rule || rules.length > 1 || rule.count || event.component.hasProperty('rdate')) return undefined
  const parts: Record<string, unknown> = rule.parts
  const days = Array.isArray(parts.BYDAY) ? parts.BYDAY : []
  const isOnStart = days.length === 0 || days.includes(weekdays[start.dayOfWeek() - 1])
  const stepDays = { DAILY: 1, WEEKLY: 7 }[String(rule.freq)]
  const hasOtherParts = Object.keys(parts).some((part) => part !== 'BYDAY' || rule.freq === 'DAILY')
  if (stepDays === undefined || !isOnStart || hasOtherParts) return undefined
  const length = Math.ceil(event.duration.toSeconds() / 86_400)
  const past = (Date.parse(from) - Date.UTC(start.year, start.month - 1, start.day)) / dayMs - length - 2
  const step = stepDays * rule.interval
  const skipped = Math.floor(past / step) * step
  const later = start.clone()
  if (skipped > 0) later.adjust(skipped, 0, 0, 0)
  return skipped > 0 && !(rule.until && later.compare(rule.until) > 0) ? later : undefined
}

function addOccurrence(days: Days, event: ICAL.Event, start: ICAL.Time, end: ICAL.Time, task: IcsTask): void {
  if (!isBusy(event)) return
  const first = toLocal(start, event, task.timeZone)
  const until = end.compare(start) > 0 ? toLocal(end, event, task.timeZone) : first
  // The end of an event is the first moment, or the first whole day, that it no longer takes.
  const isEndExclusive = until.isMidnight && until.day > first.day
  const last = isEndExclusive ? addDays(until.day, -1) : until.day
  const title = task.keepTitles ? clean(event.summary) : ''
  const stop = last < task.to ? last : task.to
  for (let day = first.day > task.from ? first.day : task.from; day <= stop; day = addDays(day, 1)) {
    const titles = days.get(day) ?? new Set()
    days.set(day, titles)
    if (title !== '') titles.add(title)
  }
}

function isBusy({ component }: ICAL.Event): boolean {
  const has = (name: string, value: string) =>
    String(component.getFirstPropertyValue(name) ?? '').toUpperCase() === value
  return !has('transp', 'TRANSPARENT') && !has('status', 'CANCELLED')
}

type Local = { day: string; isMidnight: boolean }

/** The day and time in the site's zone. A day without a time, and a time without a zone, are the same everywhere. */
function toLocal(time: ICAL.Time, event: ICAL.Event, timeZone: string): Local {
  if (time.year > 9999) return { day: '9999-12-31', isMidnight: false }
  const zone = zoneOf(time, event)
  if (time.isDate || zone === undefined || zone === timeZone)
    return {
      day: `${pad(time.year, 4)}-${pad(time.month)}-${pad(time.day)}`,
      isMidnight: time.isDate || (time.hour === 0 && time.minute === 0),
    }
  const instant = typeof zone === 'string' ? instantOf(time, zone) : time.toUnixTime() * 1000
  const [day = '', minute] = isoMinute(new Date(instant), { timeZone }).split(' ')
  return { day, isMidnight: minute === '00:00' }
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** The name of a known zone, a zone that the file describes, or undefined for a time without a zone */
function zoneOf(time: ICAL.Time, event: ICAL.Event): string | ICAL.Timezone | undefined {
  if (time.zone === ICAL.Timezone.utcTimezone) return 'UTC'
  const tzid = String(event.component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? '')
  if (isKnownZone(tzid)) return tzid
  return time.zone && time.zone !== ICAL.Timezone.localTimezone ? time.zone : undefined
}

const knownZones = new Map<string, boolean>()

function isKnownZone(name: string): boolean {
  const known = knownZones.get(name) ?? hasZone(name)
  knownZones.set(name, known)
  return known
}

function hasZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/** The instant of a local time. Asked twice, because the first guess may be on the other side of a clock change. */
function instantOf({ year, month, day, hour, minute }: ICAL.Time, zone: string): number {
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  const guess = wall - offsetAt(wall, zone)
  return wall - offsetAt(guess, zone)
}

function offsetAt(instant: number, zone: string): number {
  const local = isoMinute(new Date(instant), { timeZone: zone }).replace(' ', 'T')
  return Date.parse(`${local}Z`) - instant
}

/** Titles on one line, without characters that turn the direction of what follows */
const clean = (title: unknown) =>
  String(title ?? '')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 80)
    .toWellFormed()

/** Joins days in a row that have the same reason. */
function toRanges(days: Days): { firstDay: string; lastDay: string; title: string }[] {
  const ranges: { firstDay: string; lastDay: string; title: string }[] = []
  for (const [day, titles] of [...days].sort(([a], [b]) => a.localeCompare(b))) {
    const title = [...titles].join(', ').slice(0, calendarLimits.reason).toWellFormed()
    const last = ranges.at(-1)
    if (last && last.title === title && addDays(last.lastDay, 1) === day) last.lastDay = day
    else ranges.push({ firstDay: day, lastDay: day, title })
  }
  return ranges
}
