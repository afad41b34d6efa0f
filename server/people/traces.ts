import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/connect.ts'

/** What is kept about an address, by the words of the page that shows it: the columns that mean something to people. */
const traces = {
  waitlist: (email: string) =>
    sql`select name, email, phone, company, message, source as page, status, tags, created_at as received
      from training_waitlist where lower(email) = ${email}`,
  contact: (email: string) =>
    sql`select name, company, email, phone, industry, services, timeline, source as page, status, tags,
      created_at as received from contact_submissions where lower(email) = ${email}`,
  notes: (email: string) => sql`select text, created_at as written from person_notes where email = ${email}`,
  newsletter: (email: string) =>
    sql`select email, consent, subscribed_at as subscribed, is_active as active, frequency, source as page,
        ended_at as ended, end_reason as reason
      from newsletter_subscriptions where lower(email) = ${email}
      union all select email, consent, created_at, false, null, source, null, 'not confirmed'
      from newsletter_confirmations where lower(email) = ${email}`,
  invites: (email: string) =>
    sql`select email, name, suggested_topic as topic, custom_message as message, status, bio, photo_url as photo,
      invited_at as invited, responded_at as answered,
      array(select answer from guest_comments where invite_id = author_invites.id and answer is not null) as answers
      from author_invites where lower(email) = ${email}`,
  mails: (email: string) =>
    sql`select subject, recipient, status, created_at as written from outbox_messages
      where lower(recipient) = ${email}`,
} satisfies Record<string, (email: string) => SQL>

export type TraceKind = keyof typeof traces
export type Traces = Record<TraceKind, Record<string, unknown>[]>

const kinds = Object.keys(traces) as TraceKind[]

/** Everything that is kept about an address (in lower case). */
export async function readTraces(db: Queryable, email: string): Promise<Traces> {
  const found = await Promise.all(kinds.map(async (kind) => (await db.execute(traces[kind](email))).rows))
  return Object.fromEntries(kinds.map((kind, index) => [kind, found[index]])) as Traces
}

/** How much of each kind. */
export async function countTraces(db: Queryable, email: string): Promise<Record<TraceKind, number>> {
  const counts = {} as Record<TraceKind, number>
  for (const kind of kinds) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from (${traces[kind](email)}) as found`,
    )
    counts[kind] = rows[0]?.count ?? 0
  }
  return counts
}
