import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { jobPlans } from '../../app/features.ts'
import { applyMigrations, findLastMigration, readOwnTables } from '../../core/server/db/migrate.ts'
import { prepareDatabase } from '../../core/server/jobs/prepare-database.ts'
import { guestPaths } from '../../features/guests/contract/guest-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { startFakeSmtp } from '../fakes/fake-smtp.ts'
import { connectToEmptyDatabase } from '../helpers/empty-database.ts'
import { hasFeature } from '../helpers/feature-testing.ts'
import { passDays } from '../helpers/pass-days.ts'
import { startTestServer } from '../helpers/test-server.ts'

/** `when` of 0021_baseline.sql, which replaces all earlier migrations, in core/server/db/migrations/meta/_journal.json */
const baseline = 1795319634374

// The rows of tests/fixtures/before-baseline.sql were written at this time, by an app from before the baseline. The
// cookies, paths, and token below belong to these rows and must still work.
const madeAt = new Date('2026-11-22T12:27:40Z')
const cookie =
  'session=KZWOc-FJ-5Fsk3HC5qcsXRYEbLD-F_u0ceBRzhf3e5c; device=PNUUJJAGMUvmlI5fZWGrvuCaSzT4IdhUqlbs-Af2xVU'
const invitation = guestPaths.invitation('9a1Ehkr19aOiYyDaNzCKMh-OLIk3w91SYpn_HzAoJaQ')
const writingRoom = guestPaths.writingRoom('6fXiiyZUaFdpw0lMzYjDeWMz4oRahQG88zF1R7Jw7lY')
const previewLink = postPaths.sharedPreview('RYTesy1G3YEiqeHAu14TQZJYL_Xij5drjma48U7ki7A')
const subscriber = '205f2fbacfc74a4da531673fc1b90c289e38ea50e26c4bd38c91e356e75aa5e7'

const dayMs = 24 * 60 * 60 * 1000
const tenMinutes = 10 * 60 * 1000

test('the baseline makes the same schema as the migrations that it replaces', async () => {
  const { client: squashed } = await connectToEmptyDatabase()
  await applyMigrations(squashed, baseline)
  const { client: old } = await createOldDatabase()
  const expected = await describeSchema(old)
  expect(expected.length).toBeGreaterThan(700)
  expect(await describeSchema(squashed)).toEqual(expected)

  await applyMigrations(squashed)
  await applyMigrations(old)
  expect(await describeSchema(old)).toEqual(await describeSchema(squashed))
})

test('a database from before the baseline skips it, and everything in it keeps working', async () => {
  const mailServer = await startFakeSmtp()
  onTestFinished(() => mailServer.close())
  const old = await createOldDatabase()
  const query = async (text: string) => (await old.client.query(text)).rows
  const daysSince = (Date.now() - madeAt.getTime()) / dayMs
  // Make the rows ten minutes old, so that sessions and links are still valid and every email is due.
  await passDays({ query }, tenMinutes / dayMs - daysSince)
  const { connectionString } = old
  await prepareDatabase(connectionString, jobPlans)
  const server = await startTestServer({ connectionString, jobPause: 0.5, env: { SMTP_URL: mailServer.url } })
  expect(
    await server.query(
      'select count(*)::int as count from drizzle.__drizzle_migrations where created_at <= $1',
      [baseline],
    ),
  ).toEqual([{ count: 22 }])

  const session = await server.send('/api/session', { cookie })
  const user = {
    id: 1,
    username: 'Ann Admin',
    displayName: 'Ann Admin',
    role: 'owner',
    email: null,
    byline: '',
    defaultAuthor: 'Admin',
  }
  expect([session.status, await session.json()]).toEqual([200, { user }])
  for (const path of [
    postPaths.post('your-first-90-days-with-ai-on-one-page'),
    invitation,
    writingRoom,
    previewLink,
    ...(hasFeature('newsletter') ? [`/newsletter/yours/${subscriber}`] : []),
  ])
    expect((await server.send(path)).status, path).toBe(200)
  await server.send(`/newsletter/unsubscribe/${subscriber}`, {
    form: { 'List-Unsubscribe': 'One-Click' },
  })
  expect(await server.query('select email, is_active from newsletter_subscriptions')).toEqual([
    { email: 'sue@example.org', is_active: !hasFeature('newsletter') },
  ])

  const scheduled = postPaths.post('scheduled-for-later')
  expect((await server.send(scheduled)).status).toBe(404)
  await server.query(`update blog_posts set published_at = now() where slug = 'scheduled-for-later'`)
  expect((await server.send(scheduled)).status).toBe(200)
  const blog = async () => (await server.send(postPaths.blog)).text()
  await expect.poll(blog).toContain('Scheduled for later')

  await expect
    .poll(() => mailServer.received.flatMap(({ to }) => to).sort())
    .toEqual(
      ['ann', 'editor', 'editor', 'editor', 'jo', 'jo', 'kim', 'sue', 'tom'].map(
        (name) => `${name}@example.org`,
      ),
    )
})

test('a database that lacks some of the replaced migrations is refused and left alone', async () => {
  const { client: old, connectionString } = await createOldDatabase()
  await old.query('delete from drizzle.__drizzle_migrations where created_at >= $1', [baseline])
  const last = await findLastMigration(old)
  await expect(prepareDatabase(connectionString, jobPlans)).rejects.toThrow(
    'made by an early development version',
  )
  expect(await findLastMigration(old)).toBe(last)
})

test('every table and column that our migrations make is known as our own', async () => {
  const { client } = await connectToEmptyDatabase()
  await applyMigrations(client)
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by 1) as columns
     from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  )
  const own = [...readOwnTables()].sort().map(([name, columns]) => ({
    name,
    columns: expect.arrayContaining([...columns]),
  }))
  // Tables that a later migration drops stay known, because a restore may replace a database of an earlier version.
  const dropped = ['foreign_deletions', 'foreign_ledgers']
  expect(own.map(({ name }) => name)).toEqual(expect.arrayContaining(dropped))
  expect(rows).toEqual(own.filter(({ name }) => !dropped.includes(name)))
})

async function createOldDatabase() {
  const database = await connectToEmptyDatabase()
  const fixture = new URL('../fixtures/before-baseline.sql', import.meta.url)
  await database.client.query(await readFile(fixture, 'utf8'))
  return database
}

/** Describes each column, constraint, index, sequence, function, trigger, type, and extension in one line. */
async function describeSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `with tables as (select * from pg_class where relnamespace = 'public'::regnamespace)
     select concat_ws(' ', 'column', t.relname, row_number() over (partition by t.oid order by attnum), attname,
         format_type(atttypid, atttypmod), attnotnull, attidentity::text, attgenerated::text, attstorage::text,
         attcollation::regcollation, pg_get_expr(adbin, adrelid),
         pg_get_serial_sequence(quote_ident(t.relname), attname)) as line
       from tables t join pg_attribute on attrelid = t.oid
       left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where relkind = 'r' and attnum > 0 and not attisdropped
     union all select concat_ws(' ', relkind::text, relname, relpersistence::text, relrowsecurity, reloptions) from tables
     union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid) from pg_index join tables t on t.oid = indrelid
     union all select concat_ws(' ', sequencename, data_type, start_value, increment_by, max_value, cycle)
       from pg_sequences where schemaname = 'public'
     union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
     union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select concat_ws(' ', 'type', typname, typtype::text)
       from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
     union all select concat_ws(' ', 'extension', extname) from pg_extension
     order by 1`,
  )
  return rows.map(({ line }) => line)
}
