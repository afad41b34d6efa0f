import {
  buttonText,
  type FieldValues,
  group,
  paragraph,
  text,
} from '../../../core/contract/site-content/fields.ts'
import { defineSection, onHome } from '../../site/contract/site-content/section.ts'
import { eventPaths } from './event-paths.ts'

/** Names of the public pages in reports */
export const eventPageNames: Record<string, string> = { [eventPaths.list]: 'Events page' }

/** The words of everything that visitors see of dates, in one section, because there are few. */
export const nextDatesSection = defineSection(
  'nextDates',
  {
    ...onHome(
      'Next dates',
      'Coming events, and words of the events page',
      '.next-dates, .events',
      'Next dates',
    ),
    otherPages: [eventPaths.list],
  },
  {
    title: text('Headline', 120),
    lead: paragraph('Sentence below', 240, { isOptional: true }),
    all: buttonText('Link to all events'),
    page: group(
      'Events page',
      {
        title: text('Headline', 120),
        lead: paragraph('Sentence below', 240, { isOptional: true }),
        none: paragraph('While nothing is planned', 240),
      },
      'The page with all events. The section on the home page is hidden while nothing is planned.',
    ),
    register: buttonText('Registration button'),
    wait: buttonText('Registration button when an event is full'),
  },
)

declare module '../../../core/contract/site.ts' {
  interface SiteContent {
    nextDates: FieldValues<typeof nextDatesSection.fields>
  }
}
