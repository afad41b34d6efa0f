import type { ContactValues } from '../../contracts/contact.ts'
import type { Queryable } from '../db/connect.ts'
import { oneRow } from '../db/one-row.ts'
import { contactSubmissions } from '../db/schema/entries.ts'
import { queueLeadNotice } from './lead-notices.ts'
import { recordSubmission, type SubmissionContext } from './record-submission.ts'

/** A shorter answer is a choice of ours or anybody's. */
const minTextLength = 40
/** The name of an organization is the same for all its people; what is longer than this is no name. */
const maxNameLength = 60

/** Keeps what somebody wrote to us and returns its id (server/entries/record-submission.ts says which messages are one). */
export async function keepContact(
  db: Queryable,
  values: ContactValues,
  arrival: SubmissionContext,
): Promise<number> {
  const { name, company, email, phone, industry, timeline } = values
  const services = values.services.filter((service) => service.trim() !== '')
  const incoming = {
    form: 'contact' as const,
    name,
    email,
    content: [name, company, email, phone, industry, timeline, ...services],
    texts: [
      ...[industry, timeline, ...services].filter((answer) => answer.length >= minTextLength),
      ...(company.length > maxNameLength ? [company] : []),
    ],
  }
  return recordSubmission(db, incoming, arrival, async (tx, facts) => {
    const row = oneRow(
      await tx
        .insert(contactSubmissions)
        .values({
          name,
          company,
          email,
          phone: phone || null,
          industry: industry || null,
          services: services.length > 0 ? services : null,
          timeline: timeline || null,
          ...facts,
        })
        .returning({ id: contactSubmissions.id }),
    )
    if (!facts.suspectedAt)
      await queueLeadNotice(tx, {
        email,
        title: `${name} sent you a message`,
        answers: [
          ['Name', name],
          ['Email', email],
          ['Phone', phone],
          ['Company', company],
          ['Industry', industry],
          ['Services', services.join(', ')],
          ['Timeline', timeline],
        ],
      })
    return row.id
  })
}
