import { eq, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { withdrawMailsTo } from '../../../core/server/mail/unsent-mails.ts'
import type { PersonalData } from '../../manifest/feature.ts'
import type { PersonEvent } from '../../people/contract/people.ts'
import { personEvent } from '../../people/server/person-event.ts'
import { attendees, gatherings } from '../schema.ts'
import { eraseAttendees } from './attendees.ts'

export const followUpPersonalData = {
  place: 9,
  names: { attendance: ['day that you came to', 'days that you came to'] },
  labels: {
    certificate: 'Number of your certificate',
    withdrawn: 'Certificate withdrawn',
    asked: 'Asked how it was',
    rating: 'Your rating, from 1 to 5',
    best: 'What helped most',
    better: 'What to do differently',
  },
  effect: 'Your certificates of attendance are withdrawn.',
  traces: (email) => ({
    attendance: sql`select title, day::text, name, attendees.email, came_at as came, certificate,
        withdrawn_at as withdrawn, asked_at as asked, answered_at as answered, rating, best, better
      from attendees join gatherings on gatherings.id = gathering_id where lower(attendees.email) = ${email}
      order by day, attendees.id`,
  }),
  addresses: sql`select lower(email) from attendees where email <> ''`,
  cameBack: (email, since) =>
    sql`select from attendees where lower(email) = ${email} and marked_at > ${since}`,
  /** Their rows are left as they are, for the case that the person is restored (`isDeleted`). */
  async hide(tx, email, at) {
    await withdrawMailsTo(tx, email, ['feedback'], at)
    return 0
  },
  erase: async (tx, { email, until }) => ({
    attendance: await eraseAttendees(tx, sql`lower(email) = ${email} and marked_at <= ${until}`),
  }),
} satisfies PersonalData

/** Lists when a person came to a day, and what they said about it. */
export async function listAttendance(db: Queryable, email: string): Promise<PersonEvent[]> {
  const rows = await db
    .select({ attendee: attendees, title: gatherings.title })
    .from(attendees)
    .innerJoin(gatherings, eq(gatherings.id, attendees.gatheringId))
    .where(sql`lower(${attendees.email}) = lower(${email}) and ${attendees.cameAt} is not null`)
  return rows.flatMap(({ attendee: { cameAt, answeredAt, rating }, title }) => [
    ...personEvent(cameAt, 'attendance', `Came to “${title}”.`),
    ...personEvent(answeredAt, 'attendance', `Rated “${title}” ${rating} of 5.`),
  ])
}
