/** The offer on the page after someone has joined the waitlist */
export const planOffer = {
  lead: 'If you like, tell us where you are and when you have time. It makes finding a day easier.',
  link: 'Help us plan',
}

/** The page of the questions, and its states */
export const planPage = {
  title: 'Help us plan',
  lead: 'Answer as much or as little as you like. It helps us find a day, and you’re on the list either way.',
  again: 'We keep your earlier answers, except where you fill in a new one.',
  where: 'Where would we meet?',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  groupSize: 'How many people?',
  groupSizeHint: 'A guess is fine.',
  topics: 'Which topics interest you?',
  months: 'Which months work for you?',
  weekdays: 'Which days of the week work?',
  format: 'In person or online?',
  anyWorks: 'No preference? Leave them all unchecked.',
  button: 'Send answers',
  empty: 'Nothing is filled in yet. Answer any question, or leave this page. You’re on the list either way.',
  unreachable: 'We couldn’t save your answers right now. Please try again in a moment.',
  privacy: 'We only use this to plan your training.',
  sentTitle: 'Thank you',
  sent: 'We have your answers. We’ll look for days that work and contact you to talk them over. Nothing is booked until you say yes.',
  more: 'Add or change something',
  overTitle: 'This link no longer works',
  over: 'It may have expired. If you’re on the waitlist, you still are, and we’ll be in touch. You can also write to us.',
  unknown:
    'Check that the whole link was copied. If you’re on the waitlist, you still are. You can also write to us.',
  contact: 'Contact us',
} as const
