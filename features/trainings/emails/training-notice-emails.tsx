import { Action, Answers, type EmailTemplate, Facts } from '../../../core/emails/email-template.tsx'

/** Tells a trainer what a client answered, or about a booked day. */
export const trainerNotice: EmailTemplate<{
  title: string
  text: string
  /** Labels and facts. Empty ones are left out. */
  rows: [label: string, text: string][]
  /** A person's words with a label; empty if they wrote nothing */
  quote: [label: string, text: string]
  button: string
  url: string
}> = {
  subject: ({ title }) => title,
  why: ({ site }) =>
    `You’re getting this because you give trainings at ${site.name}, or its notifications go to this address.`,
  Body: ({ title, text, rows, quote, button, url }) => (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      {quote[1] !== '' && <Answers rows={[quote]} />}
      <Facts rows={rows} />
      <Action href={url}>{button}</Action>
    </>
  ),
}

type Listed = typeof import('./training-notice-emails.tsx')
declare module '../../../core/emails/email-template.tsx' {
  interface Emails extends Listed {}
}
