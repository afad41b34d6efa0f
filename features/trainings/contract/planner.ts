import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { isoDayField } from '../../../core/contract/form-fields.ts'
import { rowId, rowNumber } from '../../../core/contract/paging.ts'
import { planTopics } from '../../people/contract/plan.ts'
import { maxOfferedDays } from './offers.ts'
import { trainingFormats } from './training-fields.ts'

/** Max people with answers that one plan looks at: those who have waited longest */
export const maxPlanned = 2000
/** Head count of a person who did not say how large their group is */
export const unknownGroupSize = 1

const wholeNumber = (min: number, max: number) =>
  z.coerce.number<number | string>().check(z.int(), z.minimum(min), z.maximum(max))

export const plannerLimits = { months: 12, days: 100, travelDays: 5 } as const

/** Days from today on that are too soon, because people need time to answer and to prepare */
export const tooSoonDays = 10

const plannerQuery = z.strictObject({
  /** Months ahead */
  months: z._default(wholeNumber(1, plannerLimits.months), 6),
  /** Only days of this user */
  trainer: z.optional(rowId),
  /** Only people who want this topic, or named none */
  topic: z.optional(z.enum(planTopics)),
  /** Max days to plan with. Without it, as many as it takes to place everyone who can be placed. */
  days: z.optional(wholeNumber(1, plannerLimits.days)),
  /** Max days in each offer that is drafted from the plan */
  perOffer: z._default(wholeNumber(1, maxOfferedDays), 2),
  /** Working days that are left free between two regions */
  travelDays: z._default(wholeNumber(0, plannerLimits.travelDays), 1),
})
export type PlannerQuery = z.infer<typeof plannerQuery>

const plannedPerson = z.object({
  /** The waitlist entry with the answers */
  entryId: z.number(),
  name: z.string(),
  company: z.string(),
  /** As far as known: "Austin, TX" */
  place: z.string(),
  waitingDays: z.number(),
})
export type PlannedPerson = z.infer<typeof plannedPerson>

const plannedMember = z.extend(plannedPerson, {
  /** Null if unknown; it is then counted as one person. */
  groupSize: z.nullable(z.number()),
  /** Topics that they named; none if any would do */
  topics: z.array(z.enum(planTopics)),
  /** Their day in the trip */
  day: isoDayField,
  /** Days for their own offer: that one, and others near it to choose from */
  days: z.array(isoDayField),
})
export type PlannedMember = z.infer<typeof plannedMember>

const trip = z.object({
  /** "Minneapolis and Saint Paul, MN", "ZIP codes 787xx", or "Online" */
  place: z.string(),
  format: z.enum(trainingFormats),
  trainerId: z.number(),
  trainerName: z.string(),
  /** By day */
  members: z.array(plannedMember),
  headCount: z.number(),
})
export type Trip = z.infer<typeof trip>

/** Why a person is on no trip: their place is unknown, no free day suits them, or others got the days, or travel takes them */
export const leftOutReasons = ['no-place', 'no-free-day', 'no-day-left'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

/** `people` has the first ones only; `count` counts all of them. */
const leftOut = z.object({
  reason: z.enum(leftOutReasons),
  count: z.number(),
  people: z.array(plannedPerson),
})
export type LeftOut = z.infer<typeof leftOut>

/** How many people want a topic at a place. Someone who named several topics or months counts in each of them. */
const demandRow = z.object({
  place: z.string(),
  /** Null for people who take any topic */
  topic: z.nullable(z.enum(planTopics)),
  /** Head counts from January to December, then of people who can come in any month */
  months: z.array(z.number()),
  /** Head count, each person once */
  headCount: z.number(),
  entries: z.number(),
})
export type DemandRow = z.infer<typeof demandRow>

/** `count` counts all of them. */
const firstOf = (part: typeof trip) => z.object({ first: z.array(part), count: z.number() })

const planner = z.object({
  from: isoDayField,
  to: isoDayField,
  /** The users whose days are planned */
  trainers: z.array(z.object({ id: z.number(), name: z.string() })),
  /** True if no one gives trainings yet, so that the days are those of the signed-in user */
  isForYou: z.boolean(),
  /** Number of free working days of the trainers */
  freeDays: z.number(),
  /** Number of people with answers. Above `maxPlanned`, only those who have waited longest are planned. */
  planned: z.number(),
  isCut: z.boolean(),
  /** Trips to several people, those with the most people to train first */
  trips: firstOf(trip),
  /** People with whom no one else can share a trip. Each is a trip of one. */
  alone: firstOf(trip),
  leftOut: z.array(leftOut),
  /** People who have not answered "Help us plan", longest wait first */
  unanswered: z.object({ people: z.array(z.omit(plannedPerson, { place: true })), hasMore: z.boolean() }),
  /** The places with most people first */
  demand: z.array(demandRow),
})
export type Planner = z.infer<typeof planner>

export const plannerRead = endpoint('GET', '/api/planner', {
  summary: 'Read days that could work for people on the waitlist',
  description:
    'People of one region who can come in the same month share a trip: a run of free working days of a trainer, one person a day.',
  query: plannerQuery,
  response: planner,
})

const isDistinct = <One>(list: One[]) => new Set(list).size === list.length

/** Max offers that are drafted at once. A month does not have more days. */
const maxDrafts = 31

export const plannerOffersCreate = endpoint('POST', '/api/planner/offers', {
  summary: 'Draft offers for the people of a trip, each with days of its own',
  description: 'Nothing is sent. The response names the people who could not get one.',
  body: z.strictObject({
    trainerId: rowNumber,
    format: z.enum(trainingFormats),
    offers: z
      .array(
        z.strictObject({
          entryId: rowNumber,
          days: z.array(isoDayField).check(z.minLength(1), z.maxLength(maxOfferedDays)),
        }),
      )
      .check(
        z.minLength(1),
        z.maxLength(maxDrafts),
        z.refine((offers) => isDistinct(offers.map(({ entryId }) => entryId)), 'Name each person once.'),
        z.refine(
          (offers) => isDistinct(offers.flatMap(({ days }) => days)),
          'A day can be offered to one person only.',
        ),
      ),
  }),
  response: {
    201: z.object({
      drafted: z.array(z.object({ entryId: z.number(), offerId: z.number() })),
      refused: z.array(z.object({ entryId: z.number(), name: z.string(), reason: z.string() })),
    }),
  },
})
