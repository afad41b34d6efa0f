import { expect, test } from 'vitest'
import { applyMigrations } from '../../../core/server/db/migrate.ts'
import { connectToEmptyDatabase } from '../../../tests/helpers/empty-database.ts'
import { fillRichSite } from '../../../tests/helpers/rich-site.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { exportSiteOf } from '../testing/export-site.ts'
import { importInto } from '../testing/import-into.ts'
import { listImports } from './site-imports.ts'

/** Posts and pages without the random names of their pictures and files */
async function readTexts(server: TestServer) {
  const texts = await server.query<Record<string, unknown>>(
    `select kind, title, slug, content, excerpt, author, tags, is_published, published_at, updated_at, image_url,
       image_caption, seo_title, seo_description, social_image_url, coalesce(feed_id, 'tag:everyday.test,'
         || extract(year from published_at at time zone 'utc') || ':post-' || id) as feed_id
     from blog_posts where deleted_at is null order by kind, slug`,
  )
  const unnamed = (text: string) => text.replaceAll(/\/(media|files)\/[0-9a-f]{32}/g, '/$1/name')
  return texts.map((text) => JSON.parse(unnamed(JSON.stringify(text))) as typeof text)
}

/** What an import writes in another way: line breaks in an excerpt and between blocks, and paragraphs without text */
function toImported(text: Record<string, unknown>) {
  const content = String(text.content)
    .replace('"12345"', '"195"')
    .replace('<p></p>', '')
    .replace('<p>    spaces', '<p>spaces')
    .replace(/^<p>One<\/p>\n.*/s, '<p>One</p><ul><li><p>Two</p></li></ul>')
  return { ...text, content, excerpt: String(text.excerpt).replaceAll('\n', ' ') }
}

test('posts and pages of an export are Markdown that an import reads', async () => {
  const old = await startTestServer()
  const { picture } = await fillRichSite(old)
  await old.query(`update blog_posts set published_at = '2199-01-01' where slug = 'later'`)
  const { file } = await exportSiteOf(old)
  const server = await startTestServer()
  const { finished, counts, notes } = await importInto(server, file)
  expect(finished).toMatchObject({ state: 'finished', format: 'markdown' })
  expect(counts).toMatchObject({ posts: 30, pages: 1, drafts: 1, pictures: 1, files: 1 })
  expect(notes.map(({ about }) => about)).toEqual([
    '4 fields of front matter',
    expect.stringMatching(/^README\.md, transcripts\//),
  ])
  const before = await readTexts(old)
  expect(before).toHaveLength(31)
  expect(await readTexts(server)).toEqual(before.map(toImported))
  // The largest size is taken, whatever the text names.
  expect(await server.query('select width, height, alt from media')).toEqual([
    { width: picture.width, height: picture.height, alt: 'A photo with “quotes” & more [x]' },
  ])
  const moved = await server.send(postPaths.post('old-title'), { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, postPaths.post('new-address')])

  expect((await importInto(server, file)).counts).toMatchObject({ unchanged: 31 })
  const undone = await importInto(server, { undo: finished.id })
  expect(undone).toMatchObject({ finished: { state: 'undone' }, notes: [] })
  for (const table of ['blog_posts', 'media', 'files', 'redirects', 'import_items'])
    expect(await server.query(`select from ${table}`), table).toEqual([])
})

/** Adds an import of an earlier version, which read an export as a whole, with one of its posts. */
async function addEarlierImport(server: TestServer, state: string) {
  const [row] = await server.query<{ id: number }>(
    `insert into site_imports (state, origin, files, format, counts, position, started_at, finished_at)
     values ($1, 'command', '[{"name": "site.zip", "bytes": 1}]', 'everyday-ai', '{"posts": 1, "people": 2}', 3, now(),
       case when $1 = 'finished' then now() end) returning id`,
    [state],
  )
  await server.query(
    `insert into blog_posts (title, content, excerpt, author, author_type, slug)
     values ('A', '<p>A</p>', '', 'Ann', 'human', 'a')`,
  )
  await server.query(
    `insert into import_items (key, import_id, kind, post_id, version) select 'everyday-ai:a', $1, 'post', id, '1' from blog_posts`,
    [row?.id],
  )
  return row?.id ?? 0
}

test('an import by an earlier version is listed, and its undo says what stays', async () => {
  const server = await startTestServer()
  const id = await addEarlierImport(server, 'finished')
  const { rows } = await listImports(server.instance.db, { limit: 10 })
  expect(rows).toMatchObject([{ id, format: 'everyday-ai', counts: { posts: 1, people: 2 } }])
  const { finished, notes } = await importInto(server, { undo: id })
  expect(finished).toMatchObject({ state: 'undone', counts: { kept: 1 } })
  expect(notes.map(({ detail }) => detail)).toEqual([
    'People, subscribers, guest authors, words of the site, and settings that it brought stay.',
  ])
  expect(await server.query('select from blog_posts')).toEqual([])
})

test('an import that an earlier version has begun stops in words', async () => {
  const old = await startTestServer()
  const { file } = await exportSiteOf(old)
  const server = await startTestServer()
  const id = await addEarlierImport(server, 'canceled')
  await importInto(server, file, { isCheck: true })
  await server.query(
    'update site_imports set files = (select files from site_imports where id <> $1) where id = $1',
    [id],
  )
  await server.query('delete from site_imports where id <> $1', [id])
  const { finished } = await importInto(server, file)
  expect(finished).toMatchObject({ id, state: 'failed', problem: expect.stringContaining('Undo it') })
})

/** `when` of 0047_import_attempts.sql in core/server/db/migrations/meta/_journal.json */
const before = 1795567121401

test('what an earlier version kept of imported exports goes, and its posts and files can still be undone', async () => {
  const { client } = await connectToEmptyDatabase()
  await applyMigrations(client, before)
  await client.query(`
    insert into foreign_ledgers (id, key) values (1, 'k');
    insert into foreign_deletions (ledger_id, address_hash, noted_at) values (1, 'h', now());
    insert into site_imports (id, state, origin, files, format) values (1, 'finished', 'command', '[]', 'everyday-ai');
    insert into import_items (key, import_id, kind, version)
      select kind, 1, kind, '1' from unnest(array['post', 'picture', 'file', 'person', 'subscriber', 'section']) as kind`)
  await applyMigrations(client)
  const { rows } = await client.query({ text: 'select kind from import_items order by 1', rowMode: 'array' })
  expect(rows.flat()).toEqual(['file', 'picture', 'post'])
})
