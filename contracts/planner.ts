import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { maxOfferedDays } from './offers.ts'
import { rowId, rowNumber } from './paging.ts'
import { paths } from './paths.ts'
import { planTopics } from './plan.ts'
import { isoDayField, trainingFormats } from './training-fields.ts'

/** Max people with answers that one plan looks at: those who have waited longest */
export const maxPlanned = 2000
/** Head count of a person who did not say how large their group is */
export const unknownGroupSize = 1

const wholeNumber = (min: number, max: number) =>
  z.coerce.number<number | string>().check(z.int(), z.minimum(min), z.maximum(max))

export const plannerLimits = { months: 12, days: 100 } as const

const plannerQuery = z.strictObject({
  /** Months ahead, from tomorrow */
  months: z._default(wholeNumber(1, plannerLimits.months), 6),
  /** Only days of this user */
  trainer: z.optional(rowId),
  /** Only people who want this topic, or named none */
  topic: z.optional(z.enum(planTopics)),
  /** Max days to plan with. Without it, as many as it takes to place everyone who can be placed. */
  days: z.optional(wholeNumber(1, plannerLimits.days)),
  /** Max days in each offer that is drafted from the plan */
  perOffer: z._default(wholeNumber(1, maxOfferedDays), 2),
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
  /** Days for their own offer. Empty if the trainer has none left for it in that month. */
  days: z.array(isoDayField),
})
export type PlannedMember = z.infer<typeof plannedMember>

const plannedGroup = z.object({
  /** "Austin, TX", "ZIP codes 787xx", or "Online" */
  place: z.string(),
  format: z.enum(trainingFormats),
  trainerId: z.number(),
  trainerName: z.string(),
  /** One to three days that suit every member, the best one first */
  days: z.array(isoDayField),
  members: z.array(plannedMember),
  headCount: z.number(),
  /** Topics that suit every member */
  topics: z.array(z.enum(planTopics)),
  longestWaitDays: z.number(),
  averageWaitDays: z.number(),
})
export type PlannedGroup = z.infer<typeof plannedGroup>

/** Why a person is in no group: their place is unknown, no free day suits them, or others got the days */
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

const planner = z.object({
  from: isoDayField,
  to: isoDayField,
  /** The users whose days are planned */
  trainers: z.array(z.object({ id: z.number(), name: z.string() })),
  /** True if no one gives trainings yet, so that the days are those of the signed-in user */
  isForYou: z.boolean(),
  /** Number of free days of the trainers, from Monday to Friday */
  freeDays: z.number(),
  /** Number of people with answers. Above `maxPlanned`, only those who have waited longest are planned. */
  planned: z.number(),
  isCut: z.boolean(),
  groups: z.array(plannedGroup),
  /** Number of all groups; `groups` has the first ones. */
  groupCount: z.number(),
  leftOut: z.array(leftOut),
  /** People who have not answered "Help us plan", longest wait first */
  unanswered: z.object({ people: z.array(z.omit(plannedPerson, { place: true })), hasMore: z.boolean() }),
  /** The places with most people first */
  demand: z.array(demandRow),
})
export type Planner = z.infer<typeof planner>

export const plannerRead = {
  method: 'GET',
  path: paths.api.planner,
  summary: 'Read days that could work for people on the waitlist',
  description:
    'People who share a place and a free day of a trainer are grouped, so that the chosen days suit as many people as possible.',
  query: plannerQuery,
  response: planner,
} satisfies Endpoint

const isDistinct = <One>(list: One[]) => new Set(list).size === list.length

/** Max offers that are drafted at once. A month does not have more days. */
const maxDrafts = 31

export const plannerOffersCreate = {
  method: 'POST',
  path: paths.api.plannerOffers,
  summary: 'Draft offers for a group of people, each with days of its own',
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
} satisfies Endpoint
