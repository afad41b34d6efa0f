import { buttonText, type FieldValues, paragraph, text } from '../../../core/contract/site-content/fields.ts'
import { defineSection, onHome, type Place } from '../../site/contract/site-content/section.ts'
import { newsletterPaths } from './newsletter-paths.ts'

const homePlace = onHome('Newsletter box', 'Sign-up on several pages', '.newsletter-part', 'Newsletter')
const place: Place = { ...homePlace, otherPages: ['blog', 'post'], position: 1 }

/** Names of the public pages in reports */
export const newsletterPageNames: Record<string, string> = { [newsletterPaths.page]: 'Newsletter page' }

export const newsletterBoxSection = defineSection('newsletterBox', place, {
  title: text('Headline', 120),
  lead: paragraph('Text', 400),
  email: text('Label of the field', 60),
  placeholder: text('Example in the field', 60, { isOptional: true }),
  button: buttonText('Button'),
  sending: buttonText('Button while sending'),
  consent: paragraph('What people agree to', 600, {
    help: 'Stored with each new subscriber as proof of what they agreed to.',
  }),
  privacyLink: buttonText('Link to the privacy policy'),
})

declare module '../../../core/contract/site.ts' {
  interface SiteContent {
    newsletterBox: FieldValues<typeof newsletterBoxSection.fields>
  }
}
