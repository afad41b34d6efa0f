import * as z from 'zod/mini'
import { isEmailAddress } from './email.ts'
import { mendFields } from './form-words.ts'
import { honeypotField, secondsSpent } from './waitlist.ts'

/** Longest accepted text of each field, in UTF-16 code units as `maxlength` counts them; of services, each. */
export const contactLimits = {
  name: 200,
  company: 200,
  email: 254,
  phone: 50,
  industry: 200,
  services: 100,
  timeline: 200,
} as const
const mostServices = 20

export const contactTextFields = ['name', 'company', 'email', 'phone', 'industry', 'timeline'] as const
export const contactFields = [...contactTextFields, 'services'] as const
export type ContactField = (typeof contactFields)[number]
export type ContactValues = Record<(typeof contactTextFields)[number], string> & { services: string[] }

export const emptyContactValues: ContactValues = {
  name: '',
  company: '',
  email: '',
  phone: '',
  industry: '',
  services: [],
  timeline: '',
}

/** The shape of `POST /api/contact`, and of its form, where one service is not a list. */
export const contactCall = z.strictObject({
  name: z.optional(z.string()),
  company: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  industry: z.optional(z.string()),
  services: z.optional(z.union([z.string(), z.array(z.string())])),
  timeline: z.optional(z.string()),
  [honeypotField]: z.optional(z.string()),
  seconds: z.optional(secondsSpent),
})
export type ContactCall = z.infer<typeof contactCall>

const tooLong = (field: ContactField) => `Please keep this to ${contactLimits[field]} characters at most.`
const notBlank = z.refine<string>((text) => text.trim() !== '', { error: 'Required', abort: true })
const optional = (field: ContactField) => z.string().check(z.maxLength(contactLimits[field], tooLong(field)))
const required = (field: ContactField) =>
  z.string().check(notBlank, z.maxLength(contactLimits[field], tooLong(field)))

const contactValues = z.object({
  name: required('name'),
  company: required('company'),
  email: z
    .string()
    .check(
      z.trim(),
      notBlank,
      z.refine<string>(isEmailAddress, 'Please enter a valid email address, like name@example.org.'),
    ),
  phone: optional('phone'),
  industry: optional('industry'),
  services: z
    .array(optional('services'))
    .check(z.maxLength(mostServices, `Please choose ${mostServices} at most.`)),
  timeline: optional('timeline'),
})

export type ContactErrors = Partial<Record<ContactField, string>>
export type ContactCheck = { ok: true; values: ContactValues } | { ok: false; errors: ContactErrors }

/** The same check for the form in the browser, the plain form and the call. */
export function checkContact(values: ContactValues): ContactCheck {
  const parsed = contactValues.safeParse(values)
  if (parsed.success) return { ok: true, values: parsed.data }
  const errors: ContactErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path[0] as ContactField
    errors[field] ??= issue.message
  }
  return { ok: false, errors }
}

export const contactAnswer = z.object({
  success: z.boolean(),
  message: z.string(),
  /** With `success: false`: what to mend, by field. */
  errors: z.optional(z.partialRecord(z.enum(contactFields), z.string())),
})
export type ContactAnswer = z.infer<typeof contactAnswer>

export const contactMessages = {
  sent: "Thank you! We'll be in touch soon.",
  mend: mendFields,
  failed: 'Failed to send your message',
  unreachable: 'There was a problem sending your message. Please try again.',
  tooMany: 'Too many messages came from your network just now. Please try again in a few minutes.',
} as const
