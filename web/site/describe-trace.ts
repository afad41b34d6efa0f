import { newsletterPages } from '../../content/newsletter.ts'
import { mailStatusWords, newsletterStates, traceLabels, type traceNames } from '../../content/your-data.ts'
import { weekdayNames } from '../../contracts/calendar-days.ts'
import { formatClock, formatDateTime, formatDay } from '../../contracts/format-date.ts'
import { offerStatusLabels } from '../../contracts/offers.ts'
import { nameOfPage } from '../../contracts/page-name.ts'
import { statusLabels } from '../../contracts/people.ts'
import {
  monthNames,
  type PlanFormat,
  type PlanTopic,
  planFormatLabels,
  planTopicLabels,
} from '../../contracts/plan.ts'
import { inviteStatusLabels } from '../../contracts/post-guest.ts'
import { trainingFormatLabels } from '../../contracts/training-fields.ts'

export type TraceKind = keyof typeof traceNames
/** One record about a person, as in the data download. The features define the field names (`traces`). */
export type Trace = Record<string, unknown>

/** Names of the fields that are times */
const times = [
  'received',
  'written',
  'asked',
  'subscribed',
  'ended',
  'invited',
  'answered',
  'changed',
  'joined',
  'access ended',
  'done',
  'sent',
  'booked',
  'canceled',
  'held',
]
/** Names of the fields that are calendar days */
const days = ['day', 'days', 'due', 'valid until']
/** Names of the fields that are keys of our own lists */
const keyLabels: Record<string, string> = { ...planTopicLabels, ...trainingFormatLabels }

/** Converts a record to labels and texts for the person it is about. Leaves out empty fields. */
export function describeTrace(
  kind: TraceKind,
  trace: Trace,
  timeZone: string,
): [label: string, text: string][] {
  const row = kind === 'newsletter' ? describeSubscription(trace) : trace
  return Object.entries(row)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => [labelOf(kind, name), show(kind, name, value, timeZone)])
}

/** Replaces the subscription's `active` flag and `reason` by one readable status. */
function describeSubscription({ active, reason, subscribed, ...row }: Trace): Trace {
  const state = active ? 'active' : String(reason ?? 'removed')
  const words = newsletterStates[state as keyof typeof newsletterStates] ?? state
  // Subscribers who signed up here (`asked`) confirmed their address. Imported subscribers did not.
  const joined = row.asked ? { confirmed: subscribed } : { subscribed }
  return { email: row.email, status: words, ...row, ...joined }
}

const labelOf = (kind: TraceKind, name: string) =>
  traceLabels[`${kind} ${name}`] ?? traceLabels[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`

function show(kind: TraceKind, name: string, value: unknown, timeZone: string): string {
  const names = planNames[`${kind} ${name}`]
  if (names) return [value].flat().map(names).join(', ')
  if (Array.isArray(value)) return value.map((one) => show(kind, name, one, timeZone)).join(', ')
  const text = String(value)
  if (times.includes(name) || name === 'confirmed') return formatDateTime(text, { timeZone })
  if (days.includes(name)) return formatDay(text)
  if (name === 'starts' || name === 'ends') return formatClock(text)
  if (name === 'topics' || name === 'format') return keyLabels[text] ?? text
  if (name === 'page') return nameOfPage(text)
  if (name === 'frequency') return text === 'monthly' ? newsletterPages.monthly : newsletterPages.all
  if (name === 'status') return statusWords[kind]?.[text] ?? text
  return text
}

/** Names of the answers to "Help us plan" */
const planNames: Record<string, (value: unknown) => string> = {
  'plans topics': (topic) => planTopicLabels[topic as PlanTopic],
  'plans months': (month) => monthNames[Number(month) - 1] ?? '',
  'plans weekdays': (day) => weekdayNames[Number(day)] ?? '',
  'plans format': (format) => planFormatLabels[format as PlanFormat],
}

const statusWords: Partial<Record<TraceKind, Record<string, string>>> = {
  waitlist: statusLabels,
  contact: statusLabels,
  invites: inviteStatusLabels,
  offers: offerStatusLabels,
  mails: mailStatusWords,
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
