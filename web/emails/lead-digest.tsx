import { Fragment } from 'react'
import type { Lead } from './lead-notice.tsx'
import { Action, Answers, Heading, type Letter, Paragraph } from './letter.tsx'

/** The same once a day, for all who wrote since. */
export const leadDigest: Letter<{
  leads: Lead[]
  peopleUrl: string
  /** Stands before, between and after what is said about each. */
  mark: string
}> = {
  subject: ({ leads }) => (leads.length === 1 ? 'One new entry' : `${leads.length} new entries`),
  why: ({ site }) => `You get this because ${site.name} sends a daily notice of new entries to this address.`,
  Body: ({ leads, peopleUrl, mark }) => (
    <>
      <Heading>{leads.length === 1 ? 'One person wrote' : `${leads.length} people wrote`}</Heading>
      <Paragraph>Here is everyone since the last notice.</Paragraph>
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
