import { render, toPlainText } from '@react-email/render'
import type { Site } from '../../contracts/site.ts'
import { accountLocked } from './account-locked.tsx'
import { confirmSubscription } from './confirm-subscription.tsx'
import { type EmailTemplate, Frame } from './email-template.tsx'
import { guestChanges, guestInvitation, guestNotice, guestPublished, guestRoom } from './guest-emails.tsx'
import { leadDigest } from './lead-digest.tsx'
import { leadNotice } from './lead-notice.tsx'
import { letter } from './letter.tsx'
import { mondayEmail } from './monday-email.tsx'
import { newsletterIssue } from './newsletter-issue.tsx'
import { planQuestions } from './plan-questions.tsx'
import { teamInvite } from './team-invite.tsx'
import { testMail } from './test-mail.tsx'
import { trainerNotice } from './trainer-notice.tsx'
import { formerContact, trainingCanceled, trainingDay, trainingWish } from './training-day.tsx'
import { trainingOffer, trainingOfferNews } from './training-offer.tsx'

/** All email templates. The server refers to them by these names. */
const templates = {
  leadNotice,
  leadDigest,
  mondayEmail,
  confirmSubscription,
  planQuestions,
  newsletterIssue,
  testMail,
  accountLocked,
  letter,
  teamInvite,
  guestInvitation,
  guestRoom,
  guestChanges,
  guestPublished,
  guestNotice,
  trainingOffer,
  trainingOfferNews,
  trainingDay,
  trainingWish,
  trainingCanceled,
  formerContact,
  trainerNotice,
} satisfies Record<string, EmailTemplate<never>>

type TemplateName = keyof typeof templates
type PropsOf<Name extends TemplateName> =
  (typeof templates)[Name] extends EmailTemplate<infer Props> ? Props : never

/** The name of an email template together with its props */
export type EmailView = {
  [Name in TemplateName]: { template: Name; props: PropsOf<Name> }
}[TemplateName]

export type RenderMail = typeof renderMail

/** Renders an email as HTML and as plain text. */
export async function renderMail(view: EmailView, site: Site) {
  const template = templates[view.template] as EmailTemplate<object>
  const props = { ...view.props, site }
  const html = await render(
    <Frame site={site} why={template.why(props)}>
      <template.Body {...props} />
    </Frame>,
  )
  const text = toPlainText(html, {
    // RFC 5322 recommends lines of at most 78 characters.
    wordwrap: 78,
    selectors: [
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
      { selector: 'img', format: 'skip' },
      // A fact right below its label
      { selector: '.fact > .label', format: 'paragraph', options: { trailingLineBreaks: 1 } },
      { selector: '.fact > p', format: 'paragraph', options: { leadingLineBreaks: 1 } },
      { selector: 'table.data', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
  })
  return { subject: template.subject(props), html, text: `${text.trim()}\n` }
}
