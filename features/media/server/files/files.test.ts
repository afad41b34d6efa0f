import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fileBlock, pdf, startFiles } from '../../../../tests/helpers/test-files.ts'
import type { Post } from '../../../posts/contract/posts.ts'
import { fileMessages, type StoredFile } from '../../contract/files.ts'
import { workFolders } from '../../testing/test-media.ts'
import { folderOf, sweepStored } from '../stored-rows.ts'

const nameIn = (url: string) => /[0-9a-f]{32}/.exec(url)?.[0] ?? ''

test('a PDF is stored as it is and downloaded under its name', async () => {
  const { server, upload } = await startFiles()
  const bytes = pdf()
  const { status, body } = await upload(bytes, 'C:\\Reports\\Annual Report (2026).PDF')
  expect(status).toBe(201)
  expect(body).toMatchObject({
    originalName: 'Annual Report (2026).PDF',
    bytes: bytes.length,
    uses: 0,
    isInPublicPost: false,
  })
  expect(body.url).toMatch(/^\/files\/[0-9a-f]{32}\/annual-report-2026\.pdf$/)
  const response = await server.send(body.url)
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  const headers = Object.fromEntries(response.headers)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(bytes.length),
    'content-disposition': 'attachment; filename="annual-report-2026.pdf"',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const etag = response.headers.get('etag') ?? ''
  const again = await server.send(body.url, { headers: { 'if-none-match': etag } })
  expect([again.status, again.headers.get('content-disposition')]).toEqual([
    304,
    'attachment; filename="annual-report-2026.pdf"',
  ])
  expect(await server.query('select mime, sha256, created_by is not null as by_user from files')).toEqual([
    { mime: 'application/pdf', sha256: createHash('sha256').update(bytes).digest('hex'), by_user: true },
  ])
  expect(workFolders()).toEqual([])
})

test.each([
  ['отчёт.pdf', /\/otchiot\.pdf$|\/otchyot\.pdf$|\/otchet\.pdf$/],
  ['....pdf', /\/document\.pdf$/],
  [`${'a'.repeat(300)}.pdf`, /\/a{80}\.pdf$/],
  ['a"b\r\nc.html', /\/a-bc-html\.pdf$|\/a-b-c-html\.pdf$|\/a-22b-0d-0ac-html\.pdf$/],
])('a file called %j gets a plain address', async (name, address) => {
  const { server, added } = await startFiles()
  const { url } = await added(pdf(), name)
  expect(url).toMatch(address)
  expect((await server.send(url)).status).toBe(200)
})

test.each([
  ['HTML called .pdf', Buffer.from('<script>alert(1)</script>'), 415, fileMessages.notPdf],
  ['HTML before a PDF', Buffer.concat([Buffer.from('<html>'), pdf()]), 415, fileMessages.notPdf],
  ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 415, fileMessages.notPdf],
  ['half of a PDF', pdf(5000).subarray(0, 3000), 422, fileMessages.incomplete],
  ['nothing', Buffer.alloc(0), 400, 'There’s no file in the upload. Choose one and try again.'],
  ['21 MB', pdf(21 * 1024 * 1024), 413, fileMessages.tooLarge],
])('%s is refused in words, and nothing of it is left', async (_, bytes, status, detail) => {
  const { server, upload } = await startFiles()
  const refused = await upload(bytes)
  expect([refused.status, refused.body.detail]).toEqual([status, detail])
  expect(await server.query('select 1 from files')).toEqual([])
  expect(workFolders()).toEqual([])
})

test('a file of almost 20 MB is accepted and streamed back', async () => {
  const { server, added } = await startFiles()
  const bytes = pdf(20 * 1024 * 1024 - 500)
  const { url } = await added(bytes)
  expect((await (await server.send(url)).arrayBuffer()).byteLength).toBe(bytes.length)
})

test('a PDF that is a page or a script as well is only ever a download', async () => {
  const { server, added } = await startFiles()
  const { url } = await added(
    Buffer.concat([Buffer.from('%PDF-1.4<html><script>alert(1)</script>\n'), pdf()]),
  )
  for (const accept of ['text/html', 'text/javascript', '*/*']) {
    const { headers } = await server.send(url, { headers: { accept } })
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('a request without a form, with another field, or without a sign-in is refused', async () => {
  const { server, cookie, upload } = await startFiles()
  expect((await server.send('/api/files', { cookie, json: {} })).status).toBe(415)
  const form = new FormData()
  form.set('other', new Blob([pdf()]), 'a.pdf')
  expect((await server.send('/api/files', { cookie, body: form })).status).toBe(400)
  expect((await upload(pdf(), 'a.pdf', '')).status).toBe(401)
  expect((await server.send('/api/files')).status).toBe(401)
})

test.each([
  (url: string) => url.replace(/[^/]+$/, 'other.pdf'),
  (url: string) => url.replace(/\.pdf$/, '.PDF'),
  (url: string) => url.replace(/\.pdf$/, ''),
  (url: string) => url.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
  (url: string) => url.replace(/[^/]+$/, '..%2f..%2fsecret.pdf'),
  (url: string) => url.replace(/^\/files\/[0-9a-f]{32}/, '/files/..'),
])('another address finds nothing (%#)', async (change) => {
  const { server, added } = await startFiles()
  const { url } = await added()
  expect((await server.send(change(url))).status).toBe(404)
})

test('the list is newest first, finds by name, and counts the posts that link to a file', async () => {
  const { call, added, saved } = await startFiles()
  const first = await added(pdf(), 'Budget 100%.pdf')
  const second = await added(pdf(), 'Annual report.pdf')
  await saved({ title: 'A', content: fileBlock(first) })
  await saved({ title: 'B', content: `${fileBlock(first)}<p>Text</p>`, isPublished: true })
  const list = async (query = '') =>
    (await call<StoredFile[]>(`/api/files${query}`)).body.map(({ id, uses, isInPublicPost }) => [
      id,
      uses,
      isInPublicPost,
    ])
  expect(await list()).toEqual([
    [second.id, 0, false],
    [first.id, 2, true],
  ])
  expect(await list('?q=0%25')).toEqual([[first.id, 2, true]])
  expect(await list('?limit=1')).toEqual([[second.id, 0, false]])
  expect((await call<StoredFile>(`/api/files/${first.id}`)).body).toMatchObject({ id: first.id, uses: 2 })
  expect((await call('/api/files/999')).status).toBe(404)
})

test('a file that a post links to is kept, and an unused one is deleted with its content', async () => {
  const { server, cookie, added, saved, call } = await startFiles()
  const file = await added()
  const remove = () => server.send(`/api/files/${file.id}`, { method: 'DELETE', cookie })
  const post = await saved({ title: 'Plans', content: `<p>Text</p>${fileBlock(file)}` })
  const refused = await remove()
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    detail: 'This file is used in “Plans”. Remove it there first.',
    posts: [{ id: post.id, title: 'Plans' }],
  })
  await server.send(`/api/blog/${post.id}`, { method: 'DELETE', cookie })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await server.send(file.url)).status).toBe(404)
  expect(await server.query('select 1 from files')).toEqual([])
  const restored = await call<Post>(`/api/blog/${post.id}/restore`, {})
  expect(restored.body.content).toBe('<p>Text</p>')
})

test('a helper uploads files, and deletes only those that were never public', async () => {
  const { server, added, upload, saved } = await startFiles()
  const file = await added()
  await saved({ title: 'Public', content: fileBlock(file), isPublished: true })
  const helper = await server.signIn({ username: 'Hana', role: 'helper' })
  const own = await upload(pdf(), 'own.pdf', helper)
  expect(own.status).toBe(201)
  const remove = (id: number) => server.send(`/api/files/${id}`, { method: 'DELETE', cookie: helper })
  const refused = await remove(file.id)
  expect([refused.status, (await refused.json()).detail]).toEqual([
    403,
    'This file is in a post or page that is or was public, so only editors and owners can change it. Ask one of them.',
  ])
  expect((await remove(own.body.id)).status).toBe(204)
})

test('what an interrupted upload or deletion leaves is removed after an hour', async () => {
  const { server, added } = await startFiles()
  const { db, media } = server.instance
  const [old, fresh] = [await added(), await added()]
  await server.query('update files set ready_at = null')
  await server.query(`update files set created_at = now() - interval '2 hours' where id = $1`, [old.id])
  expect((await server.send(old.url)).status).toBe(200)
  await sweepStored(db, media)
  expect(await server.query('select id from files')).toEqual([{ id: fresh.id }])
  expect(await media.disk.exists(`${folderOf(nameIn(old.url))}/annual-report.pdf`)).toBe(false)
  expect(await media.disk.exists(`${folderOf(nameIn(fresh.url))}/annual-report.pdf`)).toBe(true)
})
