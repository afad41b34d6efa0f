import ICAL from 'ical.js'
import { addDays } from '../../../../core/contract/calendar-days.ts'
import { isoMinute } from '../../../../core/contract/format-date.ts'
import { calendarLimits } from '../../contract/calendar.ts'
import type { FileDays, IcsTask } from './read-in-process.ts'
import { nameZones } from './zones.ts'

/** Max occurrences of one event and of a whole file that are looked at, those before the first day included */
const maxSteps = { event: 20_000, file: 60_000 }

/** Rules that began earlier are mistakes, and take seconds to follow. */
const firstStartYear = 1900

/** Frequencies that block every day, and take years of steps to come to an end */
const tooOften = ['SECONDLY', 'MINUTELY', 'HOURLY']

const yearSeconds = 365 * 86_400

/** Events that are left out and named */
const maxNamed = 10

/** Days that are blocked, with the titles of the events */
type Days = Map<string, Set<string>>

/** Reads which days the events of a calendar file touch. It runs in a separate process (read-in-process.ts). */
export function readDays(task: IcsTask): FileDays {
  if (!/^\s*BEGIN:VCALENDAR\b/i.test(task.text)) return { outcome: 'not-calendar' }
  const parts = splitFile(task.text)
  if (!parts) return { outcome: 'damaged' }
  // Many programs write files that are slightly wrong.
  ICAL.design.strict = false
  const read = parts.map((part) => ({ part, component: parse(part) }))
  const calendar = new ICAL.Component('vcalendar')
  for (const { component } of read) if (component) calendar.addSubcomponent(component)
  nameZones(calendar, task.timeZone)
  const days: Days = new Map()
  const leftOut: Part[] = []
  const steps = { left: maxSteps.file }
  const changesOf = groupChanges(calendar)
  for (const { part, component } of read)
    if (
      part.name === 'VEVENT' &&
      !(component && tryToAdd(days, component, changesOf(component), task, steps))
    )
      leftOut.push(part)
  return {
    outcome: 'read',
    ranges: toRanges(days),
    leftOut: leftOut.length,
    leftOutFirst: leftOut.slice(0, maxNamed).map(({ line, text }) => ({ line, title: findTitle(text) })),
  }
}

function parse({ text, isWhole }: Part): ICAL.Component | undefined {
  try {
    return isWhole ? new ICAL.Component(ICAL.parse(text) as unknown[]) : undefined
  } catch {
    return undefined
  }
}

/** The title in the lines of an event, which may be broken */
function findTitle(lines: string): string {
  const [, title] = lines.replace(/\r\n[ \t]/g, '').match(/^SUMMARY(?:;[^:\r\n]*)?:(.*)/im) ?? []
  return clean(title?.replace(/\\n/gi, ' ').replace(/\\(.)/g, '$1'))
}

/** Finds the changed occurrences of a repeated event. */
function groupChanges(calendar: ICAL.Component): (event: ICAL.Component) => ICAL.Component[] {
  const uidOf = (event: ICAL.Component) => String(event.getFirstPropertyValue('uid') ?? '')
  const changes = calendar.getAllSubcomponents('vevent').filter((event) => event.hasProperty('recurrence-id'))
  const byUid = Map.groupBy(changes, uidOf)
  return (event) => byUid.get(uidOf(event)) ?? []
}

/**
 * Adds the days of an event. Returns false if it repeats too often or too long, or has no start or a time that no calendar
 * has.
 */
function tryToAdd(...args: Parameters<typeof addEvent>): boolean {
  try {
    return addEvent(...args)
  } catch {
    return false
  }
}

/**
 * Adds the days of an event. A changed occurrence is an event of its own: the file may not have the event that it belongs
 * to, or it may have been moved from a day that is not read.
 */
function addEvent(
  days: Days,
  component: ICAL.Component,
  changes: ICAL.Component[],
  task: IcsTask,
  steps: { left: number },
): boolean {
  const isChange = component.hasProperty('recurrence-id')
  // A change of all later occurrences is the only kind that ical.js follows here.
  const exceptions = changes.filter((change) =>
    change.getFirstProperty('recurrence-id')?.getParameter('range'),
  )
  const event = new ICAL.Event(component, { exceptions: isChange ? [] : exceptions })
  const start = event.startDate
  const rules = isChange
    ? []
    : component.getAllProperties('rrule').map((rule) => rule.getFirstValue() as ICAL.Recur)
  const isTooLong = rules.length > 0 && start.year < firstStartYear
  if (isTooLong || rules.some(({ freq }) => tooOften.includes(freq))) return false
  const isReplaced = isChange ? () => false : findReplaced(component, changes, start)
  const add: Add = (original, from, to, item) => {
    if (!isReplaced(original)) addOccurrence(days, item, from, to, task)
  }
  add(start, start, event.endDate, event)
  const dates = isChange ? [] : valuesOf(component, 'rdate')
  for (const date of dates) {
    if (steps.left-- <= 0) return false
    const [from, to] = date instanceof ICAL.Period ? [date.start, date.getEnd()] : [date, endOf(date, event)]
    add(from, from, to, event)
  }
  return rules.every((rule) => followRule(event, rule, task, steps, add))
}

/** Adds an occurrence that by the rules was to start at `original`. */
type Add = (original: ICAL.Time, from: ICAL.Time, to: ICAL.Time, item: ICAL.Event) => void

/** Returns false if the rule takes too many steps. */
function followRule(
  event: ICAL.Event,
  rule: ICAL.Recur,
  task: IcsTask,
  steps: { left: number },
  add: Add,
): boolean {
  setEnd(rule, event.startDate)
  const occurrences = rule.iterator(skipPast(event, rule, task.from) ?? event.startDate)
  const firstYear = Number(task.from.slice(0, 4)) - 1 - Math.ceil(event.duration.toSeconds() / yearSeconds)
  for (let step = 0; step < maxSteps.event && steps.left > 0; step++, steps.left--) {
    const next = occurrences.next()?.clone()
    if (!next || next.year > Number(task.to.slice(0, 4)) + 1) return true
    if (next.year < firstYear) continue
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    add(next, startDate, endDate, item)
  }
  return false
}

/** An end that is only a day includes that day, and an end without a zone has the zone of the event. */
function setEnd(rule: ICAL.Recur, { isDate, zone }: ICAL.Time): void {
  const { until } = rule
  if (!until || isDate) return
  const { year, month, day } = until
  if (until.isDate) rule.until = new ICAL.Time({ year, month, day, hour: 23, minute: 59, second: 59 }, zone)
  else if (until.zone === ICAL.Timezone.localTimezone) until.zone = zone
}

function endOf(start: ICAL.Time, event: ICAL.Event): ICAL.Time {
  const end = start.clone()
  end.addDuration(event.duration)
  return end
}

const valuesOf = (component: ICAL.Component, name: string) =>
  component.getAllProperties(name).flatMap((property) => property.getValues() as (ICAL.Time | ICAL.Period)[])

/**
 * Returns a function that tells if an occurrence is canceled or changed. Both are named by their original start, as an
 * instant in any zone, or as a day. ical.js compares only what is written in the same zone.
 */
function findReplaced(
  component: ICAL.Component,
  changes: ICAL.Component[],
  start: ICAL.Time,
): (occurrence: ICAL.Time) => boolean {
  const instants = new Set<number>()
  const days = new Set<string>()
  const originals = changes.flatMap((change) => valuesOf(change, 'recurrence-id'))
  for (const time of [...valuesOf(component, 'exdate'), ...originals])
    if (!(time instanceof ICAL.Time)) continue
    else if (time.isDate || start.isDate) days.add(dayOf(time))
    else instants.add(time.toUnixTime())
  return (occurrence) => instants.has(occurrence.toUnixTime()) || days.has(dayOf(occurrence))
}

const dayMs = 86_400_000
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/**
 * A later occurrence from which a daily or weekly rule can be followed, because ten years of occurrences in the past take
 * most of the time. Undefined to follow it from its start.
 */
function skipPast(event: ICAL.Event, rule: ICAL.Recur, from: string): ICAL.Time | undefined {
  const start = event.startDate
  if (rule.count) return undefined
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
  const first = toLocal(start, task.timeZone)
  const until = end.compare(start) > 0 ? toLocal(end, task.timeZone) : first
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
  const read = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  const isFree = read('transp')
    ? read('transp') === 'TRANSPARENT'
    : read('x-microsoft-cdo-busystatus') === 'FREE'
  return !isFree && read('status') !== 'CANCELLED'
}

type Local = { day: string; isMidnight: boolean }

/** The day and time in the site's zone. A day without a time is the same everywhere. */
function toLocal(time: ICAL.Time, timeZone: string): Local {
  if (time.year > 9999) return { day: '9999-12-31', isMidnight: false }
  if (time.isDate || time.zone?.tzid === timeZone)
    return { day: dayOf(time), isMidnight: time.isDate || (time.hour === 0 && time.minute === 0) }
  const [day = '', minute] = isoMinute(new Date(time.toUnixTime() * 1000), { timeZone }).split(' ')
  return { day, isMidnight: minute === '00:00' }
}

const dayOf = ({ year, month, day }: ICAL.Time) => `${pad(year, 4)}-${pad(month)}-${pad(day)}`

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

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

/** A component of a calendar file, such as an event, with everything between its BEGIN and its END */
type Part = { name: string; text: string; line: number; isWhole: boolean }

/**
 * Splits a file into the components of its calendars, so that a broken one doesn't spoil the others. Returns undefined if
 * the file doesn't end where its calendars do. Lines are counted from 1.
 */
function splitFile(text: string): Part[] | undefined {
  const parts: Part[] = []
  let open: { name: string; lines: string[]; line: number; depth: number } | undefined
  let isInCalendar = false
  const close = (isWhole: boolean) => {
    if (open) parts.push({ name: open.name, text: open.lines.join('\r\n'), line: open.line, isWhole })
    open = undefined
  }
  for (const [index, content] of text.split(/\r\n|\n|\r/).entries()) {
    const [, keyword = '', name = ''] = content.match(/^(BEGIN|END):\s*([\w-]+)\s*$/i) ?? []
    const begins = keyword.toUpperCase() === 'BEGIN'
    const isEvent = name.toUpperCase() === 'VEVENT'
    // An event never contains another one, so the earlier one has lost its end.
    if (begins && isEvent) close(false)
    if (begins && name.toUpperCase() === 'VCALENDAR' && !open) isInCalendar = true
    else if (begins && open) open.depth++
    else if (begins) open = { name: name.toUpperCase(), lines: [], line: index + 1, depth: 1 }
    open?.lines.push(content)
    if (keyword === '' || begins) continue
    if (open && --open.depth === 0) close(true)
    else if (!open && name.toUpperCase() === 'VCALENDAR') isInCalendar = false
  }
  return open || isInCalendar ? undefined : parts
}
