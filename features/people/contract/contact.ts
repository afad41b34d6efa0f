import { correctFields } from '../../../core/contract/form-fields.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { emailField, entryForm, listField, requiredField, textField } from './entry-form.ts'
import { peoplePaths } from './people-paths.ts'

export const contactForm = entryForm({
  api: '/api/contact',
  summary: 'Write to us',
  description:
    'What a person can fix comes back as `success: false` with a message and the fields. The same message sent again within ten minutes is taken once.',
  page: sitePaths.contact,
  donePage: peoplePaths.contactSent,
  fields: {
    // The numbers are maximum lengths; for a list, the length of an item and the number of items.
    name: requiredField(200),
    company: requiredField(200),
    email: emailField,
    phone: textField(50),
    industry: textField(200),
    services: listField(100, 20),
    timeline: textField(200),
  },
  messages: {
    done: "Thank you! We'll be in touch soon.",
    fix: correctFields,
    failed: 'Failed to send your message',
    unreachable: 'There was a problem sending your message. Please try again.',
    tooMany: 'We’ve gotten too many messages from your network. Please try again in a few minutes.',
  },
})
export type ContactValues = ReturnType<typeof contactForm.read>
