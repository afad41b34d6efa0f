import sharp from 'sharp'
import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import { startSignedIn } from '../../../tests/helpers/test-server.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import type { Post } from '../../posts/contract/posts.ts'
import type { Revision } from '../../posts/contract/revisions.ts'
import type { MediaItem } from '../contract/media.ts'
import { addMedia } from './media.ts'

async function startBlog() {
  const { server, cookie } = await startSignedIn()
  const bytes = await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  const add = async (alt: string): Promise<MediaItem> => {
    const { db, media } = server.instance
    const result = await addMedia(db, media, { bytes, alt, originalName: 'a.png' }, null)
    if (result.outcome !== 'added') throw new Error(result.detail)
    return result.item
  }
  const call = async <Body>(path: string, json?: object) =>
    (await (await server.send(path, { cookie, ...(json && { json }) })).json()) as Body
  const save = (json: object) => call<Post>('/api/blog', { title: 'Trees', content: '<p>Text</p>', ...json })
  const read = async (path: string) => (await server.send(path)).text()
  return { server, cookie, add, call, save, read }
}

test("a post's own picture is above its text and in the list, with its size and description", async () => {
  const { add, save, read, call } = await startBlog()
  const item = await add('A tree & a "bench"')
  const saved = await save({ imageUrl: item.src, imageCaption: 'By the <river>', isPublished: true })
  const { src, srcset, width, height, alt } = item
  expect(saved).toMatchObject({
    imageUrl: src,
    imageCaption: 'By the <river>',
    picture: { src, srcset, width, height, alt },
  })
  const page = await read(postPaths.post(saved.slug))
  const image = `<img src="${src}" srcSet="${srcset}" width="1000" height="500" alt="A tree &amp; a &quot;bench&quot;"`
  expect(page.indexOf(image)).toBeGreaterThan(page.indexOf('</h1>'))
  expect(page.indexOf(image)).toBeLessThan(page.indexOf('<p>Text</p>'))
  expect(page).toContain('<figcaption dir="auto">By the &lt;river&gt;</figcaption>')
  expect(page).not.toMatch(/<[^>]+ style=/)
  expect(await read(postPaths.blog)).toContain(
    `<img src="${src}" srcSet="${srcset}" width="1000" height="500" alt=""`,
  )
  await save({ title: 'Without a picture', isPublished: true })
  const latest = (await read(paths.home)).match(/<\w+[^>]* class="post-list-picture"[^>]*>/g)
  expect(latest).toEqual([
    '<span class="post-list-picture">',
    expect.stringMatching(/^<img src="\/media\/.* sizes="[^"]*" loading="lazy"\/>$/),
  ])
  expect(await call('/api/blog/recent')).toMatchObject([{}, { picture: { src } }])
})

test('pictures in a text are loaded lazily, except one at the top', async () => {
  const { add, save, read } = await startBlog()
  const { src } = await add('A tree')
  const image = `<p><img src="${src}" alt="A tree"></p>`
  const first = await save({ title: 'First', content: `<p>Text</p>${image}${image}`, isPublished: true })
  const page = await read(postPaths.post(first.slug))
  expect(page.match(/<img (fetchpriority="high" )?(loading="lazy" )?(decoding="async" )?src/g)).toEqual([
    '<img fetchpriority="high" src',
    '<img loading="lazy" decoding="async" src',
  ])
  const late = await save({
    title: 'Late',
    content: `<p>${'Text '.repeat(200)}</p>${image}`,
    isPublished: true,
  })
  expect(await read(postPaths.post(late.slug))).not.toContain('<img fetchpriority')
  const both = await save({ title: 'Both', content: `<p>Text</p>${image}`, imageUrl: src, isPublished: true })
  expect(await read(postPaths.post(both.slug))).not.toContain('<img fetchpriority')
})

test('is kept by saves that leave it out, removed by an empty one, and part of each revision', async () => {
  const { add, save, call } = await startBlog()
  const { src } = await add('A tree')
  const made = await save({ imageUrl: src, imageCaption: 'One' })
  const changed = await save({ id: made.id, version: 1, title: 'Trees and more' })
  expect(changed).toMatchObject({ imageUrl: src, imageCaption: 'One', version: 2 })
  const without = await save({ id: made.id, version: 2, imageUrl: '', imageCaption: ' ' })
  expect([without.imageUrl, without.imageCaption, without.picture]).toEqual([undefined, undefined, undefined])
  const versions = await call<Revision[]>(`/api/blog/${made.id}/revisions`)
  const restored = await call<Post>(`/api/blog/${made.id}/revisions/${versions[1]?.id ?? 0}/restore`, {})
  expect(restored).toMatchObject({ imageUrl: src, imageCaption: 'One', picture: { src } })
})

test('must be one of our own', async () => {
  const { server, cookie } = await startBlog()
  for (const imageUrl of [
    'https://evil.example/a.jpg',
    '//evil.example/a.jpg',
    '/media/x',
    '/media/../api/blog',
    `/media/${'0'.repeat(32)}-480`,
    `/media/${'0'.repeat(32)}-480" onerror="alert(1)`,
    'javascript:alert(1)',
  ]) {
    const json = { title: 'Trees', content: '<p>Text</p>', imageUrl }
    const response = await server.send('/api/blog', { cookie, json })
    expect(response.status, imageUrl).toBe(400)
    expect((await response.json()).detail).toBe('This image is no longer in Media. Choose another one.')
  }
  const json = { title: 'Trees', content: '<p>Text</p>', imageCaption: 'x'.repeat(501) }
  expect((await server.send('/api/blog', { cookie, json })).status).toBe(400)
})
