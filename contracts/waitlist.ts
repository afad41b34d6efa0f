import * as z from 'zod/mini'
import { isEmailAddress } from './email.ts'
import { mendFields } from './form-words.ts'

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

/** Name of the field that people do not see: what fills it in is a machine. */
export const honeypotField = 'website'

/** Between the first touch of a form and its sending: our own page says it, others need not. */
export const secondsSpent = z.number().check(z.minimum(0))

/** The shape of `POST /api/training-waitlist`. Anything else is a broken call, not a person's mistake. */
export const waitlistCall = z.strictObject({
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  company: z.optional(z.string()),
  message: z.optional(z.string()),
  [honeypotField]: z.optional(z.string()),
  seconds: z.optional(secondsSpent),
})
export type WaitlistCall = z.infer<typeof waitlistCall>

const tooLong = (field: WaitlistField) => `Please keep this to ${waitlistLimits[field]} characters at most.`
const optional = (field: WaitlistField) =>
  z.string().check(z.maxLength(waitlistLimits[field], tooLong(field)))
const notBlank = z.refine<string>((text) => text.trim() !== '', { error: 'Required', abort: true })

/** What a person has to get right (spec section 5), with the words that stand under the field. */
const waitlistValues = z.object({
  name: z.string().check(notBlank, z.maxLength(waitlistLimits.name, tooLong('name'))),
  email: z
    .string()
    .check(
      z.trim(),
      notBlank,
      z.refine<string>(isEmailAddress, 'Please enter a valid email address, like name@example.org.'),
    ),
  phone: optional('phone'),
  company: optional('company'),
  message: optional('message'),
})

export type WaitlistErrors = Partial<Record<WaitlistField, string>>
export type WaitlistCheck = { ok: true; values: WaitlistValues } | { ok: false; errors: WaitlistErrors }

/** The same check for the form in the browser, the plain form and the call. */
export function checkWaitlist(values: WaitlistValues): WaitlistCheck {
  const parsed = waitlistValues.safeParse(values)
  if (parsed.success) return { ok: true, values: parsed.data }
  const errors: WaitlistErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path[0] as WaitlistField
    errors[field] ??= issue.message
  }
  return { ok: false, errors }
}

export const waitlistAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  /** With `success: false`: what to mend, by field. */
  errors: z.optional(z.partialRecord(z.enum(waitlistFields), z.string())),
})
export type WaitlistAnswer = z.infer<typeof waitlistAnswer>

export const waitlistMessages = {
  joined: "You're on the list! We'll be in touch soon.",
  mend: mendFields,
  failed: 'Failed to join waitlist',
  unreachable: 'There was a problem joining the waitlist. Please try again.',
  tooMany: 'Too many entries came from your network just now. Please try again in a few minutes.',
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
