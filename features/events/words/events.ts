import type { SiteContent } from '../../../core/contract/site.ts'

// The words of the pages about public dates, and of the pages of registrations

export const nextDates: SiteContent['nextDates'] = {
  title: 'Next dates',
  lead: 'Come and learn with people like you. Pick a date and save your seat.',
  all: 'See all events',
  page: {
    title: 'Events',
    lead: 'Workshops, bootcamps, and evenings to meet. Pick a date and save your seat.',
    none: 'Nothing is planned right now. Write to us, and we’ll tell you what comes next.',
  },
  register: 'Register',
  wait: 'Join the waiting list',
}

export const eventWords = {
  write: 'Write to us',
  coming: 'Coming up',
  past: 'Past events',
  all: 'All events',
  next: 'See what’s coming up next',
  subscribe: 'Get all dates in your calendar',
  download: 'Add it to your calendar',
  free: 'Free',
  full: 'Full',
  seatsLeft: (count: number) => `${count} ${count === 1 ? 'seat' : 'seats'} left`,
  facts: {
    title: 'Facts',
    when: 'When',
    where: 'Where',
    online: 'Online',
    onlineNote: 'You’ll get the link to join when you register.',
    map: 'Show on a map',
    price: 'Price',
    perPerson: (price: string) => `${price} per person`,
    seats: 'Seats',
    terms: 'Terms',
    contact: 'Questions?',
    registerBy: 'Register by',
  },
  /** Reasons why no one can register. A link to write to us or to the other events follows. */
  states: {
    closed: 'Registration for this event is closed. If you’d still like to come, write to us.',
    begun: 'This event has begun, so you can’t register here anymore.',
    over: 'This event is over.',
    canceled: 'We’re sorry, but we had to cancel this event.',
  },
}

export const registrationForm = {
  title: 'Register',
  titleFull: 'Join the waiting list',
  full: 'All seats are taken. Join the waiting list, and we’ll email you as soon as there is room for you.',
  fewLeft: (seats: string) =>
    `${seats}. If you need more, we’ll put all of you on the waiting list together.`,
  labels: {
    name: 'Your name *',
    email: 'Your email *',
    company: 'Organization',
    party: 'How many of you are coming?',
    names: 'Names of the people you bring',
    message: 'Anything we should know?',
  },
  otherName: (number: number) => `Person ${number}`,
  party: (count: number) => (count === 1 ? 'Just me' : `${count} people: me and ${count - 1} more`),
  partyHint: 'You can tell us their names later.',
  privacy: 'We only use this for the event.',
  privacyLink: 'How we handle your data',
  terms: 'Terms',
  accepting: 'By registering, you accept these terms.',
  retry: { title: 'Your registration isn’t saved yet', button: 'Try again', back: 'Back to the event' },
  problems: {
    closed: 'Registration closed in the meantime, so we couldn’t save yours.',
    tooMany: 'Too many attempts. Please wait a few minutes, then try again.',
    unreachable: 'We couldn’t save this right now. Please try again in a moment.',
  },
}

/** The page behind the link in emails to people who registered */
export const registrationPage = {
  registered: {
    title: 'You’re registered',
    lead: 'We’re looking forward to seeing you. You’ll get this by email, too.',
  },
  waiting: {
    title: 'You’re on the waiting list',
    lead: 'All seats are taken right now. We’ll email you as soon as there is room for you.',
  },
  suspect: { title: 'We got your registration', lead: 'We’ll confirm it by email soon.' },
  left: {
    title: 'Your registration is canceled',
    lead: 'Thank you for letting us know. If things change, you can register again.',
  },
  removed: {
    title: 'Your registration is canceled',
    lead: 'We had to cancel your registration. If you have questions, write to us.',
  },
  canceled: { title: 'This event is canceled', lead: 'We’re sorry, but we had to cancel this event.' },
  over: { title: 'This event is over', lead: 'Thank you for coming. If you have questions, write to us.' },
  unknown: {
    title: 'This link doesn’t work',
    lead: 'Check that you opened the whole link from our email, or write to us.',
  },
  retry: { title: 'Your change isn’t saved yet', back: 'Back to your registration' },
  saved: 'Your changes are saved.',
  party: 'You registered for',
  people: (count: number) => `${count} ${count === 1 ? 'person' : 'people'}`,
  total: (price: string, each: string) => `${price} (${each} per person)`,
  join: 'Join online',
  pay: 'Pay online',
  change: {
    summary: 'Change your registration',
    button: 'Save changes',
    tooFew: (left: number) =>
      `There ${left === 1 ? 'is only 1 more seat' : `are only ${Math.max(left, 0)} more seats`}. Choose a smaller number, or write to us.`,
    noneLeft: 'There are no more seats. Keep the number as it is, or write to us.',
  },
  cancel: {
    summary: 'Cancel your registration',
    lead: 'This gives your seats to someone else right away.',
    leadWaiting: 'This takes you off the waiting list right away.',
    button: 'Yes, cancel my registration',
  },
  noChange: 'You can’t change anything here right now. Please write to us.',
  tooLate: 'It’s too late to change anything here. Please write to us.',
  again: 'See the event',
}
