import { lookFields } from '../../../../core/contract/look/look.ts'
import {
  buttonText,
  type FieldValues,
  group,
  paragraph,
  richText,
  text,
} from '../../../../core/contract/site-content/fields.ts'
import { homeSections } from './home-sections.ts'
import { defineSection, onEveryPage, onPage } from './section.ts'

const lookPlace = onEveryPage('Look', 'Logo, colors, typefaces, and corners', '.logo')
const missing = { ...onPage('notFound', 'Page not found', 'For wrong addresses', 5), inGroup: 1 }

const way = (name: string) => group(name, { title: text('Link', 80), text: text('Sentence below', 160) })

const legal = {
  description: text('Description for search engines', 200),
  text: richText(
    'Text',
    200_000,
    'Words in double braces, such as {{name}} or {{contactEmail}}, are replaced by your settings.',
  ),
}

/** Our own sections. Those of other features are in their manifests. */
export const siteSections = [
  defineSection('look', { ...lookPlace, otherPages: ['post'] }, lookFields),
  ...homeSections,
  defineSection('appsPage', onPage('apps', 'Apps page', 'Headline and the card at the end', 2), {
    title: text('Headline after your name', 120),
    subtitle: paragraph('Sentence below', 240),
    unsure: group('Card at the end', {
      title: text('Headline', 120),
      text: paragraph('Text', 300),
      button: buttonText('Booking button'),
    }),
  }),
  defineSection('notFound', missing, {
    title: text('Headline', 80),
    lead: paragraph('Sentence below', 240),
    home: way('Way to the home page'),
    book: way('Way to the booking page'),
    waitlist: way('Way to the waitlist'),
  }),
  defineSection('privacyPolicy', onPage('privacyPolicy', 'Privacy policy', 'The whole text', 5), legal),
  defineSection('termsOfService', onPage('termsOfService', 'Terms of service', 'The whole text', 5), legal),
]

type Own = { [S in (typeof siteSections)[number] as S['id']]: FieldValues<S['fields']> }

declare module '../../../../core/contract/site.ts' {
  interface SiteContent extends Own {}
}

export type Service = Own['services']['list'][number]
export type App = Own['apps']['list'][number]
export type Insight = Own['insights']['list'][number]
