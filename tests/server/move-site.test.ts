import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import { noteDeleted, noteErased, noteRestored } from '../../server/privacy/deletion-notes.ts'
import { exportSiteOf } from '../helpers/export-site.ts'
import { importInto } from '../helpers/import-into.ts'
import { writeZip } from '../helpers/imports/zip.ts'
import { fillRichSite } from '../helpers/rich-site.ts'
import { startTestServer } from '../helpers/test-server.ts'

test('an export that is imported into an empty site gives the same export', async () => {
  const old = await startTestServer()
  await fillRichSite(old)
  // An import says nothing about who wrote a post, so the pages of the copy would differ in that.
  await old.query('update blog_posts set author_stated = false')
  const first = await exportSiteOf(old)
  const empty = await startTestServer()
  const { finished, notes } = await importInto(empty, first.file)
  expect(notes).toEqual([])
  expect(finished).toMatchObject({ state: 'finished', format: 'everyday-ai' })
  const second = await exportSiteOf(empty)
  expect([...second.files.keys()]).toEqual([...first.files.keys()])
  for (const [path, body] of first.files)
    if (path !== 'site.json') expect(second.files.get(path)?.toString(), path).toBe(body.toString())
  const manifestOf = ({ files }: typeof first) => ({
    ...JSON.parse(String(files.get('site.json'))),
    madeAt: '',
  })
  expect(manifestOf(second)).toEqual(manifestOf(first))

  const again = await importInto(empty, first.file)
  expect(again.notes).toEqual([])
  expect(Object.keys(again.counts)).toEqual(['unchanged'])

  const undone = await importInto(empty, { undo: finished.id })
  expect(undone.finished.state).toBe('undone')
  const left = ['blog_posts', 'media', 'files', 'training_waitlist', 'redirects']
  for (const table of left) expect(await empty.query(`select from ${table}`), table).toEqual([])
  // An older export must not bring back someone who has left.
  expect(await empty.query('select distinct is_active from newsletter_subscriptions')).toEqual([
    { is_active: false },
  ])
})

test('an import into a site with content keeps what is there', async () => {
  const old = await startTestServer()
  const { picture } = await fillRichSite(old)
  const { file } = await exportSiteOf(old)
  const server = await startTestServer()
  const { db } = server.instance
  await server.query(
    `insert into site_sections (section, version, published, changed_by) values ('hero', 3, '{"title":"Ours"}', 'Ann')`,
  )
  await server.query(`insert into settings (key, value) values ('organisation', '{"name":"Ours"}')`)
  await server.query(
    `insert into newsletter_subscriptions (email, is_active, ended_at, end_reason) values
       ('SUB@example.org', false, now(), 'unsubscribed'), ('left@example.org', true, null, null)`,
  )
  await server.query(`update newsletter_subscriptions set subscribed_at = '2020-01-01'`)
  // Another picture that has the same random name, and a post at the same address
  const [, name = ''] = /([0-9a-f]{32})/.exec(picture.src) ?? []
  await server.query(
    `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at)
     values ($1, 'other.jpg', 'image/jpeg', 1, '{10}', 10, 10, 'Other', '#000000', now())`,
    [name],
  )
  const cookie = await server.signIn()
  const json = { title: 'Assisted', content: '<p>Ours</p>', author: 'Ann', isPublished: true }
  expect((await server.send(paths.api.blog, { cookie, json })).status).toBe(201)
  await db.transaction((tx) => noteErased(tx, 'a@example.org', sql`now()`))

  const { notes } = await importInto(server, file)
  const details = notes.map(({ about, detail }) => `${about}: ${detail}`)
  expect(details).toContainEqual(expect.stringContaining('It was changed here, so it stays.'))
  expect(details).toContainEqual(expect.stringContaining('It was set here, so it stays.'))
  expect(details).toContainEqual(
    expect.stringContaining('Someone was deleted here, so their entry was left out.'),
  )
  // The report of an import stays after a person is deleted, so it names no one.
  expect(details.join()).not.toContain('@example.org')
  expect(await server.query(`select published from site_sections where section = 'hero'`)).toEqual([
    { published: { title: 'Ours' } },
  ])
  const emails = await server.query(
    'select email, is_active from newsletter_subscriptions order by lower(email)',
  )
  expect(emails).toEqual([
    { email: 'left@example.org', is_active: false },
    { email: 'SUB@example.org', is_active: false },
  ])
  expect(await server.query('select from training_waitlist')).toEqual([])
  expect(await server.query(`select from outbox_messages`)).toEqual([])
  const [post] = await server.query<{ content: string; image_url: string }>(
    `select content, image_url from blog_posts where slug like 'every-block%'`,
  )
  expect(post?.image_url).not.toContain(name)
  expect(post?.content).not.toContain(name)
  expect(post?.content).toContain('<img src="/media/')
  const slugs = await server.query(`select slug from blog_posts where title = 'Assisted' order by id`)
  expect(slugs).toEqual([{ slug: 'assisted' }, { slug: 'assisted-2' }])
})

test('an export cannot take back a deletion that was made here since', async () => {
  const old = await startTestServer()
  await fillRichSite(old)
  const server = await startTestServer()
  await importInto(server, (await exportSiteOf(old)).file)
  const email = 'gone@example.org'
  await server.instance.db.transaction((tx) => noteErased(tx, email, sql`now()`))
  // On the other site, the person was deleted and restored after that, so its ledger has a newer row without times.
  await old.instance.db.transaction((tx) => noteDeleted(tx, email, sql`now()`))
  await old.instance.db.transaction((tx) => noteRestored(tx, email))
  await old.query(
    `insert into training_waitlist (name, email, created_at) values ('Gone', $1, now() - interval '1 day')`,
    [email.toUpperCase()],
  )
  const { notes } = await importInto(server, (await exportSiteOf(old)).file)
  expect(notes.map(({ detail }) => detail)).toContainEqual(
    'Someone was deleted here, so their entry was left out.',
  )
  expect(await server.query('select from training_waitlist where lower(email) = $1', [email])).toEqual([])
})

test('a hostile export is cleaned or refused in words', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-hostile-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'site.zip')
  const name = '0123456789abcdef0123456789abcdef'
  const facts = {
    name,
    originalName: 'a.jpg',
    mime: 'image/jpeg',
    bytes: 1,
    widths: [480],
    width: 480,
    height: 320,
    alt: '',
    color: '#123456',
    addedAt: '2026-01-01T00:00:00.000Z',
  }
  const head = (slug: string, more = '') =>
    `---\ntitle: T\nkind: post\nslug: ${slug}\nstatus: published\npublishedAt: 2026-01-01T00:00:00.000Z\ncreatedAt: 2026-01-01T00:00:00.000Z\nupdatedAt: 2026-01-01T00:00:00.000Z\nfeedId: x\nformat: html\n${more}---\n\n`
  const script = '<p onclick="alert(1)">Hi<script>alert(1)</script><img src="https://evil.example/x.png"></p>'
  const aliases = Array.from(
    { length: 9 },
    (_, level) => `a${level}: &a${level} [${'*a'}${level - 1},${'*a'}${level - 1}]`,
  )
  const names = { posts: 0, pages: 0, pictures: 1, files: 0, redirects: 0, people: 1, subscribers: 0 }
  const manifest = {
    format: 'everyday-ai export',
    version: 1,
    madeAt: '2026-01-01T00:00:00.000Z',
    publicUrl: 'https://old.example',
    app: '1',
    counts: names,
    texts: ['posts/a.md', '../../etc/passwd'],
    files: {},
  }
  await writeZip(file, [
    { path: 'site.json', content: JSON.stringify(manifest) },
    { path: 'posts/a.md', content: head('a') + script },
    { path: 'posts/bomb.md', content: head('bomb', `a0: &a0 [x]\n${aliases.slice(1).join('\n')}\n`) },
    { path: 'posts/nul.md', content: `${head('nul', 'excerpt: "\\0"\n')}<p>x</p>` },
    { path: 'posts/slug.md', content: `${head('../../x')}<p>x</p>` },
    { path: 'posts/none.md', content: 'No facts' },
    { path: 'media.json', content: JSON.stringify([facts]) },
    ...['avif', 'webp', 'jpg'].map((ending) => ({
      path: `media/${name}/480.${ending}`,
      content: '<svg onload=alert(1)>',
    })),
    { path: 'files.json', content: '[{"name":"../../x"}]' },
    {
      path: 'site/sections.json',
      content: '{"hero":{"published":{"title":["x"]}},"__proto__":{"published":1}}',
    },
    {
      path: 'people.csv',
      content:
        '"Form","Received (UTC)","Name","Email","Status"\r\n"waitlist","yesterday","A","a@example.org","new"\r\n"waitlist","2026-01-01T00:00:00.000Z","B","no address","new"\r\n',
    },
  ])
  const server = await startTestServer()
  const { finished, counts, notes } = await importInto(server, file)
  expect(finished.state).toBe('finished')
  expect(counts).toMatchObject({ posts: 1 })
  expect(counts).not.toHaveProperty('pictures')
  expect(await server.query('select slug, content from blog_posts')).toEqual([
    { slug: 'a', content: '<p>Hi</p>' },
  ])
  for (const table of ['media', 'files', 'training_waitlist', 'site_sections'])
    expect(await server.query(`select from ${table}`), table).toEqual([])
  for (const about of [
    'posts/bomb.md',
    'posts/nul.md',
    'posts/slug.md',
    'posts/none.md',
    '../../etc/passwd',
    'a.jpg',
    'files.json',
    'people.csv',
  ])
    expect(
      notes.map((note) => note.about),
      about,
    ).toContain(about)
  for (const { detail } of notes) expect(detail).toMatch(/^[A-Z].*\.$/)
})
