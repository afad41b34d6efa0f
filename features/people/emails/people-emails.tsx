import { Fragment } from 'react'
import { Action, Answers, type EmailTemplate } from '../../../core/emails/email-template.tsx'

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

/**
 * Does not include any text that the visitor typed, because the address may belong to someone else and the email could
 * be abused to send them a message.
 */
export const planQuestions: EmailTemplate<{ link: string }> = {
  subject: ({ site }) => `Help us plan your training: ${site.name}`,
  why: () => 'You’re getting this because someone joined our training waitlist with this address.',
  Body: ({ site, link }) => (
    <>
      <h1>Help us plan</h1>
      <p>
        Someone, hopefully you, joined the waitlist for on-site training from {site.name}. If you like, tell
        us where you are and when you have time. It takes a minute and helps us find a day that works.
      </p>
      <Action href={link}>Help us plan</Action>
      <p>You don’t have to. You’re on the list either way. If this wasn’t you, ignore this email.</p>
    </>
  ),
}

type Listed = typeof import('./people-emails.tsx')
declare module '../../../core/emails/email-template.tsx' {
  interface Emails extends Listed {}
}
