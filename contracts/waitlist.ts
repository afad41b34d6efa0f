import * as z from 'zod/mini'
import {
  checkForm,
  correctFields,
  type FormCheck,
  formStart,
  honeypotField,
  optionalText,
  requiredEmail,
  requiredText,
  secondsSpent,
} from './form-fields.ts'

/** Longest accepted text of each field, in UTF-16 code units as `maxlength` counts them. */
export const waitlistLimits = { name: 200, email: 254, phone: 50, company: 200, message: 5000 } as const

export const waitlistFields = ['name', 'email', 'phone', 'company', 'message'] as const
export type WaitlistField = (typeof waitlistFields)[number]
export type WaitlistValues = Record<WaitlistField, string>

export const emptyWaitlistValues: WaitlistValues = {
  name: '',
  email: '',
  phone: '',
  company: '',
  message: '',
}

/** The shape of `POST /api/training-waitlist`. Anything else is a broken call, not a person's mistake. */
export const waitlistRequest = z.strictObject({
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  company: z.optional(z.string()),
  message: z.optional(z.string()),
  [honeypotField]: z.optional(z.string()),
  start: z.optional(formStart),
  seconds: z.optional(secondsSpent),
})
export type WaitlistRequest = z.infer<typeof waitlistRequest>

/** What a person has to get right. */
const waitlistValues = z.object({
  name: requiredText(waitlistLimits.name),
  email: requiredEmail,
  phone: optionalText(waitlistLimits.phone),
  company: optionalText(waitlistLimits.company),
  message: optionalText(waitlistLimits.message),
})

export type WaitlistErrors = Partial<Record<WaitlistField, string>>

/** The same check for the form in the browser, the plain form and the call. */
export const checkWaitlist = (values: WaitlistValues): FormCheck<WaitlistValues> =>
  checkForm(waitlistValues, values)

export const waitlistResponse = z.object({
  success: z.boolean(),
  /** Our own server always sends one; a form has words of its own for a call that does not. */
  message: z.optional(z.string()),
  /** With `success: false`: what to fix, by field. */
  errors: z.optional(z.partialRecord(z.enum(waitlistFields), z.string())),
})
export type WaitlistResponse = z.infer<typeof waitlistResponse>

export const waitlistMessages = {
  joined: "You're on the list! We'll be in touch soon.",
  mend: correctFields,
  failed: 'Failed to join waitlist',
  unreachable: 'There was a problem joining the waitlist. Please try again.',
  tooMany: 'We’ve gotten too many sign-ups from your network. Please try again in a few minutes.',
} as const

/** One entry as `GET /api/training-waitlist` lists it: empty optional fields are empty strings. */
export const waitlistEntry = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  message: z.string(),
  createdAt: z.string(),
})
export type WaitlistEntry = z.infer<typeof waitlistEntry>
