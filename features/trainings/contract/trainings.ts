import * as z from 'zod/mini'
import { optionalEmail } from '../../../core/contract/email.ts'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { isoDayField, shortText } from '../../../core/contract/form-fields.ts'
import { depositFits, optionalMoney } from '../../../core/contract/money.ts'
import { pageQuery, rowId, rowNumber } from '../../../core/contract/paging.ts'
import { todayLineWith } from '../../../core/contract/today.ts'
import { endsAfterStart, timeZoneField } from '../../calendar/contract/day-fields.ts'
import { personStep } from '../../people/contract/people.ts'
import { planTopics } from '../../people/contract/plan.ts'
import { commonFields, trainingLimits } from './training-fields.ts'

/** The party that canceled a training. `server`: the person was deleted. */
export const cancelers = ['client', 'us', 'server'] as const
export type Canceler = (typeof cancelers)[number]

/** Days before a training on which the client and the trainer are reminded */
export const reminderDays = [14, 2] as const

/** `upcoming` includes past days that no one has marked as held yet. */
export const trainingViews = ['upcoming', 'held', 'canceled'] as const
export type TrainingView = (typeof trainingViews)[number]

const travelDays = z.int().check(z.minimum(0), z.maximum(trainingLimits.travelDays))

const trainingFields = {
  ...commonFields,
  topics: z.array(z.enum(planTopics)),
  contactName: shortText(trainingLimits.contact),
  contactEmail: shortText(254),
  contactPhone: shortText(50),
  invoiceNumber: shortText(trainingLimits.invoiceNumber),
  travelBefore: travelDays,
  travelAfter: travelDays,
  helper: shortText(trainingLimits.contact),
}

export const trainingFacts = z
  .partial(
    z.strictObject({
      ...trainingFields,
      contactEmail: optionalEmail(),
      /** Without it, a new place decides, and the zone stays if the place does. */
      timeZone: timeZoneField,
    }),
    {
      timeZone: true,
      price: true,
      prepare: true,
      invoiceNumber: true,
      travelBefore: true,
      travelAfter: true,
      helper: true,
      ...optionalMoney,
    },
  )
  .check(endsAfterStart, depositFits)
export type TrainingFacts = z.infer<typeof trainingFacts>

const trainingTask = z.object({
  id: z.number(),
  text: z.string(),
  doneAt: z.nullable(z.string()),
  doneBy: z.nullable(z.string()),
})
export type TrainingTask = z.infer<typeof trainingTask>

const material = {
  title: shortText(trainingLimits.contact).check(z.minLength(1, 'Enter a title.')),
  /** Address on this site */
  path: z.string().check(
    z.maxLength(500),
    z.refine((path) => /^\/(?![/\\])/.test(path), 'Choose a file or a post of this site.'),
  ),
  /** True if it is sent after the day, otherwise with the reminders */
  isAfter: z.boolean(),
}
const trainingMaterial = z.object({ id: z.number(), ...material })
export type TrainingMaterial = z.infer<typeof trainingMaterial>

const training = z.object({
  id: z.number(),
  /** Also that of what comes after it (features/follow-up) */
  uid: z.string(),
  /** The waitlist entry of the person; null once the person is erased */
  entryId: z.nullable(z.number()),
  offerId: z.nullable(z.number()),
  /** Name and organization of the person; empty once the person is erased */
  name: z.string(),
  company: z.string(),
  day: z.string(),
  ...trainingFields,
  timeZone: z.string(),
  /** Those that the client accepted */
  terms: z.string(),
  cancelDays: z.nullable(z.number()),
  depositPaidOn: z.nullable(z.string()),
  paidOn: z.nullable(z.string()),
  trainerId: z.number(),
  trainerName: z.string(),
  /** False if the trainer's access has ended, so that the day needs another trainer */
  trainerIsActive: z.boolean(),
  version: z.number(),
  bookedAt: z.string(),
  /** The client’s messages until now. Each later message begins with its time on a line of its own. */
  otherDayWish: z.nullable(z.string()),
  /** Time of the first message */
  otherDayAskedAt: z.nullable(z.string()),
  /** The day that the client would like instead, and until when it is held for them; null once it is not */
  wishedDay: z.nullable(z.string()),
  wishedUntil: z.nullable(z.string()),
  canceledAt: z.nullable(z.string()),
  canceledBy: z.nullable(z.enum(cancelers)),
  cancelReason: z.string(),
  heldAt: z.nullable(z.string()),
  tasks: z.array(trainingTask),
  materials: z.array(trainingMaterial),
  /** The client's page, for the admin to copy; null if the offer is gone */
  link: z.nullable(z.string()),
})
export type Training = z.infer<typeof training>

type Gaps = Pick<Training, 'format' | 'place' | 'contactPhone' | 'headCount'> & {
  /** Items of the checklist that are not done */
  openTasks: number
}

/** Lists the missing facts and tasks of a booked training in one or two sentences; empty if everything is ready */
export function describeGaps({ format, place, contactPhone, headCount, openTasks }: Gaps): string {
  const missing = [
    place === '' && (format === 'online' ? 'link for the call' : 'place'),
    contactPhone === '' && 'phone number of the contact',
    headCount === null && 'number of people',
  ].filter((part) => part !== false)
  const sentences = [
    missing.length > 0 && `Missing: ${missing.join(', ')}.`,
    openTasks > 0 &&
      `${openTasks === 1 ? 'One checklist item is' : `${openTasks} checklist items are`} left.`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

export const trainingList = endpoint('GET', '/api/trainings', {
  summary: 'List booked trainings: upcoming ones by day, others from the latest day',
  query: z.extend(pageQuery, {
    view: z._default(z.enum(trainingViews), 'upcoming'),
    /** Day and id of the last row of the previous page: `2026-11-22_12` */
    cursor: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}_\d{1,10}$/))),
    /** Only trainings of the person who wrote this waitlist entry, in every state */
    entry: z.optional(rowId),
  }),
  response: z.array(training),
})

export const trainingRead = rowEndpoint('GET', '/api/trainings/:id', {
  summary: 'Read a training',
  response: training,
})

export const trainingUpdate = rowEndpoint('PUT', '/api/trainings/:id', {
  summary: 'Change the facts of a training',
  description:
    'Whatever the client has been told is sent to them and the trainer when it changes. A stale `version` responds 409 with the current training and changes nothing.',
  body: z.extend(trainingFacts, { version: z.int() }),
  response: training,
})

export const trainingReschedule = rowEndpoint('POST', '/api/trainings/:id/reschedule', {
  summary: 'Move a training to another day, or to another trainer',
  body: z.strictObject({
    day: isoDayField,
    trainerId: rowNumber,
    reason: shortText(trainingLimits.reason),
    version: z.int(),
  }),
  response: training,
})

export const trainingPaid = rowEndpoint('POST', '/api/trainings/:id/paid', {
  summary: 'Note the day on which the client paid the deposit or the whole, or that they did not',
  body: z.strictObject({ part: z.enum(['deposit', 'whole']), paidOn: z.nullable(isoDayField) }),
  response: training,
})

export const trainingKeepDay = rowEndpoint('POST', '/api/trainings/:id/keep-day', {
  summary: 'Answer a wish for another day: the day stays',
  description: 'The client and the trainer get an email. Without an open wish, nothing happens.',
  body: z.strictObject({ reason: shortText(trainingLimits.reason), version: z.int() }),
  response: training,
})

export const trainingCancel = rowEndpoint('POST', '/api/trainings/:id/cancel', {
  summary: 'Cancel a training and free its day',
  body: z.strictObject({ reason: shortText(trainingLimits.reason) }),
  response: training,
})

export const trainingHeld = rowEndpoint('POST', '/api/trainings/:id/held', {
  summary: 'Mark a training as held, or undo that',
  body: z.strictObject({ isHeld: z.boolean() }),
  response: training,
})

export const trainingTaskCreate = rowEndpoint('POST', '/api/trainings/:id/tasks', {
  summary: 'Add a line to the checklist of a training',
  body: z.strictObject({
    text: shortText(trainingLimits.task).check(z.minLength(1, 'Write what to do first.')),
  }),
  response: { 201: training },
})

const taskParams = z.object({ id: rowId, task: rowId })

export const trainingTaskUpdate = endpoint('PATCH', '/api/trainings/:id/tasks/:task', {
  summary: 'Check or uncheck a line of the checklist',
  params: taskParams,
  body: z.strictObject({ isDone: z.boolean() }),
  response: training,
})

export const trainingTaskDelete = endpoint('DELETE', '/api/trainings/:id/tasks/:task', {
  summary: 'Remove a line from the checklist',
  params: taskParams,
  response: training,
})

export const trainingMaterialCreate = rowEndpoint('POST', '/api/trainings/:id/materials', {
  summary: 'Add a file or a post for the client of a training',
  body: z.strictObject(material),
  response: { 201: training },
})

export const trainingMaterialDelete = endpoint('DELETE', '/api/trainings/:id/materials/:material', {
  summary: 'Remove a file or a post for the client',
  params: z.object({ id: rowId, material: rowId }),
  response: training,
})

export const trainerReplace = rowEndpoint('POST', '/api/trainers/:id/replace', {
  summary: 'Give the future days of a trainer to another one',
  description:
    'Held and booked days move where the other trainer is free. The response lists the days that are taken there and did not move. Links of clients keep working.',
  body: z.strictObject({ trainerId: rowNumber }),
  response: z.object({ moved: z.number(), taken: z.array(z.string()) }),
})

const zoneGuess = z.object({
  /** Null if the place does not decide it */
  timeZone: z.nullable(z.string()),
  /** The zones that are possible there, that of most people first */
  choices: z.array(z.string()),
})

export const trainingZoneRead = endpoint('GET', '/api/trainings/time-zone', {
  summary: 'Find the time zone of a training by its place',
  query: z.strictObject({ format: commonFields.format, place: commonFields.place }),
  response: zoneGuess,
})

export const trainingsResume = endpoint('POST', '/api/trainings/resume', {
  summary: 'After a restore: let emails, reminders, and deadlines of trainings go on',
})

/** After a restore: emails, reminders, and deadlines of trainings wait until someone has looked at all live offers. */
export const trainingsPause = z.object({
  since: z.string(),
  offers: z.array(todayLineWith({ step: z.nullable(personStep), trainerId: z.nullable(z.number()) })),
  /** Upcoming trainings, whose reminders wait, too */
  trainings: z.number(),
})
