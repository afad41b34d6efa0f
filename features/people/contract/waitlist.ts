import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { correctFields } from '../../../core/contract/form-fields.ts'
import { pageQuery } from '../../../core/contract/paging.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { emailField, entryForm, requiredField, textField } from './entry-form.ts'
import { peoplePaths } from './people-paths.ts'

export const waitlistForm = entryForm({
  api: '/api/training-waitlist',
  summary: 'Join the on-site training waitlist',
  description:
    'What a person can fix comes back as `success: false` with a message and the fields. The same entry sent again within ten minutes is taken once. `planUrl` is the page of further questions, which are optional.',
  page: sitePaths.waitlist,
  donePage: peoplePaths.waitlistJoined,
  fields: {
    // The numbers are maximum lengths.
    name: requiredField(200),
    email: emailField,
    phone: textField(50),
    company: textField(200),
    message: textField(5000),
  },
  messages: {
    done: "You're on the list! We'll be in touch soon.",
    fix: correctFields,
    failed: 'Failed to join waitlist',
    unreachable: 'There was a problem joining the waitlist. Please try again.',
    tooMany: 'We’ve gotten too many sign-ups from your network. Please try again in a few minutes.',
  },
  alsoInResponse: { planUrl: z.optional(z.string()) },
})
export type WaitlistValues = ReturnType<typeof waitlistForm.read>

/**
 * One row of the list. It does not reuse the schema in people.ts, because every visitor's browser would load that file
 * together with the form. Empty fields are empty strings.
 */
const waitlistEntry = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  company: z.string(),
  message: z.string(),
  createdAt: z.string(),
})
export type WaitlistEntry = z.infer<typeof waitlistEntry>

export const waitlistList = endpoint('GET', '/api/training-waitlist', {
  summary: 'List the waitlist, newest first',
  query: pageQuery,
  response: z.array(waitlistEntry),
})
