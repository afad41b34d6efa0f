import { render, toPlainText } from '@react-email/render'
import type { Site } from '../../contracts/site.ts'
import { type EmailTemplate, Frame } from './email-template.tsx'
import { guestChanges, guestInvitation, guestNotice, guestPublished, guestRoom } from './guest-emails.tsx'
import { letter } from './letter.tsx'
import { newsletterIssue } from './newsletter-issue.tsx'
import {
  accountLocked,
  leadDigest,
  leadNotice,
  mondayEmail,
  teamInvite,
  testMail,
  trainerNotice,
} from './office-emails.tsx'
import { formerContact, trainingCanceled, trainingDay, trainingWish } from './training-day.tsx'
import { trainingOffer, trainingOfferNews } from './training-offer.tsx'
import { confirmSubscription, planQuestions } from './visitor-emails.tsx'

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
