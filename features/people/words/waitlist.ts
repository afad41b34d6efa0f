import type { SiteContent } from '../../../core/contract/site.ts'
import { messagesOf } from '../contract/entry-form.ts'
import { waitlistForm } from '../contract/waitlist.ts'

/** Text around the waitlist form, on its page and in its dialog. */
export const waitlist: SiteContent['waitlist'] = {
  title: 'Join the On-Site Training Waitlist',
  lead: 'Tell us who you are and what your team would like to learn. It takes a minute.',
  labels: {
    name: 'Name *',
    email: 'Email *',
    phone: 'Phone',
    company: 'Organization/Company',
    message: 'Message (Optional)',
  },
  placeholders: {
    name: 'Your full name',
    email: 'you@example.org',
    message: 'What would you like your team to learn?',
  },
  button: 'Join Waitlist',
  sending: 'Joining...',
  privacy: 'We only use this to reply to you.',
  privacyLink: 'How we handle your data',
  steps: [
    'We read your request.',
    'We contact you to talk about topics, location, and dates.',
    'We come to you for a workshop or bootcamp.',
  ],
  stepsTitle: 'What happens next',
  done: {
    title: "You're on the list!",
    lead: 'We’ll be in touch soon. There’s nothing else you need to do.',
    again: 'Submit Another Entry',
  },
  messages: messagesOf(waitlistForm),
  plan: {
    lead: 'If you like, tell us where you are and when you have time. It makes finding a day easier.',
    link: 'Help us plan',
  },
}
