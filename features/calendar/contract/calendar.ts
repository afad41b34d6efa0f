import * as z from 'zod/mini'
import { countDays, isoWeekday } from '../../../core/contract/calendar-days.ts'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { isoDayField, shortText } from '../../../core/contract/form-fields.ts'
import { pageQuery, rowNumber } from '../../../core/contract/paging.ts'

export const trainingKind = { name: 'training', label: 'Trainings', order: 7 }

/** `days` limits one read of the calendar; `fileBytes` and `fileCharacters` limit an uploaded file. */
export const calendarLimits = {
  days: 100,
  trainers: 50,
  reason: 200,
  fileName: 200,
  fileBytes: 2 * 1024 * 1024,
  files: 50,
  /** Days ahead for which repeating events of a file are read */
  fileDays: 731,
} as const

/** A day's state besides free. A blocked day can be held or booked as well. */
export const dayStateLabels = { blocked: 'Blocked', held: 'Held', booked: 'Booked' } as const

/** The feature that promised the day adds its address in the admin, or what its screen needs for a link. */
const promise = z.looseObject({
  state: z.enum(['held', 'booked']),
  /** Name and organization of the client; empty once the person is erased */
  name: z.string(),
  company: z.string(),
  /** The purpose of the day; null if it is the training itself */
  what: z.nullable(z.string()),
  href: z.optional(z.string()),
})

const blockedDays = z.strictObject({
  firstDay: isoDayField,
  /** Null for weekdays without an end */
  lastDay: z.nullable(isoDayField),
  /** Days of the week, 1 for Monday (ISO 8601). Empty for every day. */
  weekdays: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7)),
  reason: shortText(calendarLimits.reason),
})
export type BlockedDays = z.infer<typeof blockedDays>

const savedBlock = z.object({
  id: z.number(),
  trainerId: z.number(),
  firstDay: z.string(),
  lastDay: z.nullable(z.string()),
  weekdays: z.array(z.number()),
  reason: z.string(),
  /** The file that the days came from; null if they were typed */
  fileId: z.nullable(z.number()),
})
export type SavedBlock = z.infer<typeof savedBlock>

const busyDay = z.object({
  trainerId: z.number(),
  day: z.string(),
  /** Why the trainer is away; empty if they are not */
  blocks: z.array(savedBlock),
  /** Null if the day is neither held nor booked */
  promise: z.nullable(promise),
})
export type PromisedDay = z.infer<typeof promise>
export type BusyDay = z.infer<typeof busyDay>

/** Ids of trainers, separated by commas */
const trainerIds = z.optional(
  z.string().check(z.regex(new RegExp(`^\\d{1,9}(,\\d{1,9}){0,${calendarLimits.trainers - 1}}$`))),
)

export const calendarRead = endpoint('GET', '/api/calendar', {
  summary: 'Read which days of trainers are blocked, held, or booked',
  description: `All other days are free. Up to ${calendarLimits.days} days. Without \`trainers\`, of everyone who gives trainings.`,
  query: z.object({ from: isoDayField, to: isoDayField, trainers: trainerIds }).check(
    z.refine(({ from, to }) => from <= to && countDays(from, to) <= calendarLimits.days, {
      message: `Read up to ${calendarLimits.days} days at once.`,
    }),
  ),
  response: z.object({
    /** Today in the site's time zone */
    today: z.string(),
    days: z.array(busyDay),
  }),
})

export const blockMessages = {
  order: 'The last day is before the first one.',
  endless: 'Choose a last day, or the weekdays that repeat.',
  noSuchDay: 'None of these weekdays is between the two days.',
  over: 'These days are over. Choose days from today on.',
} as const

/** The mistake in days to block, or undefined. The form and the server check with it. */
export function blockMistake({
  firstDay,
  lastDay,
  weekdays,
}: Omit<BlockedDays, 'reason'>): string | undefined {
  if (lastDay === null) return weekdays.length === 0 ? blockMessages.endless : undefined
  if (lastDay < firstDay) return blockMessages.order
  const length = countDays(firstDay, lastDay)
  if (weekdays.length === 0 || length >= 7) return undefined
  const first = isoWeekday(firstDay)
  const isThere = weekdays.some((weekday) => (weekday - first + 7) % 7 < length)
  return isThere ? undefined : blockMessages.noSuchDay
}

export const blockedDaysCreate = endpoint('POST', '/api/calendar/blocked', {
  summary: 'Block days of a trainer: one day, a range, or weekdays',
  description:
    'The same days with the same reason are saved once. Days that are held or booked stay so, and the calendar shows both.',
  body: z.extend(blockedDays, { trainerId: rowNumber }),
  response: { 201: savedBlock },
})

export const blockedDaysUpdate = rowEndpoint('PUT', '/api/calendar/blocked/:id', {
  summary: 'Change blocked days that were typed',
  body: blockedDays,
  response: savedBlock,
})

export const blockedDaysDelete = rowEndpoint('DELETE', '/api/calendar/blocked/:id', {
  summary: 'Unblock days',
  description: 'With `day`, only that day; the days before and after it stay blocked.',
  query: z.object({ day: z.optional(isoDayField) }),
})

/** A row of what is ahead: blocked days, or a day that is held or booked */
const aheadRow = z.discriminatedUnion('kind', [
  z.extend(savedBlock, { kind: z.literal('blocked'), fileName: z.nullable(z.string()) }),
  z.extend(promise, { kind: z.literal('promised'), trainerId: z.number(), firstDay: z.string() }),
])
export type AheadRow = z.infer<typeof aheadRow>

export const calendarAhead = endpoint('GET', '/api/calendar/ahead', {
  summary: 'List everything from today on that keeps trainers busy, by first day',
  query: z.extend(pageQuery, {
    trainers: trainerIds,
    /** First day, kind, and id of the last row of the previous page: `2026-11-22_blocked_12` */
    cursor: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}_(blocked|promised)_\d{1,10}$/))),
  }),
  response: z.array(aheadRow),
})

const calendarFile = z.object({
  id: z.number(),
  trainerId: z.number(),
  name: z.string(),
  uploadedAt: z.string(),
  /** Days from today on that it blocks */
  days: z.number(),
})
export type CalendarFile = z.infer<typeof calendarFile>

export const calendarFileList = endpoint('GET', '/api/calendar/files', {
  summary: 'List the uploaded calendar files of trainers',
  query: z.object({ trainers: trainerIds }),
  response: z.array(calendarFile),
})

export const calendarFileMessages = {
  tooLarge: 'This file is larger than 2 MB. Export fewer events and try again.',
  notCalendar: 'This isn’t a calendar file. Export your calendar as an .ics file and try again.',
  damaged: 'This calendar file is damaged or incomplete. Export it again and retry.',
  tooTangled: 'This calendar file takes too long to read. Export fewer events and try again.',
} as const

const calendarUpload = z.object({
  file: calendarFile,
  /** Events that were left out: broken, repeated too often or too long, or without a start */
  leftOut: z.number(),
  /** The first ten of them, with their first line in the file and their title, which may be empty */
  leftOutFirst: z.array(z.object({ line: z.number(), title: z.string() })),
})
export type CalendarUpload = z.infer<typeof calendarUpload>

export const calendarFileUpload = endpoint('POST', '/api/calendar/files', {
  summary: 'Block the days of a calendar file (.ics)',
  description: [
    'Each day that an event touches, in the site’s time zone, is blocked for the next two years.',
    'Events that are canceled or marked as free (`TRANSP:TRANSPARENT`) block nothing.',
    'Events that are broken, or repeat more often than once a day, are left out and named.',
    'A file with the same name replaces the days of the earlier one.',
  ].join(' '),
  body: z.strictObject({
    trainerId: rowNumber,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(calendarLimits.fileName)),
    /** The content of the file */
    text: z.string(),
    /** True to save the titles of events as reasons. Otherwise, the reason is the name of the file. */
    keepTitles: z.boolean(),
  }),
  response: { 201: calendarUpload },
})

export const calendarFileDelete = rowEndpoint('DELETE', '/api/calendar/files/:id', {
  summary: 'Delete a calendar file and unblock its days',
})

const trainer = z.object({
  id: z.number(),
  name: z.string(),
  /** Since when the user gives trainings; null if they do not */
  trainerSince: z.nullable(z.string()),
  /** False if their access has ended. Such a user is listed only while they still have future days. */
  isActive: z.boolean(),
})
export type Trainer = z.infer<typeof trainer>

export const trainerList = endpoint('GET', '/api/trainers', {
  summary: 'List all users, and who of them gives trainings',
  response: z.array(trainer),
})

export const trainerUpdate = rowEndpoint('PUT', '/api/trainers/:id', {
  summary: 'Set whether a user gives trainings',
  body: z.strictObject({ isTrainer: z.boolean() }),
  response: z.array(trainer),
})
