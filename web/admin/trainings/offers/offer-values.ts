import * as z from 'zod/mini'
import { readRowId } from '../../../../contracts/admin-screens.ts'
import { addDays } from '../../../../contracts/calendar-days.ts'
import { formatDay } from '../../../../contracts/format-date.ts'
import {
  defaultHours,
  defaultOfferDays,
  maxOfferedDays,
  type Offer,
  type OfferInput,
  offerInput,
} from '../../../../contracts/offers.ts'
import type { PlanRequest, PlanTopic } from '../../../../contracts/plan.ts'
import { isoDayField, type TrainingFormat } from '../../../../contracts/training-fields.ts'
import type { Trainer } from '../../../../contracts/trainings.ts'

/** Values of the form, as its controls hold them */
export type OfferValues = {
  trainerId: string
  days: string[]
  startsAt: string
  endsAt: string
  /** Empty for the zone of the place */
  timeZone: string
  format: TrainingFormat
  place: string
  topics: PlanTopic[]
  headCount: string
  price: string
  prepare: string
  message: string
  validUntil: string
}

export type OfferField = keyof OfferValues

export const offerLabels: Record<OfferField, string> = {
  trainerId: 'Trainer',
  days: 'Days',
  startsAt: 'Starts at',
  endsAt: 'Ends at',
  timeZone: 'Time zone',
  format: 'Format',
  place: 'Place',
  topics: 'Topics',
  headCount: 'Number of people',
  price: 'Price',
  prepare: 'What to prepare',
  message: 'Personal message',
  validUntil: 'Valid until',
}

type FirstGuess = {
  /** The person's answers to “Help us plan”; null if there are none */
  wishes: PlanRequest | null
  /** The newest offer to anyone */
  last: Offer | undefined
  trainers: readonly Trainer[]
  userId: number
  today: string
  proposed: ProposedDays
}

/** Days of a trainer that are free again and could suit the person, as the URL holds them */
export type ProposedDays = { trainerId: number | undefined; days: string[] }

export const readProposedDays = (query: URLSearchParams): ProposedDays => ({
  trainerId: readRowId(query.get('trainer')),
  days: (query.get('days') ?? '').split(',').filter((day) => z.safeParse(isoDayField, day).success),
})

/** Values for a new offer: the proposed days, what the person wishes, then what the last offer had */
export function guessOffer({ wishes, last, trainers, userId, today, proposed }: FirstGuess): OfferValues {
  const trainer = trainers.find(({ id, isActive }) => isActive && id === proposed.trainerId)
  const wished = wishes?.format === 'either' ? null : wishes?.format
  return {
    trainerId: trainer ? String(trainer.id) : guessTrainer(trainers, userId),
    // Without their trainer, the days mean nothing.
    days: trainer ? chooseDays(proposed.days, today) : [],
    startsAt: last?.startsAt ?? defaultHours.startsAt,
    endsAt: last?.endsAt ?? defaultHours.endsAt,
    timeZone: '',
    format: wished ?? last?.format ?? 'in-person',
    place: wishes ? placeOf(wishes) : '',
    topics: wishes?.topics ?? [],
    headCount: wishes?.groupSize?.toString() ?? '',
    price: last?.price ?? '',
    prepare: last?.prepare ?? '',
    message: '',
    validUntil: addDays(today, defaultOfferDays),
  }
}

const chooseDays = (days: readonly string[], today: string) =>
  [...new Set(days)]
    .filter((day) => day > today)
    .sort()
    .slice(0, maxOfferedDays)

/** The user who offers, unless there are other trainers and they are none */
function guessTrainer(trainers: readonly Trainer[], userId: number): string {
  const active = trainers.filter(({ isActive, trainerSince }) => isActive && trainerSince !== null)
  const own = active.find(({ id }) => id === userId)
  const only = active.length === 1 ? active[0] : undefined
  return String((own ?? only)?.id ?? (active.length === 0 ? userId : ''))
}

/** "Portland, OR 97201" */
function placeOf({ city, state, zip }: PlanRequest): string {
  const end = [state, zip].filter(Boolean).join(' ')
  return [city, end].filter(Boolean).join(', ')
}

/** Values for editing an offer */
export function valuesOf(offer: Offer, today: string): OfferValues {
  const { trainerId, headCount, days, heldDays, validUntil } = offer
  const asksAgain = offer.status === 'other-days'
  return {
    ...chooseShared(offer),
    timeZone: '',
    trainerId: String(trainerId),
    // The client has just said that the offered days do not work. New ones may have been saved since.
    days: asksAgain ? heldDays : days,
    headCount: headCount?.toString() ?? '',
    validUntil: validUntil < today || asksAgain ? addDays(today, defaultOfferDays) : validUntil,
  }
}

const chooseShared = ({ startsAt, endsAt, format, place, topics, price, prepare, message }: Offer) => ({
  startsAt,
  endsAt,
  format,
  place,
  topics,
  price,
  prepare,
  message,
})

type Checked =
  | { input: OfferInput; mistakes?: never }
  | { input?: never; mistakes: Partial<Record<OfferField, string>> }

export const noZone = 'Choose the time zone of this place.'

type Known = {
  today: string
  /** The zone of the place; null if the place does not decide it */
  placeZone: string | null | undefined
}

/** Reads the form. Returns the request, or one message for each field with a mistake. */
export function checkOffer(values: OfferValues, { today, placeZone }: Known): Checked {
  const mistakes: Partial<Record<OfferField, string>> = {}
  const { trainerId, headCount, days, startsAt, endsAt, validUntil } = values
  const parsed = z.safeParse(offerInput, {
    ...values,
    timeZone: values.timeZone || undefined,
    trainerId: Number(trainerId),
    days: [...days].sort(),
    headCount: headCount.trim() === '' ? null : Number(headCount),
  })
  for (const { path, message } of parsed.error?.issues ?? [])
    mistakes[path[0] as OfferField] ??= path[0] === 'trainerId' ? 'Choose a trainer.' : message
  const past = days.filter((day) => day <= today)
  if (past[0]) mistakes.days ??= `${formatDay(past[0])} isn’t in the future. Choose later days.`
  if (startsAt >= endsAt) mistakes.endsAt ??= 'Enter a time after the start.'
  if (values.timeZone === '' && placeZone === null) mistakes.timeZone ??= noZone
  if (validUntil < today) mistakes.validUntil ??= 'Choose today or a later day.'
  return parsed.success && Object.keys(mistakes).length === 0 ? { input: parsed.data } : { mistakes }
}
