import { lookFields } from '../look/look.ts'
import {
  buttonText,
  type Fields,
  type FieldValues,
  group,
  paragraph,
  richText,
  text,
  texts,
} from './fields.ts'
import { homeSections } from './home-sections.ts'

// The words of the other public pages.

const booking = 'Booking button'

const appsPage = {
  title: text('Headline after your name', 120),
  subtitle: paragraph('Sentence below', 240),
  unsure: group('Card at the end', {
    title: text('Headline', 120),
    text: paragraph('Text', 300),
    button: buttonText(booking),
  }),
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
}

const label = (name: string) => text(name, 80)
const example = (name: string) => text(name, 100, { isOptional: true })

const waitlist = {
  ...formWords,
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
}

const contact = {
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
}

const blog = {
  headline: text('Headline', 120),
  lead: paragraph('Sentence below', 240),
  empty: text('While there are no posts', 160),
  bookTitle: text('Headline of the booking box below posts', 120),
  book: buttonText(booking),
}

const way = (name: string) => group(name, { title: text('Link', 80), text: text('Sentence below', 160) })

const notFound = {
  title: text('Headline', 80),
  lead: paragraph('Sentence below', 240),
  home: way('Way to the home page'),
  book: way('Way to the booking page'),
  waitlist: way('Way to the waitlist'),
}

const legal = {
  description: text('Description for search engines', 200),
  text: richText(
    'Text',
    200_000,
    'Words in double braces, such as {{name}} or {{contactEmail}}, are replaced by your settings.',
  ),
}

const pageSections = {
  appsPage,
  waitlist,
  contact,
  blog,
  notFound,
  privacyPolicy: legal,
  termsOfService: legal,
}

/** Everything on the public site that editors can change in the admin, section by section */
export const sectionFields = { look: lookFields, ...homeSections, ...pageSections } satisfies Record<
  string,
  Fields
>

export type SectionId = keyof typeof sectionFields

/** The words and lists of the public site */
export type SiteContent = { [Id in SectionId]: FieldValues<(typeof sectionFields)[Id]> }

/** The movable sections of the home page */
export type HomeSection = SiteContent['homeLayout']['sections'][number]['part']

export type Service = SiteContent['services']['list'][number]
export type App = SiteContent['apps']['list'][number]
export type Insight = SiteContent['insights']['list'][number]

export const sectionIds = Object.keys(sectionFields) as SectionId[]
