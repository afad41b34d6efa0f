import * as z from 'zod/mini'
import { tooLong } from './form-fields.ts'
import { isTimeZone } from './organization.ts'

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
  headCount: 100_000,
  task: 200,
  tasks: 50,
} as const

/**
 * A calendar day such as 2026-11-22, without a time zone, that Postgres, JavaScript, and date fields all know. The years
 * are also bounds against slips of the keyboard.
 */
export const isoDayField = z.iso
  .date('Enter a date.')
  .check(z.refine((day) => day >= '2000-01-01' && day < '2201-01-01', 'Enter a date between 2000 and 2200.'))

/** A local time such as 09:00, on 24 hours */
export const localTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 9:00 AM.'))

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

export const trainingText = (max: number) => z.string().check(z.trim(), z.maxLength(max, tooLong(max)))

export const headCountField = z.nullable(
  z
    .int('Enter a whole number.')
    .check(z.minimum(1, 'Enter a number from 1.'), z.maximum(trainingLimits.headCount)),
)
