import { withLink } from '../../../core/server/mail/encrypted-link.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { loadPersonalRows } from '../../../tests/helpers/personal-rows.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'

export const ann = 'ann@example.org'

/** A word in every text that someone wrote to or about Ann, so that her traces can be found */
export const mark = 'Quillmark'

/** Adds data about Ann to every table that has personal data, and data about other people next to it. */
export async function fill(server: TestServer): Promise<void> {
  const join = (json: object) => server.send('/api/training-waitlist', { json })
  await join({ name: 'Ann Example', email: 'Ann@example.org', message: 'Grants, please' })
  await join({ name: 'Tom', email: 'tom@example.org' })
  await server.query(
    `insert into plan_answers (entry_id, city, state, group_size, topics, months, weekdays, format)
     values (1, 'Springfield', 'IL', 12, '{fundraising}', '{3}', '{2}', 'either'), (2, 'Tomville', 'TX', 3, '{}', '{}', '{}', null)`,
  )
  const json = { name: 'Ann', company: 'Shop', email: ann, services: ['AI training'] }
  await server.send('/api/contact', { json })
  await server.query(`
    insert into person_notes (email, text, written_by) values ('${ann}', 'Call her', 'Bob');
    insert into next_steps (email, text, due_on, done_at, done_by)
      values ('${ann}', 'Bring Ann the plan', '2026-01-02', null, null), ('${ann}', 'Ask Ann', '2026-01-01', now(), 'Bob');
    insert into blog_posts (title, slug, excerpt, content, author, author_type, is_published, first_published_at)
      values ('Draft', 'draft', 'x', '<p>Half of my text &amp; more</p><p>End</p>', 'Ann Example', 'human', false, null),
             ('Public', 'public', 'x', '<p>x</p>', 'Ann Example', 'human', true, now());
    insert into author_invites (email, name, custom_message, changes_message, expires_at, post_id)
      values ('${ann}', 'Ann', 'Dear Ann', 'Nearly, Ann', now(), 1), ('${ann}', 'Ann', 'Dear Ann', 'Nearly, Ann', now(), 2);
    insert into guest_comments (invite_id, paragraph, quote, text, written_by, answer)
      values (2, 0, 'x', 'Who?', 'Bob', 'My neighbour of Elm Street');
    insert into users (username, password, role, email, display_name, disabled_at)
      values ('owner', '', 'owner', 'tom@example.org', 'Tom', null),
             ('ann', '', 'helper', 'Ann@example.org', 'Ann, our helper', now());
    insert into calendar_files (trainer_id, name) values (1, 'tom.ics'), (2, 'anns-family.ics');
    insert into blocked_days (trainer_id, first_day, last_day, weekdays, reason, file_id)
      values (1, '2030-01-01', '2030-01-01', '{}', 'Day off of Tom', 1),
             (2, '2030-01-01', '2030-01-05', '{}', 'Surgery of Ann', 2),
             (2, '2030-01-01', null, '{5,1}', 'Choir of Ann', null);
    insert into team_invites (token_hash, email, display_name, role, invited_by, expires_at)
      values ('t', 'Ann@example.org', 'Ann, invited again', 'editor', 1, now() + interval '1 day');
    insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, invite_id, ready_at)
      values (repeat('a', 32), 'draft.jpg', 'image/jpeg', 1, '{1}', 1, 1, 'x', '#fff', 1, now()),
             (repeat('b', 32), 'public.jpg', 'image/jpeg', 1, '{1}', 1, 1, 'x', '#fff', 2, now());
    insert into outbox_messages (message_id, kind, recipient, subject, text, about)
      values ('a@x', 'invite', 'Ann@Example.org', 'Hello', 'Dear Ann, here: {{link}}', '{}'),
             ('b@x', 'lead', 'us@example.org', 'Entry', 'ANN@example.org wrote', '{ann@example.org}'),
             ('c@x', 'lead', 'us@example.org', 'Entry', 'tom@example.org wrote', '{tom@example.org}')`)
  for (const rows of await loadPersonalRows()) await rows.fill?.(server)
}

export async function ask(server: TestServer, email: string): Promise<Response> {
  const response = await server.send(sitePaths.yourData, { form: { email } })
  await finishJobs(server, 'data-link')
  return response
}

/** The path of the link in the newest email to an address */
export async function readLink(server: TestServer, email = ann): Promise<string> {
  const [mail] = await server.query<{ text: string; html: null; sealedLink: string }>(
    `select text, html, sealed_link as "sealedLink" from outbox_messages
     where recipient = $1 and kind = 'rights' order by id desc limit 1`,
    [email],
  )
  if (!mail) throw new Error('there is no mail')
  const { text } = await withLink(server.instance.db, mail)
  return /http:\/\/everyday\.test(\/your-data\/\S+)/.exec(text)?.[1] ?? ''
}
