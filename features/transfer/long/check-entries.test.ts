import { expect, test } from 'vitest'
import { fillRichSite } from '../../../tests/helpers/rich-site.ts'
import { pdf } from '../../../tests/helpers/test-files.ts'
import { startTestServer, type TestServer } from '../../../tests/helpers/test-server.ts'
import { photo } from '../../media/testing/test-media.ts'
import { exportSiteOf } from '../testing/export-site.ts'
import { importInto } from '../testing/import-into.ts'
import { ghostText } from '../testing/make-ghost-export.ts'
import { makeWordpressExport } from '../testing/make-wordpress-export.ts'
import { makeZip } from '../testing/read-source.ts'
import { customLink, menuItem, type WordpressItem } from '../testing/wordpress-export.ts'

/** All rows and files of a site but those of the check itself */
async function dump(server: TestServer) {
  const tables = await server.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname not in ('site_imports', 'import_notes') order by 1`,
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables)
    rows[name] = await server.query(`select to_jsonb(t) as row from ${name} t order by 1`)
  const { objects } = await server.instance.media.disk.listAll('', { recursive: true })
  return { rows, files: [...objects].map((file) => ('key' in file ? file.key : '')).sort() }
}

/** Checks a file and then imports it. Returns what the import noted. */
async function checkAndImport(server: TestServer, file: string, uploads?: string): Promise<string[]> {
  const say = (notes: { about: string; detail: string }[]) =>
    notes.map(({ about, detail }) => `${about}: ${detail}`)
  const options = uploads === undefined ? {} : { uploads }
  const before = await dump(server)
  const checked = await importInto(server, file, { ...options, isCheck: true })
  expect(checked.finished).toMatchObject({ state: 'checked', problem: null })
  expect(await dump(server)).toEqual(before)
  const imported = await importInto(server, file, options)
  expect(imported.finished).toMatchObject({ state: 'finished', problem: null })
  expect(say(checked.notes)).toEqual(say(imported.notes))
  expect(checked.counts).toEqual(imported.counts)
  expect(await dump(server)).not.toEqual(before)
  return say(imported.notes)
}

/** A site that has a published post, a page, and a redirect of its own */
async function startUsedSite() {
  const server = await startTestServer()
  const cookie = await server.signIn()
  for (const json of [
    { title: 'Hello', content: '<p>Ours</p>', author: 'Ann', isPublished: true },
    { kind: 'page', title: 'About', content: '<p>Ours</p>', isPublished: true },
  ])
    expect((await server.send('/api/blog', { cookie, json })).status).toBe(201)
  await server.query(`insert into redirects (from_path, "to") values ('/2024/05/second', '/elsewhere')`)
  return { server, cookie }
}

const uploadsUrl = 'https://old.example/wp-content/uploads/2024/05'
const image = (name: string) => `<p>Words</p><img src="${uploadsUrl}/${name}" alt="">`

test('the check of a WordPress export foresees every note and count', async () => {
  const { server } = await startUsedSite()
  await server.query(
    `insert into site_sections (section, version, draft, changed_by) values ('menu', 1, '{"links":[]}', 'Ann')`,
  )
  const linkToPdf = (name: string) => `<a href="${uploadsUrl}/${name}.pdf">${name}</a>`
  const posts: WordpressItem[] = [
    { id: 1, slug: 'hello', title: 'Hello', content: image('boat.jpg') },
    { id: 2, slug: 'second', title: 'Second', content: image('boat.jpg') + image('gone.jpg') },
    // Taken by an earlier post of the file
    { id: 3, slug: 'second', title: 'Another second', content: image('broken.jpg') },
    { id: 4, type: 'page', slug: 'about', title: 'About', content: '<p>Us</p>' },
    { id: 5, slug: 'long', title: 'x'.repeat(400), content: '' },
    { id: 6, slug: 'top', title: 'Top', content: '<p>Top</p>', meta: { _thumbnail_id: '90' } },
    { id: 7, slug: 'reports', title: 'Reports', content: ['a', 'b', 'c'].map(linkToPdf).join(' ') },
    { id: 90, type: 'attachment', title: 'Gone', attachmentUrl: `${uploadsUrl}/gone-too.jpg` },
    menuItem('main', 100, 'Link', customLink('https://old.example/2024/05/hello/')),
  ]
  const site = await makeWordpressExport(posts, { menus: [{ slug: 'main', name: 'Main menu' }] })
  const uploads = await makeZip({
    'wp-content/uploads/2024/05/boat.jpg': await photo(),
    'wp-content/uploads/2024/05/broken.jpg': (await photo()).subarray(0, 500),
    'wp-content/uploads/2024/05/a.pdf': pdf(),
    'wp-content/uploads/2024/05/b.pdf': 'No PDF',
  })
  const notes = await checkAndImport(server, site, uploads)
  for (const expected of [
    'Hello: /blog/hello is taken, so this one is at /blog/hello-2.',
    'Another second: /blog/second is taken, so this one is at /blog/second-2.',
    'About: /about is taken, so this one is at /about-2.',
    '/2024/05/second/: This address already leads to something else, which was kept.',
    `${uploadsUrl}/gone-too.jpg: Picture above “Top”: Its file is not in the upload.`,
  ])
    expect(notes).toContainEqual(expected)
  expect(notes).toContainEqual(
    expect.stringMatching(/^Main menu: This menu was left out, because the menu already has a draft/),
  )
  expect(notes).toContainEqual(
    expect.stringMatching(/broken\.jpg: In “Another second”: This image is damaged/),
  )
})

test('the check of a Ghost export foresees every note and count', async () => {
  const { server } = await startUsedSite()
  const posts = [
    { id: 'a', title: 'Hello', slug: 'hello', feature_image: '__GHOST_URL__/content/images/gone.jpg' },
    {
      id: 'b',
      title: 'Second',
      slug: 'second',
      html: '<p>Text</p><img src="__GHOST_URL__/content/images/2024/boat.jpg">',
      feature_image: '__GHOST_URL__/content/images/2024/boat.jpg',
    },
  ]
  const posts_meta = [{ id: 'm', post_id: 'b', og_image: '__GHOST_URL__/content/images/no-social.jpg' }]
  const redirects = [
    { from: '^/2024/05/second/?$', to: '/hello' },
    { from: '/self', to: '/self/' },
    { from: '/new', to: '/about' },
    { from: '/new', to: '/hello' },
  ]
  const file = await makeZip({
    'site.ghost.json': ghostText({ posts, posts_meta }),
    'content/images/2024/boat.jpg': await photo(),
    'content/data/redirects.json': JSON.stringify(redirects),
  })
  const notes = await checkAndImport(server, file)
  for (const about of ['Hello', '/self', '/2024/05/second', '/new'])
    expect(notes).toContainEqual(expect.stringMatching(new RegExp(`^${about}/?: `)))
  expect(notes).toContainEqual(
    expect.stringMatching(/Picture for social networks of “Second”: Its file is not/),
  )
})

test('the check of an export of this software foresees every note and count', async () => {
  const old = await startTestServer()
  await fillRichSite(old)
  const { file } = await exportSiteOf(old)
  const { server, cookie } = await startUsedSite()
  const json = { title: 'Assisted', content: '<p>Ours</p>', author: 'Ann', isPublished: true }
  expect((await server.send('/api/blog', { cookie, json })).status).toBe(201)
  const notes = await checkAndImport(server, file)
  expect(notes).toContainEqual('Assisted: /blog/assisted is taken, so this one is at /blog/assisted-2.')
  // Once more, everything is known.
  const again = await importInto(server, file, { isCheck: true })
  expect(Object.keys(again.counts).sort()).toEqual(['notes', 'unchanged'])
})
