import * as z from 'zod/mini'
import { emailAddress, invalidEmail } from '../../../core/contract/email.ts'
import { emailField, entryForm } from '../../people/contract/entry-form.ts'
import { newsletterPaths } from './newsletter-paths.ts'

export const newsletterForm = entryForm({
  api: '/api/newsletter',
  summary: 'Sign up for the newsletter',
  description:
    'An email with a button goes to the address; only the button subscribes. The response is the same whether the address is known or not.',
  page: newsletterPaths.page,
  donePage: newsletterPaths.asked,
  fields: {
    // Without the check for blank fields, so that a blank address gets the same message as an invalid one
    email: { ...emailField, schema: emailAddress() },
  },
  messages: {
    /** New and known addresses get the same message, so that it does not reveal who is subscribed. */
    done: 'Thanks! We’re emailing you a confirmation link. Click it to finish signing up.',
    fix: invalidEmail,
    failed: 'Couldn’t sign you up',
    tooMany: 'Too many tries. Please wait a moment and try again.',
    unreachable: 'We’re having trouble on our end. Please try again in a moment.',
  },
  response: z.object({
    success: z.boolean(),
    message: z.optional(z.string()),
    /** True if no email server is set up, so that an editor has to send the email */
    byHand: z.optional(z.boolean()),
  }),
})

/** Replaces `done` if no email server is set up: an editor then sends the email from the Outbox. */
export const askedByHand = 'Thanks! We’ll email you a confirmation link soon. Click it to finish signing up.'
