import { Fragment, type ReactNode } from 'react'
import { type EmailTemplate, Lines } from '../../../core/emails/email-template.tsx'
import type { EntryForm } from '../contract/people.ts'

/** A user's words to a person, as plain text */
export const letter: EmailTemplate<{ subject: string; body: string; form: EntryForm }> = {
  subject: ({ subject }) => subject,
  why: ({ site, form }) =>
    form === 'waitlist'
      ? `You’re getting this because you joined the training waitlist at ${site.name}. Just reply to answer us.`
      : `You’re getting this because you wrote to ${site.name}. Just reply to answer us.`,
  Body: ({ body }) =>
    body
      .trim()
      .split(/\n(?:[^\S\n]*\n)+/)
      .map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs never move
        <p key={index} dir="auto">
          <Lines of={paragraph} show={withLinks} />
        </p>
      )),
}

/** A web address, or the mark that stands for a secret link until the email is sent (core/server/mail/encrypted-link.ts) */
const address = /(https?:\/\/[^\s<>"]+|\{\{link\}\})/i

function withLinks(line: string): ReactNode[] {
  return line.split(address).map((part, index) => {
    // `split` puts what the group matched at odd places.
    if (index % 2 === 0) return part
    // Punctuation at the end belongs to the sentence.
    const href = part.startsWith('{{') ? part : part.replace(/[.,;:!?'’”)\]]+$/, '')
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line never move
      <Fragment key={index}>
        <a href={href}>{href}</a>
        {part.slice(href.length)}
      </Fragment>
    )
  })
}

type Listed = typeof import('./letter-emails.tsx')
declare module '../../../core/emails/email-template.tsx' {
  interface Emails extends Listed {}
}
