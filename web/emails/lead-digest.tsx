import { Fragment } from 'react'
import { Action, Answers, Heading, type Letter, Paragraph } from './email-template.tsx'
import type { Lead } from './lead-notice.tsx'

/** The same once a day, for all who wrote since. */
export const leadDigest: Letter<{
  leads: Lead[]
  peopleUrl: string
  /** Stands before, between and after what is said about each. */
  mark: string
}> = {
  subject: ({ leads }) => (leads.length === 1 ? 'One new entry' : `${leads.length} new entries`),
  why: ({ site }) =>
    `You’re getting this because notifications of new entries at ${site.name} go to this address.`,
  Body: ({ leads, peopleUrl, mark }) => (
    <>
      <Heading>{leads.length === 1 ? 'One new entry' : `${leads.length} new entries`}</Heading>
      <Paragraph>Here’s everyone since your last update.</Paragraph>
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
