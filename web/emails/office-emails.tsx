import { Fragment } from 'react'
import { Action, Answers, type EmailTemplate, Facts } from './email-template.tsx'

export const accountLocked: EmailTemplate<{ username: string; minutes: number; url: string }> = {
  subject: ({ site }) => `Someone is guessing a password at ${site.name}`,
  why: ({ site }) => `You’re getting this because notifications for ${site.name} go to this address.`,
  Body: ({ username, minutes, url }) => (
    <>
      <h1>Wrong passwords for {username}</h1>
      <p>
        Someone entered five wrong passwords or codes for this account. No one got in. Browsers that have
        never signed in to it are turned away for up to {minutes} minutes at a time while the guessing
        continues. Browsers that have signed in before still work.
      </p>
      <p>
        If that was you, you don’t need to do anything. If not, make sure the password is long and that only
        you know it.
      </p>
      <Action href={url}>Change the password</Action>
    </>
  ),
}

export const teamInvite: EmailTemplate<{ name: string; invitedBy: string; until: string; link: string }> = {
  subject: ({ site, invitedBy }) => `${invitedBy} invited you to the team of ${site.name}`,
  why: ({ site }) => `You’re getting this because someone at ${site.name} invited you to their team.`,
  Body: ({ site, name, invitedBy, until, link }) => (
    <>
      <h1>Join the team of {site.name}</h1>
      <p>Hello {name},</p>
      <p>
        {invitedBy} invited you to work on {site.name}. Open the link to choose a username and a password.
      </p>
      <Action href={link}>Create your account</Action>
      <p>The link is just for you. It works once, until {until}.</p>
    </>
  ),
}

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

export type Lead = {
  /** The person's action, such as `Ann joined the waitlist` */
  title: string
  /** Label and value of each field */
  answers: [string, string][]
}

/** Notifies the owner of the site about one new entry (a submitted waitlist or contact form). */
export const leadNotice: EmailTemplate<Lead & { peopleUrl: string }> = {
  subject: ({ title }) => title,
  why: ({ site }) =>
    `You’re getting this because notifications of new entries at ${site.name} go to this address.`,
  Body: ({ title, answers, peopleUrl }) => (
    <>
      <h1>{title}</h1>
      <Answers rows={answers} />
      <Action href={peopleUrl}>Open the list</Action>
    </>
  ),
}

/** Notifies the owner of the site about all new entries (submitted waitlist and contact forms) of a day. */
export const leadDigest: EmailTemplate<{
  leads: Lead[]
  peopleUrl: string
  /**
   * Marker text before, between, and after the entries. The caller splits the rendered email at these markers to handle
   * the entries one by one.
   */
  mark: string
}> = {
  subject: ({ leads }) => (leads.length === 1 ? 'One new entry' : `${leads.length} new entries`),
  why: ({ site }) =>
    `You’re getting this because notifications of new entries at ${site.name} go to this address.`,
  Body: ({ leads, peopleUrl, mark }) => (
    <>
      <h1>{leads.length === 1 ? 'One new entry' : `${leads.length} new entries`}</h1>
      <p>Here’s everyone since your last update.</p>
      {leads.map((lead, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never moves
        <Fragment key={index}>
          {mark}
          <div>
            <h2>{lead.title}</h2>
            <Answers rows={lead.answers} />
          </div>
        </Fragment>
      ))}
      {mark}
      <Action href={peopleUrl}>Open the list</Action>
    </>
  ),
}

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
