import type { SiteContent } from '../../../core/contract/site.ts'
import {
  buttonText,
  type FieldValues,
  group,
  paragraph,
  text,
} from '../../../core/contract/site-content/fields.ts'
import { entryMessages } from '../../people/contract/people-words.ts'
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
  messages: group('Messages', entryMessages),
  asked: group('After signing up', {
    title: text('Headline', 120),
    lead: paragraph('Text', 400),
    leadByHand: paragraph('Text while you send emails by hand', 400),
  }),
  pages: group('Pages behind the links in emails', {
    title: text('Title in search engines', 60),
    lead: paragraph('Description for search engines', 240),
    confirmTitle: text('To confirm: headline', 120),
    confirm: paragraph('To confirm: text', 400),
    confirmButton: buttonText('To confirm: button'),
    doneTitle: text('Confirmed: headline', 120),
    done: paragraph('Confirmed: text', 400),
    goneTitle: text('Link no longer works: headline', 120),
    gone: paragraph('Link no longer works: text', 400),
    goneButton: buttonText('Link no longer works: button'),
    manageTitle: text('Subscription: headline', 120),
    manage: text('Subscription: before the address', 60),
    howOften: text('How often: question', 120),
    all: text('How often: each post', 60),
    monthly: text('How often: monthly', 60),
    save: buttonText('How often: button'),
    saved: text('How often: after saving', 120),
    leaveTitle: text('Unsubscribe: headline', 120),
    leave: paragraph('Unsubscribe: text', 400),
    leaveButton: buttonText('Unsubscribe: button'),
    leftTitle: text('Unsubscribed: headline', 120),
    left: paragraph('Unsubscribed: text', 400),
    backButton: buttonText('Unsubscribed: button'),
    endedTitle: text('Ended by you or a bounce: headline', 120),
    ended: paragraph('Ended by you or a bounce: text', 400),
    endedButton: buttonText('Ended by you or a bounce: button'),
  }),
})

/** What the box itself shows */
export type NewsletterBoxWords = Omit<SiteContent['newsletterBox'], 'pages'>

declare module '../../../core/contract/site.ts' {
  interface SiteContent {
    newsletterBox: FieldValues<typeof newsletterBoxSection.fields>
  }
}
