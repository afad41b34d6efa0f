import { type ContactValues, contactTextFields } from '../../contracts/contact.ts'
import type { Queryable } from '../db/connect.ts'
import { contactSubmissions } from '../db/schema.ts'
import { noticeOfLead } from '../mail/lead-notices.ts'
import { type Arrival, takeEntry } from '../people/intake.ts'

/** Keeps what somebody wrote to us and returns its id (server/people/intake.ts says which messages are one). */
export async function keepContact(db: Queryable, values: ContactValues, arrival: Arrival): Promise<number> {
  // A machine changes these from one copy to the next.
  const { name, email, phone, ...others } = values
  const services = values.services.filter((service) => service.trim() !== '')
  const incoming = {
    form: 'contact' as const,
    name,
    email,
    content: [...contactTextFields.map((field) => values[field]), ...services],
    text: Object.values(others).flat().join(' '),
  }
  return takeEntry(db, incoming, arrival, async (tx, facts) => {
    const [row] = await tx
      .insert(contactSubmissions)
      .values({
        name,
        company: values.company,
        email,
        phone: phone || null,
        industry: values.industry || null,
        services: services.length > 0 ? services : null,
        timeline: values.timeline || null,
        ...facts,
      })
      .returning({ id: contactSubmissions.id })
    if (!row) throw new Error('an insert returned no row')
    if (!facts.suspectedAt)
      await noticeOfLead(tx, {
        email,
        title: `${name} wrote to us`,
        answers: [
          ['Name', name],
          ['Email', email],
          ['Phone', phone],
          ['Company', values.company],
          ['Industry', values.industry],
          ['Services', services.join(', ')],
          ['Timeline', values.timeline],
        ],
      })
    return row.id
  })
}
