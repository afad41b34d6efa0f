import type { SiteContent } from '../../../core/contract/site.ts'

/** The words of the page "Help us plan" */
export const planPage: SiteContent['planPage'] = {
  title: 'Help us plan',
  lead: 'Answer as much or as little as you like. It helps us find a day, and you’re on the list either way.',
  again: 'We keep your earlier answers, except where you fill in a new one.',
  labels: {
    where: 'Where would we meet?',
    city: 'City',
    state: 'State',
    zip: 'ZIP code',
    groupSize: 'How many people?',
    topics: 'Which topics interest you?',
    months: 'Which months work for you?',
    weekdays: 'Which days of the week work?',
    format: 'In person or online?',
  },
  hints: {
    groupSize: 'A guess is fine.',
    any: 'No preference? Leave them all unchecked.',
  },
  button: 'Send answers',
  empty: 'Nothing is filled in yet. Answer any question, or leave this page. You’re on the list either way.',
  privacy: 'We only use this to plan your training.',
  done: {
    title: 'Thank you',
    lead: 'We have your answers. We’ll look for days that work and contact you to talk them over. Nothing is booked until you say yes.',
    again: 'Add or change something',
  },
  over: {
    title: 'This link no longer works',
    expired:
      'It may have expired. If you’re on the waitlist, you still are, and we’ll be in touch. You can also write to us.',
    unknown:
      'Check that the whole link was copied. If you’re on the waitlist, you still are. You can also write to us.',
    contact: 'Contact us',
  },
}
