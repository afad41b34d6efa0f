import * as z from 'zod/mini'
import { shortText } from '../../../core/contract/form-fields.ts'
import { daysBetween } from '../../../core/contract/format-date.ts'
import { isTimeZone } from '../../../core/contract/organization.ts'
import { headCountField } from '../../people/contract/plan.ts'
import { moneyFields } from './money.ts'

// Fields that offers and trainings share.

/** Where a training takes place */
export const trainingFormats = ['in-person', 'online'] as const
export type TrainingFormat = (typeof trainingFormats)[number]

export const trainingFormatLabels: Record<TrainingFormat, string> = {
  'in-person': 'In person',
  online: 'Online',
}

export const trainingLimits = {
  place: 500,
  price: 200,
  prepare: 2000,
  message: 2000,
  reason: 1000,
  contact: 200,
  task: 200,
  tasks: 50,
  terms: 2000,
  cancelDays: 365,
  invoiceNumber: 100,
  travelDays: 5,
  materials: 20,
} as const

/** How long the client of a training can ask for another day, or cancel */
export const canChange = ({ day }: { day: string }, today: string): boolean => day > today

/** How long the client of a training can cancel alone, by the terms that they accepted */
export const mayCancel = (
  { day, cancelDays }: { day: string; cancelDays: number | null },
  today: string,
): boolean => daysBetween(today, day) >= (cancelDays ?? 1)

/** Where a training is; `unknown` if the place is not known yet */
export const describePlace = (
  { format, place }: { format: TrainingFormat; place: string },
  unknown = 'We’ll agree on the place with you.',
): string => (format === 'online' ? ['Online', place].filter(Boolean).join('\n') : place || unknown)

type Terms = { terms: string; cancelDays: number | null }

/** What the client accepts with an offer; empty if there are no terms */
export function describeTerms({ terms, cancelDays }: Terms): string {
  const until = cancelDays === 1 ? 'the day' : `${cancelDays} days`
  const limit = cancelDays === null ? '' : `You can cancel on your page until ${until} before the training.`
  return [limit, terms].filter(Boolean).join('\n')
}

/** A local time such as 09:00, on 24 hours */
const localTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 9:00 AM.'))

export const commonFields = {
  startsAt: localTime,
  endsAt: localTime,
  format: z.enum(trainingFormats),
  place: shortText(trainingLimits.place),
  headCount: headCountField,
  price: shortText(trainingLimits.price),
  prepare: shortText(trainingLimits.prepare),
  ...moneyFields,
}

/** A training ends after it starts. */
export const endsAfterStart = z.refine<{ startsAt: string; endsAt: string }>(
  ({ startsAt, endsAt }) => endsAt > startsAt,
  {
    error: 'Enter a time after the start.',
    path: ['endsAt'],
    // Also checked if other fields are wrong, so that all mistakes are named at once.
    when: ({ value }) => z.safeParse(hours, value).success,
  },
)

const hours = z.object({ startsAt: z.string(), endsAt: z.string() })

/** IANA name of a time zone. Offsets such as +05:00 are none, because Postgres reads them the other way round. */
export const timeZoneField = z
  .string()
  .check(z.refine((zone) => /^[A-Z]/.test(zone) && isTimeZone(zone), 'Choose a time zone from the list.'))
