import * as z from 'zod/mini'
import { shortText } from '../../../core/contract/form-fields.ts'
import { isTimeZone } from '../../../core/contract/organization.ts'
import { headCountField } from '../../people/contract/plan.ts'

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
} as const

/** A local time such as 09:00, on 24 hours */
const localTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 9:00 AM.'))

export const commonFields = {
  startsAt: localTime,
  endsAt: localTime,
  format: z.enum(trainingFormats),
  place: shortText(trainingLimits.place),
  headCount: headCountField,
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
