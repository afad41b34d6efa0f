import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { transferPaths } from '../contract/transfer-paths.ts'
import { importInto } from '../testing/import-into.ts'
import { runStep, sendParts, startUpload, uploadSmall } from '../testing/import-site.ts'
import { wordpressText } from '../testing/make-wordpress-export.ts'
import { oldPosts, uploadsUrl, writeOldSite } from '../testing/old-site.ts'
import { wordpressSite } from '../testing/wordpress-export.ts'

async function startOwner() {
  const server = await startTestServer({ jobPause: 0.5 })
  return { server, access: { cookie: await server.signIn() } }
}

const readPosts = (server: Awaited<ReturnType<typeof startOwner>>['server']) =>
  server.query<{
    id: number
    kind: string
    slug: string
    title: string
    content: string
    is_published: boolean
    published_at: Date
    updated_at: Date
    first_published_at: Date | null
    tags: string[]
    version: number
  }>('select * from blog_posts order by id')

test('an import brings posts, pages, pictures, dates, drafts, and addresses, and nothing else happens', async () => {
  const { server, access, id, run, readNotes } = await startUpload(await writeOldSite())
  const checked = await run('check')
  expect(checked).toMatchObject({
    state: 'checked',
    format: 'wordpress',
    checked: { posts: 6, pages: 2, drafts: 1, pictures: 1, missingPictures: 1 },
  })
  expect(await readPosts(server)).toEqual([])
  expect(await server.query('select from media')).toEqual([])

  const finished = await run('start')
  expect(finished).toMatchObject({
    state: 'finished',
    problem: null,
    counts: { posts: 6, pages: 2, drafts: 1, pictures: 1, missingPictures: 1 },
  })
  const posts = await readPosts(server)
  const slugsOf = (kind: string) => posts.filter((post) => post.kind === kind).map(({ slug }) => slug)
  expect(slugsOf('post')).toEqual(['hello', 'second', 'a-draft', 'long', 'empty', 'later'])
  expect(slugsOf('page')).toEqual(['about', 'page-admin'])
  expect(posts.filter((post) => !post.is_published)).toMatchObject([{ slug: 'a-draft' }])
  const [hello, second, draft] = posts
  expect(hello?.published_at.toISOString()).toBe('2024-05-01T12:00:00.000Z')
  expect(hello?.first_published_at).toEqual(hello?.published_at)
  expect(second?.updated_at.toISOString()).toBe('2024-06-02T10:00:00.000Z')
  expect(second?.tags).toEqual(['Sea'])
  expect(draft?.first_published_at).toBeNull()
  expect(posts[5]?.title).toHaveLength(300)
  expect(posts[6]?.content).toBe('<p>No text</p>')
  // One picture for both posts, each with its own alt text
  const [picture] = await server.query<{ name: string; alt: string; sha256: string }>('select * from media')
  expect(picture).toMatchObject({ alt: 'A boat', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(hello?.content).toContain(`<img src="/media/${picture?.name}-960"`)
  expect(second?.content).toContain('alt="The boat again"')
  expect(second?.content).toContain(`<a href="${uploadsUrl}/gone.jpg">Gone</a>`)

  const page = await (await server.send(postPaths.post('hello'))).text()
  expect(page).toContain('First words.')
  for (const [path, id] of [
    [paths.rss, `<guid isPermaLink="false">${wordpressSite}/?p=1</guid>`],
    [paths.atom, `<id>${wordpressSite}/?p=1</id>`],
    [paths.jsonFeed, `"id":"${wordpressSite}/?p=1"`],
  ])
    expect(await (await server.send(path ?? '')).text(), path).toContain(id)
  expect(await server.query('select action, actor from activity order by id')).toEqual([
    { action: 'import-started', actor: 'user' },
    { action: 'import-finished', actor: 'server' },
  ])
  const activity = await server.send('/api/settings/activity?kind=import', access)
  expect(await activity.json()).toMatchObject([
    { about: { subject: 'import', name: 'old-site.xml' } },
    { text: 'Started an import', about: { subject: 'import', name: 'old-site.xml' } },
  ])
  for (const table of ['outbox_messages', 'newsletter_issues', 'page_views'])
    expect(await server.query(`select from ${table}`), table).toEqual([])
  expect(await server.query('select distinct cause from post_revisions')).toEqual([{ cause: 'import' }])
  // The uploaded files are not needed any more.
  expect(await server.query('select from stored_parts')).toEqual([])

  const notes = await readNotes()
  const about = (name: string) => notes.filter((note) => note.startsWith(`${name}: `))
  expect(about('Admin')).toEqual(['Admin: /admin is taken, so this one is at /page-admin.'])
  expect(about('No text')).toEqual(['No text: It had no text, so its title is its text.'])
  expect(about(`${uploadsUrl}/gone.jpg`)).toEqual([expect.stringContaining('In “Second”')])
  const csv = await (await server.send(transferPaths.notesFile(id), access)).text()
  expect(csv.split('\r\n')).toHaveLength(notes.length + 2)
})

test('old addresses lead to the posts, and never hide a real page', async () => {
  const { server, access } = await startOwner()
  const lead = async (address: string) => {
    const response = await server.send(address, { redirect: 'manual' })
    return `${response.status} ${response.headers.get('location') ?? ''}`.trim()
  }
  expect(await lead('/2024/05/hello/')).toBe('404')
  const { id } = await uploadSmall(server, access, await writeOldSite())
  await runStep(server, access, id, 'start')
  await expect.poll(() => lead('/2024/05/hello/')).toBe('301 /blog/hello')
  expect(await lead('/2024/05/hello')).toBe('301 /blog/hello')
  expect(await lead('/2024/05/hello/?utm_source=mail')).toBe('301 /blog/hello')
  expect(await lead('/?p=1')).toBe('301 /blog/hello')
  expect(await lead('/?utm_source=mail&p=1')).toBe('301 /blog/hello')
  expect(await lead('/index.php?p=1&x=2')).toBe('404')
  expect(await lead('/?utm_source=mail')).toBe('200')
  expect(await lead('/')).toBe('200')
  // A draft is not public, and a program gets its own answer.
  expect(await lead('/?p=3')).toBe('200')
  expect(await lead('/api/2024/05/hello/')).toBe('404')
  expect((await server.send('/2024/05/hello/', { method: 'POST', redirect: 'manual' })).status).toBe(404)
  await server.query(`insert into redirects (from_path, "to") values
    ('/a', '/b'), ('/b', '/2024/05/hello'), ('/x', '/y'), ('/y', '/x'), ('/blog', '/a'), ('/out', 'https://new.example/')`)
  expect(await lead('/a')).toBe('301 /blog/hello')
  expect(await lead('/x')).toBe('404')
  expect(await lead('/out')).toBe('301 https://new.example/')
  expect(await lead('/blog')).toBe('200')
})

test('a second run changes nothing and says so', async () => {
  const files = await writeOldSite()
  const { server, access, id, run } = await startUpload(files)
  await run('start')
  const before = await dump(server)
  const second = await uploadSmall(server, access, files)
  expect(second.id).not.toBe(id)
  expect((await runStep(server, access, second.id, 'check')).checked).toMatchObject({ unchanged: 8 })
  const finished = await runStep(server, access, second.id, 'start')
  expect(finished.counts).toMatchObject({ unchanged: 8 })
  expect(finished.counts.posts).toBeUndefined()
  expect(await dump(server)).toEqual(before)
})

const dump = async (server: Awaited<ReturnType<typeof startOwner>>['server']) => ({
  posts: await readPosts(server),
  slugs: await server.query('select * from post_slugs order by slug'),
  revisions: await server.query('select * from post_revisions order by id'),
  media: await server.query('select * from media order by id'),
  redirects: await server.query('select * from redirects order by from_path'),
  items: await server.query('select * from import_items order by key'),
})

test('an undo deletes what is unedited, keeps and names the rest, and everything can be imported again', async () => {
  const files = await writeOldSite()
  const { server, access, run, readNotes } = await startUpload(files)
  await run('start')
  const [hello] = await readPosts(server)
  const change = { version: 1, title: 'Hello again', content: hello?.content ?? '', isPublished: true }
  const saved = await server.send(`/api/blog/${hello?.id ?? 0}`, { method: 'PUT', ...access, json: change })
  expect(saved.status).toBe(200)
  const undone = await run('undo')
  expect(undone).toMatchObject({ state: 'undone', undoUntil: null })
  expect((await readPosts(server)).map(({ title }) => title)).toEqual(['Hello again'])
  // The picture is in the edited post.
  expect(await server.query('select from media')).toHaveLength(1)
  expect(await readNotes('undo')).toEqual([
    'Hello again: It was edited after the import, so it stays.',
    'boat.jpg: It is in use, so it stays in Media.',
  ])
  expect(await server.query('select from_path from redirects order by from_path')).toEqual([
    { from_path: '/2024/05/hello' },
    { from_path: '/?p=1' },
  ])
  const again = await uploadSmall(server, access, files)
  const finished = await runStep(server, access, again.id, 'start')
  expect(finished.counts).toMatchObject({ posts: 5, pages: 2, unchanged: 1 })
  const slugs = 'a-draft about empty hello later long page-admin second'
  expect((await readPosts(server)).map(({ slug }) => slug).sort()).toEqual(slugs.split(' '))
})

test('all as drafts, by one author', async () => {
  const { server, run } = await startUpload(await writeOldSite())
  await run('start', { status: 'draft', author: 'The office' })
  const states = await server.query('select distinct is_published, author from blog_posts')
  expect(states).toEqual([{ is_published: false, author: 'The office' }])
})

test('an upload in parts goes on after an interruption, and refuses what does not fit', async () => {
  const { server, access } = await startOwner()
  const { folder } = await writeOldSite()
  const site = await readFile(join(folder, 'site.xml'))
  const uploads = await readFile(join(folder, 'uploads.zip'))
  const modifiedAt = '2026-11-01T09:00:00.000Z'
  const json = {
    site: { name: 'site.xml', bytes: site.length, modifiedAt },
    uploads: { name: 'uploads.zip', bytes: uploads.length },
  }
  const create = async () => {
    const response = await server.send('/api/imports', { ...access, json })
    expect(response.status).toBe(201)
    return response.json()
  }
  const created = await create()
  const post = async (path: string, body: object = {}) => {
    const response = await server.send(path, { ...access, json: body })
    return `${response.status} ${(await response.json()).detail ?? ''}`.trim()
  }
  expect(await post(`/api/imports/${created.id}/uploaded`)).toBe('409 2 parts are missing. Send them first.')
  expect(await post(`/api/imports/${created.id}/start`)).toBe('409 Finish its upload first.')
  await sendParts(server, access, { ...created, files: created.files.slice(0, 1) }, { site, uploads })
  const resumed = await create()
  expect(resumed.id).toBe(created.id)
  expect(resumed.files.map(({ missingParts }: { missingParts: number[] }) => missingParts)).toEqual([[], [1]])
  const put = async (number: number, body: Buffer) => {
    const response = await server.send(`/api/imports/${created.id}/files/site/parts/${number}`, {
      method: 'PUT',
      ...access,
      headers: { 'content-type': 'application/octet-stream' },
      body: new Blob([new Uint8Array(body)]),
    })
    return response.status === 204 ? '204' : `${response.status} ${(await response.json()).detail}`
  }
  expect(await put(1, site)).toBe('204')
  expect(await put(1, Buffer.alloc(site.length, 'x'))).toContain('409 Another file with the same name')
  const size = site.length.toLocaleString('en-US')
  expect(await put(1, site.subarray(1))).toContain(`400 Part 1 must have ${size}`)
  expect(await put(2, site)).toBe('400 This file has only 1 parts. Send one of these.')
  await sendParts(server, access, resumed, { site, uploads })
  expect(await post(`/api/imports/${created.id}/uploaded`)).toBe('200')
  expect(await post(`/api/imports/${created.id}/uploaded`)).toBe('200')
  expect(await runStep(server, access, created.id, 'check')).toMatchObject({ state: 'checked' })
})

test('a file that is no export fails in words, and only one import runs at a time', async () => {
  const site = new Blob(['just a text'])
  const { server, access, id, run } = await startUpload({ site, name: 'notes.bin' })
  const problem = expect.stringMatching(/^This file can/)
  expect(await run('check')).toMatchObject({ state: 'failed', problem })
  const other = await uploadSmall(server, access, await writeOldSite())
  await server.query(`update site_imports set state = 'importing', origin = 'command' where id = $1`, [id])
  const response = await server.send(`/api/imports/${other.id}/start`, { ...access, json: {} })
  expect([response.status, (await response.json()).detail]).toEqual([
    409,
    `“notes.bin” is being imported (import ${id} in Settings > Import). Wait until that is finished, or cancel it.`,
  ])
  expect((await server.send(`/api/imports/${id}/cancel`, { ...access, json: {} })).status).toBe(200)
  expect(await runStep(server, access, other.id, 'start')).toMatchObject({ state: 'finished' })
})

test('a token with the scope moves a site, for at most a week', async () => {
  const { server, access } = await startOwner()
  const create = (days: number) =>
    server.send('/api/account/tokens', { ...access, json: { name: 'A move', scopes: ['import-site'], days } })
  const refused = await create(8)
  expect([refused.status, (await refused.json()).detail]).toEqual([
    400,
    expect.stringContaining('works for up to 7 days'),
  ])
  const created = await create(7)
  expect(created.status).toBe(201)
  const { secret } = await created.json()
  const token = { headers: { authorization: `Bearer ${secret}` } }
  const site = new Blob([await wordpressText(oldPosts.slice(0, 1))])
  const { id } = await uploadSmall(server, token, { site })
  expect(await runStep(server, token, id, 'start')).toMatchObject({ state: 'finished' })
  const editor = { cookie: await server.signIn({ username: 'Eve', role: 'editor' }) }
  expect((await server.send(`/api/imports/${id}`, editor)).status).toBe(403)
})

test('a post that the old site has scheduled becomes public at its time, and nothing is sent', async () => {
  const { server } = await startOwner()
  await server.query("insert into newsletter_subscriptions (email) values ('sub@example.org')")
  const { folder } = await writeOldSite()
  await importInto(server, join(folder, 'site.xml'))
  const list = async () => (await server.send(postPaths.blog)).text()
  expect(await list()).not.toContain('Later')
  expect((await server.send(postPaths.post('later'))).status).toBe(404)
  // The time comes while the list is in the cache.
  await server.query(
    `update blog_posts set published_at = at, first_published_at = at
     from (select now() + interval '2 seconds' as at) as soon where slug = 'later'`,
  )
  // The server looks every 15 seconds.
  await expect.poll(list, { timeout: 20_000 }).toContain('Later')
  expect((await server.send(postPaths.post('later'))).status).toBe(200)
  for (const table of ['outbox_messages', 'newsletter_issues', 'newsletter_copies'])
    expect(await server.query(`select from ${table}`), table).toEqual([])
}, 40_000)
