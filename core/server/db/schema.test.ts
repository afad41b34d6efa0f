import { expect, test } from 'vitest'
import { startTestServer } from '../../../tests/helpers/test-server.ts'

/** Each column as "name type default", with "-" for no default, and "!" at the end if it is NOT NULL */
const specified = {
  users: 'id integer serial !, username text - !, password text - !',
  contact_submissions: `id integer serial !, name text - !, company text - !, phone text -, email text - !,
    industry text -, services text[] -, timeline text -, created_at timestamp now !`,
  calendar_clicks: `id integer serial !, service text - !, user_agent text -, ip_address text -,
    created_at timestamp now !`,
  blog_posts: `id integer serial !, title text - !, slug text - !, excerpt text - !, content text - !, author text - !,
    author_type text - !, tags text[] -, image_url text -, source_url text -, source_name text -,
    published_at timestamp now !, is_published boolean true !`,
  newsletter_subscriptions: `id integer serial !, email text - !, subscribed_at timestamp now !,
    is_active boolean true !`,
  author_invites: `id integer serial !, email text - !, name text -, suggested_topic text -, custom_message text -,
    status text 'pending' !, invite_token text -, invited_at timestamp now !, expires_at timestamp - !,
    responded_at timestamp -`,
  training_waitlist: `id integer serial !, name text - !, email text - !, phone text -, company text -,
    message text -, created_at timestamp now !`,
}

/** The specified unique columns, and those that the app has in addition */
const unique = 'users.username blog_posts.slug newsletter_subscriptions.email author_invites.invite_token'
const ours =
  'author_invites.room_token blog_posts.creation_key newsletter_subscriptions.token users.calendar_token_hash'
/** Unique columns of other tables. New tables may have more. */
const others = `api_tokens.token_hash attendees.certificate attendees.gathering_id attendees.key attendees.token_hash
  attendees.uid event_registrations.token_hash event_registrations.uid events.slug events.uid files.name gatherings.uid
  letter_templates.name media.name offers.token_hash offers.uid outbox_messages.message_id outbox_messages.once_key
  passkeys.credential_id password_links.token_hash team_invites.token_hash trainings.offer_id trainings.uid`

test('the seven tables have the specified columns, types, defaults and uniqueness', async () => {
  const server = await startTestServer()
  for (const [table, list] of Object.entries(specified)) {
    const columns = list.split(/,\s+/)
    const rows = await server.query<{ described: string }>(
      `select concat_ws(' ', column_name,
         case when data_type = 'ARRAY' then 'text[]' when data_type like 'timestamp%' then 'timestamp' else data_type end,
         case when column_default like 'nextval%' then 'serial' when column_default = 'now()' then 'now'
              else coalesce(replace(column_default, '::text', ''), '-') end,
         case when is_nullable = 'NO' then '!' end) as described
       from information_schema.columns where table_name = $1 and table_schema = 'public' order by ordinal_position`,
      [table],
    )
    expect(rows.map((row) => row.described).slice(0, columns.length), table).toEqual(columns)
  }
  const constraints = await server.query<{ table: string; name: string }>(
    `select table_name as table, table_name || '.' || column_name as name from information_schema.table_constraints
     join information_schema.constraint_column_usage using (constraint_name, table_name)
     where constraint_type = 'UNIQUE' order by 2`,
  )
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
  const ofSpecified = constraints.filter(({ table }) => Object.hasOwn(specified, table))
  expect(namesOf(ofSpecified)).toEqual(`${unique} ${ours}`.split(/\s+/).sort())
  expect(namesOf(constraints)).toEqual(expect.arrayContaining(others.split(/\s+/)))
})

test('a row with the specified columns alone can be inserted', async () => {
  const server = await startTestServer()
  await server.query(`
    insert into training_waitlist (name, email) values ('Ann', 'ann@example.org');
    insert into author_invites (email, expires_at) values ('ann@example.org', now());
    insert into blog_posts (title, slug, excerpt, content, author, author_type) values ('', '', '', '', '', 'human')`)
  expect(await server.query('select is_published from blog_posts')).toEqual([{ is_published: true }])
})
