import * as z from 'zod/mini'
import { optionalEmail } from '../../../core/contract/email.ts'
import { endpoint, rowEndpoint } from '../../../core/contract/endpoint.ts'
import { isoDayField, notBlank, requiredEmail, shortText } from '../../../core/contract/form-fields.ts'
import { rowId } from '../../../core/contract/paging.ts'

/** `suspect`: it looks like spam, takes no seat, and waits for a look by the office. */
export const registrationStatuses = ['registered', 'waiting', 'suspect', 'canceled'] as const
export type RegistrationStatus = (typeof registrationStatuses)[number]

export const registrationStatusLabels: Record<RegistrationStatus, string> = {
  registered: 'Registered',
  waiting: 'Waiting list',
  suspect: 'Looks like spam',
  canceled: 'Canceled',
}

/** The one who ended a registration. `server`: the person's data was deleted. */
export const cancelers = ['person', 'us', 'server'] as const

/** A person can bring up to nine more. */
export const maxParty = 10

const partySize = z
  .int('Choose how many people you bring.')
  .check(z.minimum(1), z.maximum(maxParty, `Up to ${maxParty} people can come together.`))

const fields = {
  name: shortText(200),
  email: z.string(),
  company: shortText(200),
  message: shortText(2000),
  /** The person and those whom they bring */
  party: partySize,
  /** Names of those whom they bring, as far as they are known */
  names: z.array(shortText(200)).check(z.maxLength(maxParty - 1)),
}

/** The values that a person sends: the form on the page of a date and the one on the page of a registration check it. */
export const registrationValues = z.strictObject({
  ...fields,
  name: fields.name.check(notBlank),
  email: requiredEmail,
})
export type RegistrationValues = z.infer<typeof registrationValues>

const registration = z.object({
  ...fields,
  id: z.number(),
  uid: z.string(),
  eventId: z.number(),
  status: z.enum(registrationStatuses),
  isWalkIn: z.boolean(),
  paidOn: z.nullable(z.string()),
  version: z.number(),
  createdAt: z.string(),
  waitingSince: z.nullable(z.string()),
  canceledAt: z.nullable(z.string()),
  canceledBy: z.nullable(z.enum(cancelers)),
  /** Keys of its people who were checked in (`personKey`) */
  came: z.array(z.string()),
  /** The person's page, for the admin to copy; null once it is canceled or erased */
  link: z.nullable(z.string()),
})
export type Registration = z.infer<typeof registration>

/** Names one person of a party at the door: 0 is who registered. */
export const personKey = (uid: string, index: number) => `${uid}:${index}`

export const registrationList = rowEndpoint('GET', '/api/events/:id/registrations', {
  summary: 'List all registrations for a public date, by name',
  response: z.array(registration),
})

export const registrationCreate = rowEndpoint('POST', '/api/events/:id/registrations', {
  summary: 'Register someone who called or wrote',
  description: 'They are emailed, and wait if the seats do not suffice.',
  body: registrationValues,
  response: { 201: registration },
})

const registrationParams = z.object({ id: rowId, registration: rowId })

export const registrationUpdate = endpoint('PUT', '/api/events/:id/registrations/:registration', {
  summary: 'Change a registration',
  description: 'A stale `version` responds 409 with the current registration and changes nothing.',
  params: registrationParams,
  body: z.extend(registrationValues, { email: optionalEmail(), version: z.int() }),
  response: registration,
})

export const registrationCancel = endpoint('POST', '/api/events/:id/registrations/:registration/cancel', {
  summary: 'Cancel a registration',
  description: 'The person is emailed, and the seats go to the next parties that fit.',
  params: registrationParams,
  response: registration,
})

export const registrationAdmit = endpoint('POST', '/api/events/:id/registrations/:registration/admit', {
  summary: 'Take a registration that looks like spam as a real one',
  params: registrationParams,
  response: registration,
})

export const registrationPaid = endpoint('POST', '/api/events/:id/registrations/:registration/paid', {
  summary: 'Note the day on which a party paid, or that it did not',
  params: registrationParams,
  body: z.strictObject({ paidOn: z.nullable(isoDayField) }),
  response: registration,
})

/** A mark of the door list. The latest one by its own time counts, so that they can arrive late and twice. */
export const checkInMark = z.strictObject({
  key: z.string().check(z.regex(/^[\da-f-]{36}:\d$/)),
  came: z.boolean(),
  at: z.iso.datetime(),
})
export type CheckInMark = z.infer<typeof checkInMark>

/** Someone who came without a registration. The device chooses the `uid`, so that a repeat is the same person. */
export const walkIn = z.strictObject({
  uid: z.uuid(),
  name: shortText(200).check(notBlank),
  email: optionalEmail(),
  at: z.iso.datetime(),
})
export type WalkIn = z.infer<typeof walkIn>

export const checkInSend = rowEndpoint('POST', '/api/events/:id/check-ins', {
  summary: 'Check people in at the door',
  description:
    'Takes what a device noted while it was offline, also if it is sent twice. Walk-ins without a free seat are not registered; `full` has their uids.',
  body: z.strictObject({
    marks: z.array(checkInMark).check(z.maxLength(500)),
    walkIns: z.array(walkIn).check(z.maxLength(200)),
  }),
  response: z.object({ registrations: z.array(registration), full: z.array(z.string()) }),
})
