import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { isoDayField, shortText } from '../../../core/contract/form-fields.ts'
import { depositFits, optionalMoney } from '../../../core/contract/money.ts'
import { idParams, pageQuery, rowNumber } from '../../../core/contract/paging.ts'
import { endsAfterStart, timeZoneField } from '../../calendar/contract/day-fields.ts'
import type { LetterFields } from '../../people/contract/letter-fields.ts'
import { planTopics } from '../../people/contract/plan.ts'
import { commonFields, trainingLimits } from './training-fields.ts'

/**
 * `other-days`: the client asked for other days, so nothing is held until the offer is sent again with new days.
 * `declined`, `lapsed`, and `withdrawn` are final.
 */
export const offerStatusLabels = {
  draft: 'Draft',
  sent: 'Sent',
  accepted: 'Accepted',
  'other-days': 'Asked for other days',
  declined: 'Declined',
  lapsed: 'Lapsed',
  withdrawn: 'Withdrawn',
}
export type OfferStatus = keyof typeof offerStatusLabels
export const offerStatuses = Object.keys(offerStatusLabels) as [OfferStatus, ...OfferStatus[]]

export const offerLetterFields: LetterFields = {
  'offer link': ['The page of their open offer', 'they have no open offer that you can send them'],
}

/** Days for which an offer is valid unless the admin sets another date */
export const defaultOfferDays = 14
export const maxOfferedDays = 3
export const defaultHours = { startsAt: '09:00', endsAt: '16:00' } as const

const offerFields = {
  /** Id of the user who gives the training */
  trainerId: rowNumber,
  days: z
    .array(isoDayField)
    .check(
      z.minLength(1, 'Choose at least one day.'),
      z.maxLength(maxOfferedDays, `Choose up to ${maxOfferedDays} days.`),
    ),
  ...commonFields,
  topics: z.array(z.enum(planTopics)).check(z.maxLength(planTopics.length)),
  message: shortText(trainingLimits.message),
  validUntil: isoDayField,
  /** Terms of cancellation, which the client accepts with the offer */
  terms: shortText(trainingLimits.terms),
  /** Days before the training until which the client can cancel alone. Null: until the day before. */
  cancelDays: z.nullable(
    z
      .int('Enter a whole number.')
      .check(z.minimum(1, 'Enter a number from 1.'), z.maximum(trainingLimits.cancelDays)),
  ),
}

export const offerInput = z
  .partial(
    z.strictObject({
      ...offerFields,
      /** Without it, the place decides. If two zones are possible there, a draft stays without one. */
      timeZone: timeZoneField,
    }),
    { timeZone: true, terms: true, cancelDays: true, ...optionalMoney },
  )
  .check(endsAfterStart, depositFits)
export type OfferInput = z.infer<typeof offerInput>

const offer = z.object({
  id: z.number(),
  /** The waitlist entry of the person */
  entryId: z.number(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  ...offerFields,
  /** Null for a draft whose place does not decide it */
  timeZone: z.nullable(z.string()),
  trainerName: z.string(),
  status: z.enum(offerStatuses),
  version: z.number(),
  /** Days that are held right now */
  heldDays: z.array(z.string()),
  /** When it lapses; null until it is sent */
  expiresAt: z.nullable(z.string()),
  /** The client's words with their answer */
  answer: z.string(),
  answeredAt: z.nullable(z.string()),
  answeredByAdmin: z.boolean(),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  /** The client's page, for the admin to copy; null until it is sent */
  link: z.nullable(z.string()),
  /** The training that was booked with it, and its day */
  trainingId: z.nullable(z.number()),
  bookedDay: z.nullable(z.string()),
})
export type Offer = z.infer<typeof offer>

const offerQuery = z.extend(pageQuery, {
  status: z.optional(z.enum(offerStatuses)),
  /** Only offers to the person who wrote this waitlist entry, whichever of their entries an offer belongs to */
  entry: z.optional(idParams.shape.id),
})
export type OfferQuery = z.infer<typeof offerQuery>

export const offerList = endpoint('GET', '/api/offers', {
  summary: 'List training offers, newest first',
  query: offerQuery,
  response: z.array(offer),
})

export const offerRead = rowEndpoint('GET', '/api/offers/:id', {
  summary: 'Read a training offer',
  response: offer,
})

export const offerEntryCreate = endpoint('POST', '/api/offers/entry', {
  summary: 'Put a person who used the contact form on the waitlist, so that they can get an offer',
  description: 'If they are on it already, nothing changes.',
  body: z.strictObject({ contactId: rowNumber }),
  response: z.object({ entryId: z.number() }),
})

export const offerCreate = endpoint('POST', '/api/offers', {
  summary: 'Draft an offer for a person on the waitlist',
  description: 'Its days are held from now on. Nothing is sent yet. A person has one open offer at a time.',
  body: z.extend(offerInput, { entryId: rowNumber }),
  response: { 201: offer },
})

export const offerUpdate = rowEndpoint('PUT', '/api/offers/:id', {
  summary: 'Change an offer that is open',
  description:
    'If the client has it already, one email says what changed. A stale `version` responds 409 with the current offer and changes nothing.',
  body: z.extend(offerInput, { version: z.int() }),
  response: offer,
})

export const offerDelete = rowEndpoint('DELETE', '/api/offers/:id', {
  summary: 'Delete a draft that was never sent',
})

export const offerSend = rowEndpoint('POST', '/api/offers/:id/send', {
  summary: 'Send an offer to its client',
  response: offer,
})

export const offerPreview = endpoint('POST', '/api/offers/preview', {
  summary: 'Show the client’s page and the email of an offer, without saving or sending it',
  body: z.extend(offerInput, {
    entryId: rowNumber,
    /** The draft that is edited, and its version; neither for a new offer */
    id: z.optional(rowNumber),
    version: z.optional(z.int()),
  }),
  response: z.object({ html: z.string(), mail: z.object({ subject: z.string(), html: z.string() }) }),
})

export const offerExtend = rowEndpoint('POST', '/api/offers/:id/extend', {
  summary: 'Give the client more time to answer',
  description:
    'Without a date, a week more than now. With the version of the offer, a repeated request gives no second week.',
  body: z.strictObject({ validUntil: z.optional(isoDayField), version: z.optional(z.int()) }),
  response: offer,
})

export const offerWithdraw = rowEndpoint('POST', '/api/offers/:id/withdraw', {
  summary: 'Withdraw an offer and free its days',
  response: offer,
})

export const offerAnswer = rowEndpoint('POST', '/api/offers/:id/answer', {
  summary: 'Record what the client answered by phone or email',
  description:
    'A draft can only be accepted: the day was agreed without an email. If the client asked for other days, those that were saved since can be accepted.',
  body: z.discriminatedUnion('answer', [
    z.strictObject({ answer: z.literal('accept'), day: isoDayField }),
    z.strictObject({
      answer: z.enum(['other-days', 'decline']),
      message: shortText(trainingLimits.message),
    }),
  ]),
  response: offer,
})
