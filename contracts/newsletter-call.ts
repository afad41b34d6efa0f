import * as z from 'zod/mini'
import { invalidEmail, isEmailAddress } from './email.ts'
import { checkForm, type FormCheck, formStart, honeypotField } from './entry-form.ts'

/** `POST /api/newsletter`, and the form. */
export const newsletterCall = z.strictObject({
  email: z.optional(z.string()),
  [honeypotField]: z.optional(z.string()),
  /** Our own pages send it with every form; here nothing depends on it. */
  start: z.optional(formStart),
})
export const newsletterAnswer = z.object({ success: z.boolean(), message: z.string() })

export const newsletterMessages = {
  asked: 'Thank you. We have sent you a mail with a button: press it, and you are on the list.',
  invalid: invalidEmail,
  mend: invalidEmail,
  failed: 'Failed to ask for the newsletter',
  tooMany: 'That was too often in a short time. Please wait a little and try again.',
  unreachable: 'We cannot reach our records right now. Please try again in a moment.',
}

export type NewsletterValues = { email: string }

const newsletterValues = z.object({
  email: z.string().check(z.trim(), z.refine<string>(isEmailAddress, invalidEmail)),
})

/** The same check for the form in the browser, the plain form and the call. */
export const checkNewsletter = (values: NewsletterValues): FormCheck<NewsletterValues> =>
  checkForm(newsletterValues, values)
