import { openAsBlob } from 'node:fs'
import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { pdf } from '../../../tests/helpers/test-files.ts'
import { mediaPaths } from '../../media/contract/media-paths.ts'
import { startUpload } from '../testing/import-site.ts'
import { makeWordpressExport } from '../testing/make-wordpress-export.ts'
import { makeZip } from '../testing/read-source.ts'
import { customLink, menuItem, type WordpressItem, wordpressSite } from '../testing/wordpress-export.ts'

/** Imports a site of WordPress with one PDF file in its uploads. */
async function importSite(posts: WordpressItem[]) {
  const site = await makeWordpressExport(posts, { categories: [{ slug: 'food', name: 'Food' }] })
  const uploads = await makeZip({ 'wp-content/uploads/2024/05/plan.pdf': pdf() })
  const { readNotes, ...upload } = await startUpload({
    site: await openAsBlob(site),
    uploads: await openAsBlob(uploads),
  })
  const checked = await upload.run('check')
  const finished = await upload.run('start')
  return { ...upload, checked, finished, notes: await readNotes() }
}

const to = (type: string, object: string, id: string) => ({
  ...{ _menu_item_type: type, _menu_item_object: object, _menu_item_object_id: id },
})
const page = (id: string) => to('post_type', 'page', id)

test('the main menu of WordPress shows on the public pages, and follows a page to a new address', async () => {
  const { server, access, checked, finished, notes } = await importSite([
    { id: 4, type: 'page', slug: 'about', content: 'About us.', link: `${wordpressSite}/about/` },
    { id: 5, type: 'page', slug: 'team', content: 'We.', link: `${wordpressSite}/about/team/` },
    { id: 6, slug: 'hello', title: 'Hello', content: 'Words.' },
    menuItem('footer', 30, 'Imprint', customLink('/imprint/')),
    menuItem('main-menu', 31, 'Start', customLink(`${wordpressSite}/`)),
    menuItem('main-menu', 32, 'Who we are', page('4')),
    menuItem('main-menu', 33, 'Our team', customLink('http://www.old.example/about/team/')),
    menuItem('main-menu', 34, 'First post', customLink(`${wordpressSite}/2024/05/hello/`)),
    menuItem('main-menu', 35, 'Recipes', to('taxonomy', 'category', '2')),
    menuItem('main-menu', 36, 'Shop', customLink('https://shop.example/')),
    menuItem('main-menu', 37, 'Script', customLink('javascript:alert(1)')),
  ])
  for (const counts of [checked.checked, finished.counts]) expect(counts).toMatchObject({ menus: 1 })
  const pages = await server.query<{ id: number; slug: string }>(
    `select id, slug from blog_posts where kind = 'page' order by id`,
  )
  const [about, team] = pages
  const { version, value } = await (await server.send('/api/site/sections/menu', access)).json()
  expect(value.links).toMatchObject([
    { label: 'Start', to: '/' },
    { label: 'Who we are', to: `page:${about?.id}` },
    { label: 'Our team', to: `page:${team?.id}` },
    { label: 'First post', to: '/blog/hello' },
    { label: 'Recipes', to: '/blog/tag/Food' },
    { label: 'Shop', to: 'https://shop.example/' },
  ])
  expect(notes.filter((note) => note.startsWith('main-menu: '))).toEqual([
    expect.stringMatching(/^main-menu: This menu is a draft now/),
    'main-menu: The header has room for 8 links that lead to a page. These were left out: Script (javascript:alert(1))',
  ])
  expect(notes.filter((note) => note.startsWith('footer: '))).toEqual([
    'footer: This menu was left out, because the menu already has a draft. Its links: Imprint (/imprint/)',
  ])

  const json = { version, value, isPublished: true }
  const published = await server.send('/api/site/sections/menu', { method: 'PUT', ...access, json })
  expect(published.status).toBe(200)
  const readHome = async () => (await server.send(paths.home)).text()
  await expect.poll(readHome).toMatch(/href="\/about"[^>]*>Who we are</)
  const home = await readHome()
  expect(home).toMatch(/href="\/team"[^>]*>Our team</)
  expect(home).toMatch(/href="\/blog\/hello"[^>]*>First post</)

  const renamed = await server.send(`/api/blog/${about?.id ?? 0}`, {
    method: 'PUT',
    ...access,
    json: { version: 1, title: 'About', content: '<p>About us.</p>', slug: 'who', isPublished: true },
  })
  expect(renamed.status).toBe(200)
  await expect.poll(readHome).toMatch(/href="\/who"[^>]*>Who we are</)
})

test('a header with too little room keeps the links above their submenus, and names the others', async () => {
  const top = Array.from({ length: 9 }, (_, index) =>
    menuItem('main', 10 + index, `Link ${index}`, customLink(`/${index}/`)),
  )
  const below = menuItem('main', 19, 'Below', { ...customLink('/below/'), _menu_item_menu_item_parent: '10' })
  const { server, access, run, notes } = await importSite([...top, below])
  const { value } = await (await server.send('/api/site/sections/menu', access)).json()
  expect(value.links.map(({ label }: { label: string }) => label)).toEqual(
    Array.from({ length: 8 }, (_, index) => `Link ${index}`),
  )
  expect(notes.at(-1)).toMatch(/These were left out: Below \(\/below\/\), Link 8 \(\/8\/\)$/)
  await run('undo')
  const undone = await (await server.send('/api/site/sections/menu', access)).json()
  expect(undone).toMatchObject({ hasDraft: false, isOriginal: true })
})

test('a link to a PDF in a sentence leads to our own file, and to the old site if it is missing', async () => {
  const uploads = `${wordpressSite}/wp-content/uploads/2024/05`
  // It may be a file of this site at its address before the last one, but it is not in the zip.
  const elsewhere = 'https://other.example/wp-content/uploads/a.pdf'
  const link = (address: string) => `<a href="${address}">this</a>`
  const linksTo = (plan: string) =>
    `<p>See ${link(plan)}, ${link(`${uploads}/gone.pdf`)}, and ${link(elsewhere)}.</p>`
  const content = `<!-- wp:paragraph -->${linksTo(`${uploads}/plan.pdf`)}<!-- /wp:paragraph -->`
  const { server, checked, finished, notes } = await importSite([{ id: 1, title: 'Plans', content }])
  expect(checked.checked).toMatchObject({ posts: 1, files: 1 })
  expect(finished.counts).toMatchObject({ posts: 1, files: 1 })
  const [file] = await server.query<{ name: string; file_name: string }>('select name, file_name from files')
  const address = mediaPaths.file(file?.name ?? '', file?.file_name ?? '')
  expect(await server.query('select content from blog_posts')).toEqual([{ content: linksTo(address) }])
  expect((await server.send(address)).status).toBe(200)
  expect(notes).toEqual([
    `${uploads}/gone.pdf: In “Plans”: Its file is not in the upload. A link to its old address takes its place.`,
  ])
})
