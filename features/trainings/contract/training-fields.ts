import * as z from 'zod/mini'
import { shortText } from '../../../core/contract/form-fields.ts'
import { daysBetween } from '../../../core/contract/format-date.ts'
import { moneyFields } from '../../../core/contract/money.ts'
import { localTime } from '../../calendar/contract/day-fields.ts'
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
