import * as z from 'zod/mini'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { isoDayField, shortText } from '../../../core/contract/form-fields.ts'
import { moneyFields } from '../../../core/contract/money.ts'
import { pageQuery, rowNumber } from '../../../core/contract/paging.ts'
import { endsAfterStart, localTime, timeZoneField } from '../../calendar/contract/day-fields.ts'

export const eventKinds = ['workshop', 'bootcamp', 'networking'] as const
export type EventKind = (typeof eventKinds)[number]

export const eventKindLabels: Record<EventKind, string> = {
  workshop: 'Workshop',
  bootcamp: 'Bootcamp',
  networking: 'Networking event',
}

export const eventFormats = ['in-person', 'online'] as const
export type EventFormat = (typeof eventFormats)[number]

export const eventFormatLabels: Record<EventFormat, string> = { 'in-person': 'In person', online: 'Online' }

export const eventStatuses = ['draft', 'published', 'canceled'] as const

export const eventLimits = {
  title: 150,
  content: 100_000,
  place: 500,
  price: 200,
  terms: 2000,
  contact: 300,
  reason: 1000,
  seats: 2000,
} as const

const { amount, currency, payUrl } = moneyFields

const eventFields = {
  kind: z.enum(eventKinds),
  title: shortText(eventLimits.title),
  /** HTML of the editor */
  content: z.string().check(z.maxLength(eventLimits.content, 'This text is too long.')),
  /** Address of a picture on this site; empty for none */
  picture: shortText(500),
  pictureAlt: shortText(500),
  day: isoDayField,
  startsAt: localTime,
  endsAt: localTime,
  timeZone: timeZoneField,
  format: z.enum(eventFormats),
  place: shortText(eventLimits.place),
  onlineUrl: payUrl,
  /** Null for no limit */
  seats: z.nullable(
    z
      .int('Enter a whole number, like 20.')
      .check(
        z.minimum(1, 'Enter at least 1, or leave this blank for no limit.'),
        z.maximum(eventLimits.seats, `Enter ${eventLimits.seats.toLocaleString('en-US')} or fewer.`),
      ),
  ),
  amount,
  currency,
  price: shortText(eventLimits.price),
  payUrl,
  terms: shortText(eventLimits.terms),
  registerUntil: z.nullable(isoDayField),
  contact: shortText(eventLimits.contact),
  trainerId: z.nullable(rowNumber),
}

export const eventValues = z
  .strictObject({ ...eventFields, title: eventFields.title.check(z.minLength(1, 'Enter a title.')) })
  .check(endsAfterStart)
export type EventValues = z.infer<typeof eventValues>

const event = z.object({
  ...eventFields,
  id: z.number(),
  uid: z.string(),
  slug: z.string(),
  status: z.enum(eventStatuses),
  version: z.number(),
  /** Seats that are taken, parties and seats that wait, and registrations that look like spam */
  taken: z.number(),
  waiting: z.number(),
  waitingSeats: z.number(),
  suspect: z.number(),
  /** People who were checked in */
  came: z.number(),
  trainerName: z.nullable(z.string()),
  /** True once it has ended */
  isOver: z.boolean(),
  publishedAt: z.nullable(z.string()),
  canceledAt: z.nullable(z.string()),
  cancelReason: z.string(),
})
export type Event = z.infer<typeof event>

/** `coming` includes drafts and what was canceled, until the day is over. */
export const eventViews = ['coming', 'past'] as const
export type EventView = (typeof eventViews)[number]

export const eventList = endpoint('GET', '/api/events', {
  summary: 'List public dates: coming ones by day, others from the latest day',
  query: z.extend(pageQuery, {
    view: z._default(z.enum(eventViews), 'coming'),
    /** Day and id of the last row of the previous page: `2026-11-22_12` */
    cursor: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}_\d{1,10}$/))),
  }),
  response: z.array(event),
})

export const eventRead = rowEndpoint('GET', '/api/events/:id', {
  summary: 'Read a public date',
  response: event,
})

export const eventCreate = endpoint('POST', '/api/events', {
  summary: 'Make a public date, as a draft',
  body: eventValues,
  response: { 201: event },
})

export const eventUpdate = rowEndpoint('PUT', '/api/events/:id', {
  summary: 'Change a public date',
  description:
    'Everyone who is registered is emailed if the day, the hours, the place, or the link changes. A stale `version` responds 409 with the current date and changes nothing. Fewer seats than are taken are refused.',
  body: z.extend(eventValues, { version: z.int() }),
  response: event,
})

export const eventPublish = rowEndpoint('POST', '/api/events/:id/publish', {
  summary: 'Show a public date on the site and open its registration',
  response: event,
})

export const eventCancel = rowEndpoint('POST', '/api/events/:id/cancel', {
  summary: 'Cancel a public date',
  description: 'Everyone who is registered or waits is emailed.',
  body: z.strictObject({ reason: shortText(eventLimits.reason) }),
  response: event,
})

export const eventCopy = rowEndpoint('POST', '/api/events/:id/copy', {
  summary: 'Copy a public date to another day, as a draft',
  body: z.strictObject({ day: isoDayField }),
  response: { 201: event },
})

export const eventDelete = rowEndpoint('DELETE', '/api/events/:id', {
  summary: 'Delete a draft of a public date',
})
