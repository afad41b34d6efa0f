import { type EmailTemplate, Paragraphs } from '../../../core/emails/email-template.tsx'
import type { EntryForm } from '../contract/people.ts'

/** A user's words to a person, as plain text */
export const letter: EmailTemplate<{ subject: string; body: string; form: EntryForm }> = {
  subject: ({ subject }) => subject,
  why: ({ site, form }) =>
    form === 'waitlist'
      ? `You’re getting this because you joined the training waitlist at ${site.name}. Just reply to answer us.`
      : `You’re getting this because you wrote to ${site.name}. Just reply to answer us.`,
  Body: ({ body }) => <Paragraphs of={body} />,
}

type Listed = typeof import('./letter-emails.tsx')
declare module '../../../core/emails/email-template.tsx' {
  interface Emails extends Listed {}
}
