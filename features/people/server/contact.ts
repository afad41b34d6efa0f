import type { Queryable } from '../../../core/server/db/connect.ts'
import type { ContactValues } from '../contract/contact.ts'
import { contactSubmissions } from '../schema/entries.ts'
import { recordSubmission } from './record-submission.ts'
import type { SubmissionContext } from './submission-context.ts'

/** Min characters of an answer that is compared with other entries. Shorter ones are our options or common phrases. */
const minTextLength = 40
/** Longer organization names are compared, too. Shorter ones are not, because colleagues enter the same name. */
const maxNameLength = 60

/** Stores a message and returns its id. */
export async function recordContact(
  db: Queryable,
  values: ContactValues,
  context: SubmissionContext,
): Promise<number> {
  const { name, company, email, phone, industry, timeline } = values
  const services = values.services.filter((service) => service.trim() !== '')
  const submission = {
    form: 'contact' as const,
    name,
    email,
    content: [name, company, email, phone, industry, timeline, ...services],
    texts: [
      ...[industry, timeline, ...services].filter((answer) => answer.length >= minTextLength),
      ...(company.length > maxNameLength ? [company] : []),
    ],
    notice: {
      title: `${name} sent you a message`,
      answers: {
        Name: name,
        Email: email,
        Phone: phone,
        Company: company,
        Industry: industry,
        Services: services.join(', '),
        Timeline: timeline,
      },
    },
  }
  return recordSubmission(db, submission, context, (tx, columns) =>
    tx
      .insert(contactSubmissions)
      .values({
        name,
        company,
        email,
        phone: phone || null,
        industry: industry || null,
        services: services.length > 0 ? services : null,
        timeline: timeline || null,
        ...columns,
      })
      .returning({ id: contactSubmissions.id }),
  )
}
