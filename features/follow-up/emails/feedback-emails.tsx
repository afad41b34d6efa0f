import { formatFullDay } from '../../../core/contract/format-date.ts'
import { Action, type EmailTemplate } from '../../../core/emails/email-template.tsx'

/** Asks someone who came how it was, with a link to their certificate, which is empty if there is none. */
export const feedbackRequest: EmailTemplate<{
  title: string
  day: string
  certificateUrl: string
  link: string
}> = {
  subject: ({ title }) => `How was “${title}”?`,
  why: ({ site, title }) => `You’re getting this once, because you came to “${title}” of ${site.name}.`,
  Body: ({ title, day, certificateUrl, link }) => (
    <>
      <h1>Thank you for coming</h1>
      <p>
        How was “{title}” on {formatFullDay(day)}? Three short questions help us do it better.
      </p>
      <Action href={link}>Answer three questions</Action>
      <p>The link is just for you: anyone who has it can answer for you.</p>
      {certificateUrl && (
        <p>
          Your certificate of attendance, to print or show: <a href={certificateUrl}>{certificateUrl}</a>
        </p>
      )}
    </>
  ),
}

type Listed = typeof import('./feedback-emails.tsx')
declare module '../../../core/emails/email-template.tsx' {
  interface Emails extends Listed {}
}
