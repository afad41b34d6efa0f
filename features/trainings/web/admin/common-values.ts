import { formatClock, formatTimeZone } from '../../../../core/contract/format-date.ts'
import { readMoney, typeMoney } from '../../../../core/contract/money.ts'
import type { Mistakes, Read } from '../../../../core/web/editing/record/read-form.ts'
import { trainingFormatLabels } from '../../contract/training-fields.ts'
import type { Training } from '../../contract/trainings.ts'
import { listTopics } from './training-words.ts'

/** The values that the forms of offers and of booked trainings share, as their controls hold them */
export type CommonValues = ReturnType<typeof commonValuesOf>

export const commonLabels = {
  startsAt: 'Starts at',
  endsAt: 'Ends at',
  format: 'Format',
  headCount: 'Number of people',
  place: 'Place',
  timeZone: 'Time zone',
  topics: 'Topics',
  amount: 'Amount',
  currency: 'Currency',
  deposit: 'Deposit',
  price: 'Price',
  payUrl: 'Address for paying',
  prepare: 'What to prepare',
} as const

type CommonFields = Omit<Pick<Training, keyof typeof commonLabels>, 'timeZone'> & { timeZone: string | null }

export const commonValuesOf = (saved: CommonFields) => ({
  startsAt: saved.startsAt,
  endsAt: saved.endsAt,
  /** Empty for the zone of the place */
  timeZone: '',
  /** The zone that is saved. It has no control. */
  savedZone: saved.timeZone,
  format: saved.format,
  place: saved.place,
  topics: saved.topics,
  headCount: saved.headCount?.toString() ?? '',
  amount: typeMoney(saved.amount),
  currency: saved.currency,
  deposit: typeMoney(saved.deposit),
  price: saved.price,
  payUrl: saved.payUrl,
  prepare: saved.prepare,
})

/** The values of someone else's version. Another zone of the same place was chosen by hand. */
export function theirsSince<Values extends CommonValues>(base: CommonValues, theirs: Values): Values {
  const { savedZone, place, format } = theirs
  const isChosen = savedZone !== base.savedZone && place === base.place && format === base.format
  return isChosen ? { ...theirs, timeZone: savedZone ?? '' } : theirs
}

/** The fields of a request */
export const toFields = <Values extends CommonValues>({ savedZone: _, ...values }: Values) => ({
  ...values,
  timeZone: values.timeZone || undefined,
  headCount: toNumber(values.headCount),
  amount: readMoney(values.amount),
  deposit: readMoney(values.deposit),
})

export const toNumber = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

/** Adds what the schema cannot know: whether the place decides the time zone. */
export function checkZone<Request>(
  read: Read<Request>,
  { timeZone }: Pick<CommonValues, 'timeZone'>,
  placeZone: string | null | undefined,
): Read<Request> {
  if (timeZone !== '' || placeZone !== null) return read
  return addMistake(read, 'timeZone', 'Choose the time zone of this place.')
}

export const addMistake = (read: Read<unknown>, field: string, message: string): Mistakes => ({
  mistakes: { [field]: message, ...read.mistakes },
})

/** The words of a value for a comparison of two versions */
export function showCommon(name: string, values: CommonValues): string | undefined {
  const zone = values.timeZone || values.savedZone
  if (name === 'startsAt' || name === 'endsAt') return formatClock(values[name])
  if (name === 'timeZone') return zone ? formatTimeZone(zone) : ''
  if (name === 'format') return trainingFormatLabels[values.format]
  return name === 'topics' ? listTopics(values.topics) : undefined
}
