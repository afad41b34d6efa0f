import { render, toPlainText } from '@react-email/render'
import type { Site } from '../../contracts/site.ts'
import { accountLocked } from './account-locked.tsx'
import { confirmSubscription } from './confirm-subscription.tsx'
import { Frame, type Letter } from './email-template.tsx'
import { guestChanges, guestInvitation, guestNotice, guestPublished, guestRoom } from './guest-emails.tsx'
import { leadDigest } from './lead-digest.tsx'
import { leadNotice } from './lead-notice.tsx'
import { newsletterIssue } from './newsletter-issue.tsx'
import { testMail } from './test-mail.tsx'

/** Every mail, by the name that the server uses. */
const letters = {
  leadNotice,
  leadDigest,
  confirmSubscription,
  newsletterIssue,
  testMail,
  accountLocked,
  guestInvitation,
  guestRoom,
  guestChanges,
  guestPublished,
  guestNotice,
} satisfies Record<string, Letter<never>>

type LetterName = keyof typeof letters
type PropsOf<Name extends LetterName> = (typeof letters)[Name] extends Letter<infer Props> ? Props : never

/** A mail's name with the props that it takes. */
export type LetterView = {
  [Name in LetterName]: { letter: Name; props: PropsOf<Name> }
}[LetterName]

export type RenderMail = (
  view: LetterView,
  site: Site,
) => Promise<{ subject: string; html: string; text: string }>

/** A mail as HTML, and the same words as plain text. */
export const renderMail: RenderMail = async (view, site) => {
  const letter = letters[view.letter] as Letter<object>
  const props = { ...view.props, site }
  const html = await render(
    <Frame site={site} why={letter.why(props)}>
      <letter.Body {...props} />
    </Frame>,
  )
  const text = toPlainText(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
      { selector: 'img', format: 'skip' },
    ],
  })
  return { subject: letter.subject(props), html, text: `${text.trim()}\n` }
}
