import { expect, test } from 'vitest'
import { cleanUp, features } from '../../../app/features.ts'
import { deletionDays } from '../../../core/words/legal/retention.ts'
import { finishJobs } from '../../../tests/helpers/finish-jobs.ts'
import { tables as schemaTables } from '../../../tests/helpers/import-graph.ts'
import { passDays } from '../../../tests/helpers/pass-days.ts'
import { loadPersonalRows } from '../../../tests/helpers/personal-rows.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { findTraces } from '../testing/find-traces.ts'
import { ann, ask, fill, mark, readLink } from '../testing/your-data.ts'
import { applyRetention } from './retention.ts'

/** Tables with text that hold nothing that was written by or about a person, by the reason. Features name theirs, too. */
const withoutPersons: Record<string, string> = {
  'Figures without a person': 'ai_usage calendar_clicks counted_buttons left_out page_views',
  'Hashes, keys, and counters': 'deletion_ledger known_devices plan_links preview_links rate_counters',
  'Sign-in of colleagues, which goes with their account': `api_tokens last_looks passkey_challenges passkeys
    password_links pending_sign_ins recovery_codes sessions totp_apps totp_setups`,
  'What users did, with numbers instead of names (core/server/activity/record-activity.ts)':
    'activity ai_actions',
  'Written by users about no one': `ai_draft_jobs connections files letter_templates look_styles redirects
    settings site_section_revisions site_sections`,
}

/** Everything that could show who Ann is. The byline of a public post stays, so it is no trace. */
const ofAnn = new RegExp(
  [
    mark,
    'ann@example|Dear Ann|Nearly, Ann|Call her|Grants, please|Elm Street|Springfield|Bring Ann|Ask Ann|of Ann',
    'anns-family|our helper|invited again|Half of my text',
  ].join('|'),
  'i',
)

const findAnn = async (server: TestServer) => new Set(await findTraces(server, ofAnn))

/** All tables with a column that can hold text, also one that was added a minute ago */
async function listTextTables(server: TestServer): Promise<string[]> {
  const rows = await server.query<{ name: string }>(
    `select distinct table_schema || '.' || table_name as name
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and (data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'USER-DEFINED')
         or data_type = 'ARRAY' and udt_name not in ('_int2', '_int4', '_int8', '_date'))
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** False for a table of a feature that was deleted, whose migrations stay */
const isInCode = (table: string) => schemaTables.some(({ name }) => table === `public.${name}`)

/** Columns with text that are empty in every row of a table */
async function listEmptyColumns(server: TestServer, table: string): Promise<string[]> {
  const columns = await server.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and data_type in ('text', 'jsonb')`,
    [table],
  )
  const empty: string[] = []
  for (const { name } of columns) {
    const filled = await server.query(`select from ${table} where ${name}::text <> '' limit 1`)
    if (filled.length === 0) empty.push(name)
  }
  return empty
}

async function runJobs(server: TestServer): Promise<void> {
  for (const rows of await loadPersonalRows()) await rows.runJobs?.(server)
}

async function startWithAnn(): Promise<TestServer> {
  const server = await startTestServer({ env: { NOTIFY_EMAIL: 'owner@example.org' }, jobPause: 0.5 })
  await fill(server)
  await fillRest(server)
  for (const rows of await loadPersonalRows()) await rows.fillMore?.(server)
  await runJobs(server)
  return server
}

/** Adds rows to the tables that only rare events fill. */
async function fillRest(server: TestServer): Promise<void> {
  const { query } = server
  // Otherwise, a job of an entry before would send the notice that is added here, and delete it.
  await finishJobs(server, 'lead-notices')
  await query(`
    insert into lead_notices (email, title, answers) values ('${ann}', 'New entry', '[["Name", "Ann ${mark}"]]');
    update training_waitlist set source = '/waitlist', phone = '555', company = '${mark}' where id = 1;
    update plan_answers set zip = '62701', entered_by = 'owner' where entry_id = 1;
    update media set original_name = '${mark}.jpg' where original_name = 'draft.jpg';
    insert into post_slugs (slug, post_id) values ('${mark.toLowerCase()}-draft', 1);
    insert into post_transcripts (post_id, text) values (1, 'Recorded ${mark}');
    insert into post_revisions (post_id, version, title, excerpt, content, author, author_type, saved_by, cause)
      select id, 1, title, excerpt, '<p>${mark}</p>', author, author_type, 'guest', 'autosave' from blog_posts where id = 1`)
}

/** Deletes her as an admin does, so that she is only hidden at first. */
async function hideAnn(server: TestServer): Promise<void> {
  const cookie = await server.signIn({ username: 'Olga', role: 'owner' })
  const response = await server.send('/api/people/waitlist/1', { method: 'DELETE', cookie })
  expect(response.status).toBe(204)
}

async function expectAnnIsGone(server: TestServer): Promise<void> {
  expect([...(await findAnn(server))]).toEqual([])
  for (const rows of await loadPersonalRows()) await rows.checkGone?.(server)
}

test('every table with text is filled with data about a person, or is known to hold none', async () => {
  const server = await startWithAnn()
  const ofFeatures = await loadPersonalRows()
  const filled = ofFeatures.flatMap((rows) => rows.filled ?? [])
  for (const table of ['training_waitlist', 'plan_answers', 'next_steps', ...filled])
    expect(await listEmptyColumns(server, table), table).toEqual([])
  await ask(server, ann)
  const before = await findAnn(server)
  await hideAnn(server)
  const found = new Set([...before, ...(await findAnn(server))])
  const names = Object.values(withoutPersons).flatMap((list) => list.split(/\s+/))
  const unknown = [...names, ...ofFeatures.flatMap((rows) => rows.withoutPersons ?? [])].map(
    (name) => `public.${name}`,
  )
  const all = await listTextTables(server)
  const tables = all.filter(isInCode)
  expect({
    'tables that no longer exist': unknown.filter((name) => !all.includes(name)),
    'tables that do hold data about a person': unknown.filter((name) => found.has(name)),
    // Add rows to fillRest, and delete them in erasePerson, or say why there is nothing to delete.
    'tables that are not known': tables.filter((name) => !unknown.includes(name) && !found.has(name)),
  }).toEqual({
    'tables that no longer exist': [],
    'tables that do hold data about a person': [],
    'tables that are not known': [],
  })
})

test('an admin and the daily job leave no word about a person in any table', async () => {
  const server = await startWithAnn()
  await hideAnn(server)
  await runJobs(server)
  await passDays(server, deletionDays)
  await applyRetention({ db: server.instance.db, features })
  await cleanUp(server.instance.db, server.instance.media)
  await expectAnnIsGone(server)
})

test('the link to one’s own data leaves no word about a person in any table', async () => {
  const server = await startWithAnn()
  await ask(server, ann)
  expect((await server.send(await readLink(server), { method: 'POST' })).status).toBe(303)
  await runJobs(server)
  await passDays(server, 1)
  await cleanUp(server.instance.db, server.instance.media)
  await expectAnnIsGone(server)
})
