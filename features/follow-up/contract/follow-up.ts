import * as z from 'zod/mini'
import { isEmailAddress } from '../../../core/contract/email.ts'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { shortText, tooLong } from '../../../core/contract/form-fields.ts'
import { rowId } from '../../../core/contract/paging.ts'

/** Days after the day until which people can answer, and change their answers */
export const feedbackDays = 14

export const ratings = ['1', '2', '3', '4', '5'] as const

export const feedbackLimits = { text: 2000 }

const attendee = z.object({
  id: z.number(),
  /** Empty once the person was deleted */
  name: z.string(),
  email: z.string(),
  /** Number in the address of the certificate */
  certificate: z.string(),
  isWithdrawn: z.boolean(),
  /** True if the office added them by name, so that it can also remove them */
  isRemovable: z.boolean(),
  /** Null until they answer */
  rating: z.nullable(z.number()),
  best: z.string(),
  better: z.string(),
})
export type Attendee = z.infer<typeof attendee>

/** The people who came on a day, with their answers */
const followUp = z.object({
  attendees: z.array(attendee),
  /** The time when the questions go out; null if no one is asked */
  askAt: z.nullable(z.string()),
})
export type FollowUp = z.infer<typeof followUp>

const params = z.object({ uid: z.uuid() })
const attendeeParams = z.extend(params, { attendee: rowId })

export const followUpRead = endpoint('GET', '/api/follow-up/:uid', {
  summary: 'Read who came to a training or a public date, with their certificates and answers',
  params,
  response: followUp,
})

const maxLines = 200
const badEmail = 'One of the email addresses isn’t complete. An address looks like maya@example.org.'

const name = z
  .string()
  .check(
    z.minLength(1, 'Enter a name before each email address.'),
    z.maxLength(200, 'Keep each name to 200 characters or fewer.'),
  )
const email = z.string().check(z.refine((text) => text === '' || isEmailAddress(text), badEmail))
const list = z
  .array(z.object({ name, email }))
  .check(
    z.minLength(1, 'Enter at least one name.'),
    z.maxLength(maxLines, `Enter at most ${maxLines} people at once.`),
  )

/** One person a line. A last word with an @ is their email address. */
const people = z.pipe(
  z.string().check(z.maxLength(20_000, tooLong(20_000))),
  z.pipe(
    z.transform((text: string) => text.split('\n').flatMap((line) => readPerson(line.trim()))),
    list,
  ),
)

function readPerson(line: string): z.infer<typeof list> {
  if (line === '') return []
  const email = /\S*@\S*$/.exec(line)?.[0] ?? ''
  const name = line.slice(0, line.length - email.length).replace(/[\s,;]+$/, '')
  return [{ name, email: email.replace(/^<(.*)>$/, '$1') }]
}

export const attendeesAdd = endpoint('POST', '/api/follow-up/:uid/attendees', {
  summary: 'Add people who came',
  params,
  body: z.strictObject({ people }),
  response: followUp,
})

export const attendeeRemove = endpoint('DELETE', '/api/follow-up/:uid/attendees/:attendee', {
  summary: 'Remove someone who was added by name and did not come',
  description: 'Their name and address are erased, and their certificate is withdrawn.',
  params: attendeeParams,
  response: followUp,
})

export const certificateChange = endpoint('PATCH', '/api/follow-up/:uid/attendees/:attendee', {
  summary: 'Withdraw a certificate, or make it valid again',
  params: attendeeParams,
  body: z.strictObject({ isWithdrawn: z.boolean() }),
  response: followUp,
})

/** The answers of one person */
export const feedbackValues = z.object({
  rating: z.pipe(z.enum(ratings, 'Choose one of these.'), z.transform(Number)),
  best: shortText(feedbackLimits.text),
  better: shortText(feedbackLimits.text),
})
export type FeedbackValues = z.infer<typeof feedbackValues>
