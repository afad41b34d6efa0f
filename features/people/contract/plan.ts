import * as z from 'zod/mini'
import { isoWeekday, monthOf } from '../../../core/contract/calendar-days.ts'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { shortText } from '../../../core/contract/form-fields.ts'
import { rowId } from '../../../core/contract/paging.ts'
import { settingsForm, withVersion } from '../../../core/contract/settings-version.ts'

/** Topics of on-site training */
export const planTopics = ['leadership', 'strategic-planning', 'fundraising', 'ai-implementation'] as const
export type PlanTopic = (typeof planTopics)[number]

export const planTopicLabels: Record<PlanTopic, string> = {
  leadership: 'Leadership',
  'strategic-planning': 'Strategic planning',
  fundraising: 'Fundraising strategies',
  'ai-implementation': 'AI implementation',
}

/** Preferences of a person on the waitlist */
export const planFormats = ['in-person', 'online', 'either'] as const
export type PlanFormat = (typeof planFormats)[number]

export const planFormatLabels: Record<PlanFormat, string> = {
  'in-person': 'In person',
  online: 'Online',
  either: 'Either works',
}

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

export const planLimits = { city: 100, state: 60, zip: 10, place: 200, headCount: 100_000 } as const

export const headCountField = z.nullable(
  z
    .int('Enter a whole number.')
    .check(z.minimum(1, 'Enter a number from 1.'), z.maximum(planLimits.headCount)),
)

/** Accepts "606011234" and "60601 1234", too. */
const tidyZip = (zip: string) => zip.replace(/^(\d{5})[\s-]*(\d{4})$/, '$1-$2')

const fromList = 'Choose from the list.'
const numberUpTo = (max: number) =>
  z.array(z.int(fromList).check(z.minimum(1, fromList), z.maximum(max, fromList)))

/** The answers to "Help us plan". Everything may be empty. */
export const planRequest = z.strictObject({
  city: shortText(planLimits.city),
  state: shortText(planLimits.state),
  zip: z.string().check(
    z.trim(),
    z.overwrite(tidyZip),
    z.refine<string>((zip) => zip === '' || /^\d{5}(-\d{4})?$/.test(zip), {
      error: 'Enter a five-digit ZIP code, like 60601, or leave this empty.',
    }),
  ),
  groupSize: headCountField,
  topics: z.array(z.enum(planTopics, fromList)),
  /** 1 for January */
  months: numberUpTo(12),
  /** 1 for Monday (ISO 8601) */
  weekdays: numberUpTo(7),
  format: z.nullable(z.enum(planFormats, fromList)),
})
export type PlanRequest = z.infer<typeof planRequest>

/** The days of the week that suit a person who named none: Monday to Friday (ISO 8601) */
export const usualWeekdays = [1, 2, 3, 4, 5]

type DayWishes = Pick<PlanRequest, 'months' | 'weekdays'>

/**
 * True if a day such as 2026-11-22 suits a person: it is in a month and on a weekday that they named. Without a preference,
 * any month works, and Monday to Friday. Planning has the same rule in SQL.
 */
export function suitsPerson({ months, weekdays }: DayWishes, day: string): boolean {
  return (
    (months.length === 0 || months.includes(monthOf(day))) &&
    (weekdays.length > 0 ? weekdays : usualWeekdays).includes(isoWeekday(day))
  )
}

const planAnswers = z.extend(planRequest, {
  /** Name of the admin who entered the answers; null if the person answered */
  enteredBy: z.nullable(z.string()),
  updatedAt: z.string(),
})
export type PlanAnswers = z.infer<typeof planAnswers>

const entryParams = z.object({ entryId: rowId })
/** Null if the person has not answered */
const planResponse = z.object({ answers: z.nullable(planAnswers) })

export const planRead = endpoint('GET', '/api/people/waitlist/:entryId/plan', {
  summary: 'Read the answers to “Help us plan” of a waitlist entry',
  params: entryParams,
  response: planResponse,
})

export const planUpdate = endpoint('PUT', '/api/people/waitlist/:entryId/plan', {
  summary: 'Enter the answers to “Help us plan” for a person',
  description:
    'Replaces all answers. `updatedAt` is the time of the answers that you saw, null if there were none; if they changed since, the response is 409.',
  params: entryParams,
  body: z.extend(planRequest, { updatedAt: z.nullable(z.string()) }),
  response: planResponse,
})

export const planLinkCreate = endpoint('POST', '/api/people/waitlist/:entryId/plan/links', {
  summary: 'Make a link with which a person answers the questions themselves',
  params: entryParams,
  response: { 201: z.object({ url: z.string(), expiresAt: z.string() }) },
})

export const planSettings = z.strictObject({
  /** True to email the link to everyone who joins the waitlist */
  emailLink: z.boolean(),
})

const planSettingsResponse = withVersion(planSettings.shape)
export type PlanSettingsResponse = z.infer<typeof planSettingsResponse>

export const { read: planSettingsRead, update: planSettingsUpdate } = settingsForm('/api/settings/plan', {
  read: 'Read whether people who join the waitlist get an email with the questions',
  update: 'Set whether people who join the waitlist get an email with the questions',
  values: planSettings.shape,
  response: planSettingsResponse,
})
