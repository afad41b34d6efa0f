import type { SiteContent } from '../../../core/contract/site.ts'
import { messagesOf } from '../../people/contract/entry-form.ts'
import { newsletterForm } from '../contract/newsletter-signup.ts'

const { fix: _, required: __, ...messages } = messagesOf(newsletterForm)

// The text of the newsletter's sign-up box, its own page, and the pages that its emails link to.
export const newsletterBox: SiteContent['newsletterBox'] = {
  title: 'One Useful Idea, Now and Then',
  lead: 'We’ll email you each new article. No spam, and you can unsubscribe with one click.',
  email: 'Your email',
  placeholder: 'you@example.org',
  button: 'Subscribe',
  sending: 'Sending...',
  /** Stored with the address as proof of consent. */
  consent:
    'By subscribing, I agree to get new articles by email. I can unsubscribe anytime with the link in each email. My address won’t be used for anything else.',
  privacyLink: 'How we handle your data',
  messages,
  /** New and known addresses get the same text, which does not reveal who is subscribed. The email may not have been sent yet. */
  asked: {
    title: 'Watch your inbox',
    lead: 'We’re sending you an email with a button. Click it to confirm. If you don’t see it in a few minutes, check your spam folder. If you’re already subscribed, there’s nothing to confirm.',
    leadByHand:
      'We’ll send you an email with a button soon. Click it to confirm. If you’re already subscribed, there’s nothing to confirm.',
  },
  pages: {
    title: 'Newsletter',
    lead: 'Plain-English help with AI, for people with other things to do.',
    confirmTitle: 'One last step',
    confirm: 'Click the button to start getting each new article.',
    confirmButton: 'Yes, Sign Me Up',
    doneTitle: 'You’re subscribed',
    done: 'We’ll email you the next article.',
    goneTitle: 'This link no longer works',
    gone: 'It may have expired or already been used. You can request a new one.',
    goneButton: 'Get a New Link',
    manageTitle: 'Your newsletter',
    manage: 'We’re sending to',
    howOften: 'How often should we email you?',
    all: 'With each new article',
    monthly: 'Once a month at most',
    save: 'Save',
    saved: 'Saved.',
    leaveTitle: 'Unsubscribe',
    leave: 'We’ll stop emailing you right away.',
    leaveButton: 'Unsubscribe',
    leftTitle: 'You’re unsubscribed',
    left: 'We won’t email you again. Clicked by mistake? You can resubscribe.',
    backButton: 'Subscribe Again',
    endedTitle: 'You’re not subscribed',
    ended: 'We won’t email you. To get the newsletter again, sign up again.',
    endedButton: 'Subscribe to the Newsletter',
  },
}
