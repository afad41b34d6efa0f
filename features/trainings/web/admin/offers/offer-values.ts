import * as z from 'zod/mini'
import { addDays } from '../../../../../core/contract/calendar-days.ts'
import { isoDayField } from '../../../../../core/contract/form-fields.ts'
import { formatDay } from '../../../../../core/contract/format-date.ts'
import { readRowId } from '../../../../../core/contract/paging.ts'
import { ApiError, call } from '../../../../../core/web/api.ts'
import { type Read, readForm } from '../../../../../core/web/editing/record/read-form.ts'
import type { EditedRecord, Version } from '../../../../../core/web/editing/record/record-edit.ts'
import type { Trainer } from '../../../../calendar/contract/calendar.ts'
import type { PlanRequest } from '../../../../people/contract/plan.ts'
import {
  defaultHours,
  defaultOfferDays,
  maxOfferedDays,
  type Offer,
  type OfferInput,
  offerAnswer,
  offerCreate,
  offerInput,
  offerSend,
  offerUpdate,
} from '../../../contract/offers.ts'
import {
  addMistake,
  type CommonValues,
  checkZone,
  commonLabels,
  commonValuesOf,
  theirsSince,
  toFields,
  toNumber,
} from '../common-values.ts'

/** Values of the form, as its controls hold them */
export type OfferValues = CommonValues &
  Pick<Offer, 'days' | 'terms' | 'message' | 'validUntil'> & { trainerId: string; cancelDays: string }

/** Labels of the fields, in display order */
export const offerLabels = {
  days: 'Days',
  trainerId: 'Trainer',
  ...commonLabels,
  validUntil: 'Valid until',
  cancelDays: 'Can cancel until',
  terms: 'Terms',
  message: 'Personal message',
} as const

export type FirstGuess = {
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

/** Values for a new offer: the proposed days, what the person wishes, then what is usual. A price is for one client only. */
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
    savedZone: null,
    format: wished ?? last?.format ?? 'in-person',
    place: wishes ? placeOf(wishes) : '',
    topics: wishes?.topics ?? [],
    headCount: wishes?.groupSize?.toString() ?? '',
    amount: '',
    currency: last?.currency ?? 'USD',
    deposit: '',
    price: '',
    payUrl: last?.payUrl ?? '',
    prepare: last?.prepare ?? '',
    terms: last?.terms ?? '',
    cancelDays: last?.cancelDays?.toString() ?? '',
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

/** What the form of an offer edits. A new offer starts with a guess. */
export const offerRecord = (
  keyOfNew: string,
  today: string,
  guess?: OfferValues,
): EditedRecord<OfferValues, Offer | undefined> => ({
  keyOf: (offer) => (offer ? `offer:${offer.id}` : keyOfNew),
  endpoint: offerUpdate,
  valuesOf(offer) {
    if (offer) return valuesOf(offer, today)
    if (!guess) throw new Error('a new offer starts with a guess')
    return guess
  },
  theirsSince,
})

/** Values for editing an offer */
function valuesOf(offer: Offer, today: string): OfferValues {
  const { trainerId, days, heldDays, validUntil, terms, cancelDays, message } = offer
  // The client has just said that the offered days do not work, and no one has saved new ones since.
  const isOver = offer.status === 'other-days' && heldDays.length === 0
  return {
    ...commonValuesOf(offer),
    terms,
    cancelDays: cancelDays?.toString() ?? '',
    message,
    trainerId: String(trainerId),
    days: isOver ? [] : days,
    validUntil: isOver || validUntil < today ? addDays(today, defaultOfferDays) : validUntil,
  }
}

type Known = {
  today: string
  /** The zone of the place; null if the place does not decide it */
  placeZone: string | null | undefined
}

/** Reads the form. Returns the request, or one message for each field with a mistake. */
export function checkOffer(values: OfferValues, { today, placeZone }: Known): Read<OfferInput> {
  const { trainerId, days, validUntil } = values
  let read = readForm(offerInput, {
    ...toFields(values),
    cancelDays: toNumber(values.cancelDays),
    trainerId: Number(trainerId),
    days: [...days].sort(),
  })
  if (read.mistakes?.trainerId) read.mistakes.trainerId = 'Choose a trainer.'
  const past = days.find((day) => day <= today)
  if (past) read = addMistake(read, 'days', `${formatDay(past)} isn’t in the future. Choose later days.`)
  if (validUntil < today) read = addMistake(read, 'validUntil', 'Choose today or a later day.')
  return checkZone(read, values, placeZone)
}

/** What follows the save: nothing, the email to the client (true), or the booking of the only day, as agreed by phone */
export type SaveHow = boolean | 'book'

type Wanted = {
  /** The person who gets a new offer */
  entryId: number
  saved: Offer | undefined
  version: Version
  how: SaveHow
  noteSaved: (saved: Offer) => void
}

/** Saves an offer, and sends or books it if wanted. The first save makes the offer, which stays if the rest fails. */
export async function saveOffer(
  input: OfferInput,
  { entryId, saved, version, how, noteSaved }: Wanted,
): Promise<Offer> {
  const stored = saved
    ? await call(offerUpdate, { params: { id: saved.id }, body: { ...input, version: Number(version) } })
    : await call(offerCreate, { body: { ...input, entryId } })
  if (!how) return stored
  noteSaved(stored)
  const params = { id: stored.id }
  if (how === true) return call(offerSend, { params })
  const [day = ''] = stored.days
  return call(offerAnswer, { params, body: { answer: 'accept', day } })
}

const refusal = z.object({ days: z.array(z.string()) })

/** The days that the server names in a refusal, because they aren't free any more */
export function refusedDays(error: unknown): string[] {
  const parsed = error instanceof ApiError ? z.safeParse(refusal, error.body) : undefined
  return parsed?.success ? parsed.data.days : []
}
