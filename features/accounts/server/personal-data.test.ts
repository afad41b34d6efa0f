import { getTableName } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { features } from '../../../app/features.ts'
import { hasFeature } from '../../../tests/helpers/feature-testing.ts'
import { tables } from '../../../tests/helpers/import-graph.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { privacyPaths } from '../../privacy/contract/privacy-paths.ts'
import { findTraces } from '../../privacy/testing/find-traces.ts'

const ann = 'ann@example.org'

const signInTables =
  'sessions known_devices pending_sign_ins passkeys passkey_challenges totp_apps totp_setups recovery_codes'

/** A site on which Ann, whose username is her address, has written something of each kind before her access ended */
async function startOffice(): Promise<TestServer> {
  const server = await startTestServer()
  await server.signIn()
  await server.query(
    `insert into users (username, password, role, email, display_name, disabled_at)
     values ($1, '', 'editor', $1, 'Ann', now())`,
    [ann],
  )
  const usernames = (await listUsernameColumns(server)).map(({ table, column }) => `${table}.${column}`)
  const replaced = features.flatMap(({ usernameColumns = [] }) => usernameColumns)
  expect(usernames).toEqual(replaced.map(nameOf).sort())
  await server.query(`
    insert into blog_posts (title, slug, excerpt, content, author, author_type, is_published, disclosure_reviewed_by)
      values ('Post', 'post', 'x', '<p>x</p>', 'Tom', 'human', false, '${ann}');
    insert into post_revisions (post_id, version, title, excerpt, content, author, author_type, saved_by, cause)
      values (1, 1, 'Post', 'x', '<p>x</p>', 'Tom', 'human', '${ann}', 'save');
    insert into author_invites (email, name, expires_at) values ('tom@example.org', 'Tom', now());
    insert into guest_comments (invite_id, paragraph, quote, text, written_by) values (1, 0, 'x', 'Who?', '${ann}');
    insert into person_notes (email, text, written_by) values ('tom@example.org', 'Call him', '${ann}');
    insert into next_steps (email, text, due_on, done_at, done_by)
      values ('tom@example.org', 'Call him', '2026-01-02', now(), '${ann}');
    insert into outbox_messages (message_id, kind, recipient, subject, text, written_by)
      values ('l@x', 'letter', 'tom@example.org', 'Hello', 'Hello Tom', '${ann}');
    with entry as (insert into training_waitlist (name, email) values ('Tom', 'tom@example.org') returning id)
      insert into plan_answers (entry_id, city, entered_by) select id, 'Austin', '${ann}' from entry;
    insert into person_deletions (email, deleted_by) values ('tom@example.org', '${ann}');
    ${hasFeature('newsletter') ? `insert into newsletter_issues (subject, text, html, started_by) values ('Hello', '', '', '${ann}');` : ''}
    insert into site_sections (section, changed_by) values ('hero', '${ann}');
    insert into site_section_revisions (section, version, saved_by, cause) values ('hero', 1, '${ann}', 'original');
    insert into sessions (token_hash, user_id) values ('s', 2);
    insert into known_devices (token_hash, user_id) values ('k', 2);
    insert into pending_sign_ins (token_hash, user_id) values ('p', 2);
    insert into passkeys (user_id, credential_id, public_key, user_handle, counter, name)
      values (2, 'c', 'k', 'h', 0, 'Phone of Ann');
    insert into passkey_challenges (challenge_hash, purpose, user_id) values ('c', 'register', 2);
    insert into totp_apps (user_id, sealed_secret, last_step) values (2, 'x', 1);
    insert into totp_setups (user_id, sealed_secret) values (2, 'x');
    insert into recovery_codes (user_id, code_hash) values (2, 'x')`)
  return server
}

const nameOf = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`

/** Columns that name the user who did something: their names say so, and only one other text column has such a name. */
async function listUsernameColumns({ query }: TestServer): Promise<{ table: string; column: string }[]> {
  const columns = await query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and column_name like '%\\_by'
       and column_name <> 'canceled_by' order by 1, 2`,
  )
  return columns.filter(({ table }) => tables.some(({ name }) => name === table))
}

async function readUsernames(server: TestServer): Promise<string[]> {
  const found: string[] = []
  for (const { table, column } of await listUsernameColumns(server))
    for (const { name } of await server.query<{ name: string }>(
      `select ${column} as name from ${table} where ${column} is not null`,
    ))
      found.push(`${table}: ${name}`)
  return found
}

/** Deletes all data about Ann, as the link in an email from `/your-data` does. */
async function eraseAnn(server: TestServer): Promise<void> {
  await server.query(
    `insert into data_links (token_hash, email, expires_at)
     values (encode(sha256('token'), 'hex'), $1, now() + interval '1 day')`,
    [ann],
  )
  for (let click = 0; click < 2; click++)
    expect((await server.send(privacyPaths.dataLink('token'), { form: {} })).status).toBe(303)
}

test('takes the username and the second factors of a colleague who left, and keeps what they wrote', async () => {
  const server = await startOffice()
  const before = await readUsernames(server)
  expect(before.filter((name) => name.endsWith(ann))).toHaveLength(hasFeature('newsletter') ? 11 : 10)
  await eraseAnn(server)
  expect(await server.query('select username, email, display_name from users where id = 2')).toEqual([
    { username: 'former-user-2', email: null, display_name: null },
  ])
  expect(await readUsernames(server)).toEqual(before.map((name) => name.replace(ann, 'former-user-2')))
  expect(await findTraces(server, /ann@|of Ann/i)).toEqual([])
  for (const table of signInTables.split(' '))
    expect(await server.query(`select from ${table} where user_id = 2`), table).toEqual([])
  expect(await server.query('select from sessions where user_id = 1')).toHaveLength(1)
})

test('takes the blocked days and calendar files of a colleague who left', async () => {
  const server = await startTestServer()
  await server.query(
    `insert into users (username, password, role, email, disabled_at)
     values ('owner', '', 'owner', null, null), ('ann', '', 'helper', '${ann}', now());
     insert into calendar_files (trainer_id, name) values (2, 'calendar of Ann.ics');
     insert into blocked_days (trainer_id, first_day, last_day, reason, file_id)
       values (2, '2030-01-01', '2030-01-02', 'Vacation of Ann', null),
              (2, '2030-01-01', '2030-01-02', 'Surgery of Ann', 1),
              (1, '2030-01-01', '2030-01-02', 'Vacation', null)`,
  )
  await eraseAnn(server)
  expect(await server.query('select reason from blocked_days')).toEqual([{ reason: 'Vacation' }])
  expect(await server.query('select from calendar_files')).toEqual([])
  expect(await findTraces(server, /of Ann/)).toEqual([])
})

test('leaves a colleague with access their account and their names', async () => {
  const server = await startOffice()
  await server.query('update users set disabled_at = null')
  const before = await readUsernames(server)
  await eraseAnn(server)
  expect(await readUsernames(server)).toEqual(before)
  expect(await server.query('select username, email from users where id = 2')).toEqual([
    { username: ann, email: ann },
  ])
  expect(await server.query('select from passkeys')).toHaveLength(1)
})

test('finds another name if a colleague has chosen the neutral one', async () => {
  const server = await startOffice()
  await server.query(`insert into users (username, password) values ('Former-User-2', '')`)
  await eraseAnn(server)
  const [user] = await server.query<{ username: string }>('select username from users where id = 2')
  expect(user?.username).toMatch(/^former-user-2-[\da-f-]{36}$/)
})

test('records each open invitation to the team that it takes', async () => {
  const server = await startTestServer()
  await server.signIn()
  await server.query(
    `insert into team_invites (token_hash, email, display_name, role, invited_by, expires_at, accepted_at, revoked_at)
     values ('a', $1, 'Ann', 'helper', 1, now() + interval '1 day', null, null),
            ('b', $1, 'Ann', 'helper', 1, now(), now(), null),
            ('c', $1, 'Ann', 'helper', 1, now(), null, now())`,
    [ann],
  )
  await eraseAnn(server)
  expect(await server.query('select from team_invites')).toEqual([])
  const rows = await server.query(
    `select action, subject, subject_id as id from activity where actor = 'visitor' order by activity.id`,
  )
  expect(rows).toEqual([
    { action: 'invite-withdrawn', subject: 'invite', id: 1 },
    { action: 'own-data-erased', subject: null, id: null },
  ])
})
