import { formatClock, formatDateTime, formatDay } from '../../../core/contract/format-date.ts'
import type { PersonalData, Trace } from '../../manifest/feature.ts'
import { nameOfPage } from '../../site/contract/page-name.ts'

/** Names of the fields that are times */
const times =
  'received,written,asked,subscribed,confirmed,ended,invited,answered,changed,joined,access ended,done,sent,booked,canceled,held'
/** Names of the fields that are calendar days */
const days = ['day', 'days', 'due', 'valid until']

/** Converts a record to labels and texts for the person it is about. Leaves out empty fields. */
export function describeTrace(
  { describe, labels, words }: PersonalData,
  kind: string,
  trace: Trace,
  timeZone: string,
): [label: string, text: string][] {
  const labelOf = (name: string) =>
    labels?.[`${kind} ${name}`] ?? labels?.[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const textOf = (name: string, value: unknown): string =>
    Array.isArray(value)
      ? value.map((one) => textOf(name, one)).join(', ')
      : (words?.[name]?.[String(value)] ?? show(name, String(value), timeZone))
  return Object.entries(describe?.[kind]?.(trace) ?? trace)
    .filter(([, value]) => String(value ?? '') !== '')
    .map(([name, value]) => [labelOf(name), textOf(name, value)])
}

/** "1 internal note" */
export const amount = ({ names }: PersonalData, kind: string, count: number) =>
  `${count} ${names[kind]?.[count === 1 ? 0 : 1]}`

function show(name: string, text: string, timeZone: string): string {
  if (times.split(',').includes(name)) return formatDateTime(text, { timeZone })
  if (days.includes(name)) return formatDay(text)
  if (name === 'starts' || name === 'ends') return formatClock(text)
  return name === 'page' ? nameOfPage(text) : text
}
