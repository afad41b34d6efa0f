import { type SQL, sql } from 'drizzle-orm'
import { weekdayNames } from '../../contracts/calendar-days.ts'
import type { Queryable } from '../db/connect.ts'
import { linkMark } from '../mail/encrypted-link.ts'
import { isAbout, isTo } from '../mail/redact-mails.ts'
import { linesOf } from '../posts/rendering/sanitize.ts'
import { draftsOf, invitesOf, picturesOf } from './guest-work.ts'

const names = sql.param(Object.values(weekdayNames))

/** Queries for the data about an address, under the names that the page and the file show */
const traces = {
  waitlist: (email: string) =>
    sql`select name, email, phone, company, message, source as page, status, tags, created_at as received
      from training_waitlist where lower(email) = ${email} order by created_at, id`,
  plans: (email: string) =>
    sql`select city, state, zip, group_size as people, topics, months, weekdays, format, plan_answers.updated_at as answered
      from plan_answers join training_waitlist on id = entry_id where lower(email) = ${email}
      order by created_at, id`,
  contact: (email: string) =>
    sql`select name, company, email, phone, industry, services, timeline, source as page, status, tags,
      created_at as received from contact_submissions where lower(email) = ${email} order by created_at, id`,
  notes: (email: string) =>
    sql`select text, created_at as written from person_notes where email = ${email} order by created_at, id`,
  steps: (email: string) =>
    sql`select text, due_on::text as due, created_at as written, done_at as done from next_steps where email = ${email}
      order by created_at, id`,
  offers: (email: string) =>
    sql`select days::text[], starts_at as starts, ends_at as ends, format, place, topics, head_count as "head count",
        price, prepare, offers.message, valid_until::text as "valid until", offers.status, answer, sent_at as sent,
        answered_at as answered, ended_at as ended
      from offers join training_waitlist on training_waitlist.id = entry_id where lower(email) = ${email}
      order by offers.created_at, offers.id`,
  trainings: (email: string) =>
    sql`select day::text, starts_at as starts, ends_at as ends, format, place, topics, head_count as "head count",
        price, prepare, contact_name as contact, contact_email as email, contact_phone as phone,
        other_day_wish as "other day", booked_at as booked, canceled_at as canceled, cancel_reason as reason,
        held_at as held, array(select text from training_tasks where training_id = trainings.id order by id) as tasks
      from trainings where lower(contact_email) = ${email}
        or entry_id in (select id from training_waitlist where lower(email) = ${email})
      order by day, trainings.id`,
  newsletter: (email: string) =>
    // A used confirmation is part of its subscription and not listed separately.
    sql`select email, consent, asked_at as asked, subscribed_at as subscribed, is_active as active, frequency,
        source as page, ended_at as ended, end_reason as reason
      from newsletter_subscriptions where lower(email) = ${email}
      union all select email, consent, created_at, null, false, null, source, null,
        case when spent_at is null then 'not confirmed' else 'confirmed' end
      from newsletter_confirmations where lower(email) = ${email} and (spent_at is null
        or not exists (select from newsletter_subscriptions where lower(email) = ${email}))`,
  invites: (email: string) =>
    sql`select email, name, suggested_topic as topic, custom_message as message, status, bio, photo_url as photo,
      changes_message as "changes asked for",
      invited_at as invited, responded_at as answered,
      array(select answer from guest_comments where invite_id = author_invites.id and answer is not null) as answers
      ${invitesOf(email)}`,
  posts: (email: string) =>
    sql`select title, excerpt, content as text, author, created_at as written, updated_at as changed
      ${draftsOf(invitesOf(email))}`,
  pictures: (email: string) =>
    sql`select original_name as file, alt as description, '/media/' || name || '-' || width as address,
      created_at as received ${picturesOf(invitesOf(email))}`,
  team: (email: string) =>
    sql`select display_name as name, email, role, username, null::timestamptz as invited, created_at as joined,
        disabled_at as "access ended"
      from users where lower(email) = ${email}
      union all select display_name, email, role, null, created_at, null, null
      from team_invites where lower(email) = ${email} and accepted_at is null`,
  blockedDays: (email: string) =>
    sql`select first_day::text as "first day", last_day::text as "last day",
        array(select (${names}::text[])[weekday] from unnest(weekdays) as weekday order by weekday) as weekdays,
        reason, (select name from calendar_files where id = file_id) as file
      from blocked_days where trainer_id in (select id from users where lower(email) = ${email}) order by id`,
  // The text of a newsletter is not personal. Of an email about several people, only the part about this person is
  // shown; early emails have no parts, so their text is left out.
  mails: (email: string) =>
    sql`select subject, case when ${isTo(email)} then recipient end as recipient, status, created_at as written,
        case when kind <> 'newsletter' then replace(case
            when ${isTo(email)} or parts is null and cardinality(about) = 1 then text
            else (select string_agg(part ->> 'text', chr(10)) from jsonb_array_elements(parts) as part
              where part ->> 'email' = ${email})
          end, ${linkMark}, '...') end as text
      from outbox_messages where ${isTo(email)} or ${isAbout(email)} order by created_at, id`,
} satisfies Record<string, (email: string) => SQL>

export type TraceKind = keyof typeof traces
export type Traces = Record<TraceKind, Record<string, unknown>[]>

const kinds = Object.keys(traces) as TraceKind[]

/** Reads all data about an address (in lower case). */
export async function readTraces(db: Queryable, email: string): Promise<Traces> {
  const found = await Promise.all(kinds.map(async (kind) => (await db.execute(traces[kind](email))).rows))
  const all = Object.fromEntries(kinds.map((kind, index) => [kind, found[index]])) as Traces
  return { ...all, posts: all.posts.map((post) => ({ ...post, text: linesOf(String(post.text)).trim() })) }
}

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
