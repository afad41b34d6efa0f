import {
  buttonText,
  type FieldValues,
  group,
  paragraph,
  text,
  texts,
} from '../../../core/contract/site-content/fields.ts'
import { defineSection, onPage } from '../../site/contract/site-content/section.ts'

// The words of the waitlist and contact forms.

const message = (name: string) => text(name, 240)

/** What a form says besides its labels: `messages` of its definition, and the notices in a corner of the window */
export const entryMessages = {
  success: text('Title of the notification after sending', 60),
  done: message('Text of that notification'),
  error: text('Title of the notification after a failure', 60),
  failed: message('If it was not accepted'),
  unreachable: message('If the site can’t be reached'),
  tooMany: message('After too many tries'),
  email: message('Below an address that isn’t valid'),
}

const formWords = {
  title: text('Headline', 120),
  lead: paragraph('Sentence below', 400),
  button: buttonText('Button'),
  sending: buttonText('Button while sending'),
  privacy: text('Sentence about privacy', 160),
  privacyLink: buttonText('Link to the privacy policy'),
  stepsTitle: text('Headline of the steps', 80),
  steps: texts('What happens next', { item: 'step', min: 0, max: 6, maxLength: 200 }),
  done: group('After sending', {
    title: text('Headline', 120),
    lead: paragraph('Text', 400),
    again: buttonText('Button for another one'),
  }),
  messages: group('Messages', {
    ...entryMessages,
    fix: message('Above a form with mistakes'),
    required: message('Below a field that is empty'),
  }),
}

const label = (name: string) => text(name, 80)
const example = (name: string) => text(name, 100, { isOptional: true })

const waitlistPlace = onPage('waitlist', 'Waitlist', 'The form for on-site training', 3)
const contactPage = onPage('contact', 'Contact form', 'On its page and the home page', 3)
const contactPlace = { ...contactPage, homePart: 'Contact form' }

export const waitlistSection = defineSection('waitlist', waitlistPlace, {
  ...formWords,
  plan: group('Questions that help you plan, offered after sending', {
    lead: paragraph('Sentence before the link', 200),
    link: buttonText('Link to the questions'),
  }),
  labels: group('Labels of the fields', {
    name: label('Name'),
    email: label('Email'),
    phone: label('Phone'),
    company: label('Organization'),
    message: label('Message'),
  }),
  placeholders: group('Examples in the fields', {
    name: example('Name'),
    email: example('Email'),
    message: example('Message'),
  }),
})

const planPlace = onPage('plan', 'Help us plan', 'The questions after joining the waitlist', 3)

export const planSection = defineSection('planPage', planPlace, {
  title: text('Headline', 120),
  lead: paragraph('Sentence below', 400),
  labels: group('The questions', {
    where: label('Place'),
    city: label('City'),
    state: label('State'),
    zip: label('ZIP code'),
    groupSize: label('Group size'),
    topics: label('Topics'),
    months: label('Months'),
    weekdays: label('Days of the week'),
    format: label('In person or online'),
  }),
  hints: group('Help below the questions', {
    groupSize: label('Below the group size'),
    any: label('Below months and days'),
  }),
  again: text('Sentence for who has answered before', 160),
  privacy: text('Sentence about privacy', 160),
  button: buttonText('Button'),
  empty: text('Message if nothing is filled in', 200),
  done: group('After sending', {
    title: text('Headline', 120),
    lead: paragraph('Text', 400),
    again: buttonText('Button for more answers'),
  }),
  over: group('When the link no longer works', {
    title: text('Headline', 120),
    expired: paragraph('Text if it has expired', 400),
    unknown: paragraph('Text if there is no such link', 400),
    contact: buttonText('Link to the contact form'),
  }),
})

export const contactSection = defineSection('contact', contactPlace, {
  ...formWords,
  labels: group('Labels of the fields', {
    name: label('Name'),
    company: label('Organization'),
    email: label('Email'),
    phone: label('Phone'),
    industry: label('Industry'),
    services: label('Services'),
    timeline: label('Timeline'),
  }),
  placeholders: group('Examples in the fields', {
    name: example('Name'),
    company: example('Organization'),
    email: example('Email'),
    industry: example('Industry'),
  }),
  services: texts('Services to choose from', { item: 'service', min: 1, max: 12, maxLength: 60 }),
  noTimeline: buttonText('Timeline before choosing'),
  timelines: texts('Timelines to choose from', { item: 'timeline', min: 1, max: 8, maxLength: 60 }),
})

declare module '../../../core/contract/site.ts' {
  interface SiteContent {
    waitlist: FieldValues<typeof waitlistSection.fields>
    contact: FieldValues<typeof contactSection.fields>
    planPage: FieldValues<typeof planSection.fields>
  }
}
