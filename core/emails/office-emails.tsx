import { Fragment } from 'react'
import { Action, type EmailTemplate } from './email-template.tsx'

export const testMail: EmailTemplate<{ askedBy: string }> = {
  subject: ({ site }) => `Test email from ${site.name}`,
  why: ({ askedBy }) => `You’re getting this because ${askedBy} sent a test email to this address.`,
  Body: () => (
    <>
      <h1>It works</h1>
      <p>
        Your site can send email. If this landed in spam, see SPF, DKIM, and DMARC under Settings &gt; Email.
      </p>
    </>
  ),
}

type MondaySection = {
  title: string
  lines: { text: string; note: string; url: string }[]
  /** Number of further lines, such as `23` or `90+`; null if there are none */
  more: string | null
}

/** Tells the office each Monday what needs attention: the lines of Today. */
export const mondayEmail: EmailTemplate<{
  sections: MondaySection[]
  todayUrl: string
  /** Marker text before each line and after the last line of a section, at which the caller splits the email */
  mark: string
}> = {
  subject: () => 'Your week: what needs you',
  why: ({ site }) =>
    `You’re getting this because the Monday email of ${site.name} is turned on in Settings, under Email.`,
  Body: ({ sections, todayUrl, mark }) => (
    <>
      <h1>Your week</h1>
      <p>Here’s what needs you at the start of this week.</p>
      {sections.map(({ title, lines, more }) => (
        <Fragment key={title}>
          <h2>{title}</h2>
          {lines.map(({ text, note, url }) => (
            <Fragment key={`${url} ${text}`}>
              {mark}
              <p>
                <a href={url}>{text}</a>
                <br />
                {note}
              </p>
            </Fragment>
          ))}
          {mark}
          {more !== null && <p>And {more} more.</p>}
        </Fragment>
      ))}
      <Action href={todayUrl}>Open Today</Action>
    </>
  ),
}

type Listed = typeof import('./office-emails.tsx')
declare module './email-template.tsx' {
  interface Emails extends Listed {}
}
