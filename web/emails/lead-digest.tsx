import { Fragment } from 'react'
import { Action, Answers, type EmailTemplate } from './email-template.tsx'
import type { Lead } from './lead-notice.tsx'

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
