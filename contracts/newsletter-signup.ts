import * as z from 'zod/mini'
import { invalidEmail, isEmailAddress } from './email.ts'
import { checkForm, type FormCheck, formStart, honeypotField } from './form-fields.ts'

/** `POST /api/newsletter`, and the form. */
export const newsletterRequest = z.strictObject({
  email: z.optional(z.string()),
  [honeypotField]: z.optional(z.string()),
  /** Our own pages send it with every form; here nothing depends on it. */
  start: z.optional(formStart),
})
export const newsletterResponse = z.object({
  success: z.boolean(),
  message: z.optional(z.string()),
  /** True where the email waits for a person to send it. */
  byHand: z.optional(z.boolean()),
})
export type NewsletterResponse = z.infer<typeof newsletterResponse>

export const newsletterMessages = {
  /** Known and new addresses get the same answer, so it promises nothing that only one of them gets. */
  asked: 'Thanks! We’re emailing you a confirmation link. Click it to finish signing up.',
  /** Where no email server is set up, a person sends it from the Outbox. */
  askedByHand: 'Thanks! We’ll email you a confirmation link soon. Click it to finish signing up.',
  invalid: invalidEmail,
  mend: invalidEmail,
  failed: 'Couldn’t sign you up',
  tooMany: 'Too many tries. Please wait a moment and try again.',
  unreachable: 'We’re having trouble on our end. Please try again in a moment.',
}

export type NewsletterValues = { email: string }

const newsletterValues = z.object({
  email: z.string().check(z.trim(), z.refine<string>(isEmailAddress, invalidEmail)),
})

/** The same check for the form in the browser, the plain form and the call. */
export const checkNewsletter = (values: NewsletterValues): FormCheck<NewsletterValues> =>
  checkForm(newsletterValues, values)
