import { expect, test } from 'vitest'
import { jobPlans } from '../../app/features.ts'
import { applyMigrations } from '../../core/server/db/migrate.ts'
import { prepareDatabase } from '../../core/server/jobs/prepare-database.ts'
import { connectToEmptyDatabase } from '../helpers/empty-database.ts'

/**
 * `when` of 0024_session-device.sql in core/server/db/migrations/meta/_journal.json, the last migration before CHECK
 * constraints were added. After it, the database still accepts any value.
 */
const before = 1795340583879

test('rows with unknown values do not stop a start', async () => {
  const { client, connectionString } = await connectToEmptyDatabase()
  const query = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows
  await applyMigrations(client, before)
  await query(`
    insert into users (id, username, password) values (1, 'Ann', '');
    insert into ai_actions (action, provider, model, sent_hash, received_hash) values ('draw', '', '', '', '');
    insert into author_invites (email, status, expires_at) values ('a@example.org', 'lost', now());
    insert into blog_posts (id, title, slug, excerpt, content, author, author_type) values (1, '', 'a', '', '', '', 'cat');
    insert into last_looks (user_id, list, looked_at) values (1, 'people', now()), (1, 'mail', now());
    insert into left_out (day, what, count) values ('2026-01-01', 'view-bots', 1), ('2026-01-01', 'cats', 1);
    insert into newsletter_subscriptions (email, frequency, end_reason) values
      ('a@example.org', 'weekly', 'died'), ('b@example.org', 'all', null);
    insert into outbox_messages (message_id, kind, recipient, subject, text, status) values
      ('a', 'gift', 'a@example.org', '', '', 'lost'), ('b', 'lead', 'b@example.org', '', '', 'sent');
    insert into post_revisions (post_id, version, title, excerpt, content, author, author_type, saved_by, cause)
      values (1, 1, '', '', '', '', 'cat', '', 'whim')`)

  await prepareDatabase(connectionString, jobPlans)

  expect(await query('select action from ai_actions')).toEqual([['enhance-content']])
  expect(await query('select status from author_invites')).toEqual([['revoked']])
  expect(await query('select author_type from blog_posts')).toEqual([['human']])
  expect(await query('select list from last_looks')).toEqual([['people']])
  expect(await query('select what from left_out')).toEqual([['view-bots']])
  expect(await query('select frequency, end_reason from newsletter_subscriptions order by email')).toEqual([
    ['monthly', 'removed'],
    ['all', null],
  ])
  expect(await query('select kind, status from outbox_messages order by message_id')).toEqual([
    ['test', 'withdrawn'],
    ['lead', 'sent'],
  ])
  expect(await query('select author_type, cause from post_revisions')).toEqual([['human', 'save']])
  await expect(query(`update outbox_messages set status = 'lost'`)).rejects.toThrow('known_status')
})
