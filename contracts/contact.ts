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
const maxServices = 20

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
export const contactRequest = z.strictObject({
  name: z.optional(z.string()),
  company: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  industry: z.optional(z.string()),
  services: z.optional(z.union([z.string(), z.array(z.string())])),
  timeline: z.optional(z.string()),
  [honeypotField]: z.optional(z.string()),
  start: z.optional(formStart),
  seconds: z.optional(secondsSpent),
})
export type ContactRequest = z.infer<typeof contactRequest>

const contactValues = z.object({
  name: requiredText(contactLimits.name),
  company: requiredText(contactLimits.company),
  email: requiredEmail,
  phone: optionalText(contactLimits.phone),
  industry: optionalText(contactLimits.industry),
  services: z
    .array(optionalText(contactLimits.services))
    .check(z.maxLength(maxServices, `Choose up to ${maxServices}.`)),
  timeline: optionalText(contactLimits.timeline),
})

export type ContactErrors = Partial<Record<ContactField, string>>

/** The same check for the form in the browser, the plain form and the call. */
export const checkContact = (values: ContactValues): FormCheck<ContactValues> =>
  checkForm(contactValues, values)

export const contactResponse = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
  /** With `success: false`: what to fix, by field. */
  errors: z.optional(z.partialRecord(z.enum(contactFields), z.string())),
})
export type ContactResponse = z.infer<typeof contactResponse>

export const contactMessages = {
  sent: "Thank you! We'll be in touch soon.",
  mend: correctFields,
  failed: 'Failed to send your message',
  unreachable: 'There was a problem sending your message. Please try again.',
  tooMany: 'We’ve gotten too many messages from your network. Please try again in a few minutes.',
} as const
