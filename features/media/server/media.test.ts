import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { postPaths } from '../../posts/contract/post-paths.ts'
import type { Post } from '../../posts/contract/posts.ts'
import type { MediaItem } from '../contract/media.ts'
import { halves, photo, startMedia, workFolders } from '../testing/test-media.ts'
import { addMedia } from './media.ts'
import { openMediaStore } from './store.ts'
import { sweepStored } from './stored-rows.ts'
import { sweepWorkFolders, withWorkFolder } from './work-folder.ts'

describe('the list', () => {
  test('is newest first, pages on, and is searched by text and file name', async () => {
    const { server, cookie } = await startMedia()
    await server.query(
      `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at)
       select lpad(n::text, 32, '0'), 'file_' || n || '.jpg', 'image/jpeg', 1, '{480}', 480, 300,
         case when n % 2 = 0 then 'Even 100%' else 'odd' end, '#ffffff', case when n <= 5 then now() end
       from generate_series(1, 6) as n`,
    )
    const list = async (query: string) => {
      const response = await server.send(`/api/media${query}`, { cookie })
      const items = (await response.json()) as MediaItem[]
      return { ids: items.map(({ id }) => id), headers: response.headers }
    }
    const first = await list('?limit=2')
    expect(first.ids).toEqual([5, 4])
    expect(first.headers.get('x-total-count')).toBe('5')
    expect(first.headers.get('link')).toBe(`</api/media?limit=2&cursor=4>; rel="next"`)
    expect((await list('?limit=4&cursor=4')).ids).toEqual([3, 2, 1])
    expect((await list('?q=EVEN')).ids).toEqual([4, 2])
    expect((await list('?q=100%25')).ids).toEqual([4, 2])
    expect((await list('?q=e_1')).ids).toEqual([1])
    expect((await list('?q=%25%25')).ids).toEqual([])
    expect((await server.send('/api/media?limit=0', { cookie })).status).toBe(400)
  })

  test('changes the text of a picture, also where a post shows it', async () => {
    const { server, cookie, added } = await startMedia()
    const item = await added(await photo(500, 400), 'a.jpg', 'Before')
    const saved = await server.send('/api/blog', {
      cookie,
      json: { title: 'With a picture', content: '<p>Text</p>', isPublished: true, imageUrl: item.src },
    })
    const { slug } = (await saved.json()) as Post
    expect(await (await server.send(postPaths.post(slug))).text()).toContain('alt="Before"')
    const change = (json: object) => server.send(`/api/media/${item.id}`, { method: 'PUT', cookie, json })
    const changed = await change({ alt: 'After & <b>' })
    expect(await changed.json()).toMatchObject({ id: item.id, alt: 'After & <b>', uses: 1 })
    await expect
      .poll(async () => (await server.send(postPaths.post(slug))).text())
      .toContain('alt="After &amp; &lt;b&gt;"')
    expect((await change({ alt: 'x'.repeat(501) })).status).toBe(400)
    expect((await change({ alt: 'x', name: 'y' })).status).toBe(400)
    const other = await server.send('/api/media/999', { method: 'PUT', cookie, json: { alt: '' } })
    expect(other.status).toBe(404)
  })
})

describe('deleting', () => {
  test('takes what only posts in the trash show, and those come back without it', async () => {
    const { server, cookie, added } = await startMedia()
    const [kept, ofPost, inText] = [
      await added(await photo(500, 400)),
      await added(await photo(500, 400)),
      await added(await photo(500, 400)),
    ]
    const image = (item: MediaItem) => `<img src="${item.src}" srcset="${item.srcset}" alt="" />`
    const json = {
      title: 'Two',
      content: `<p>Text</p><p>${image(kept)}${image(inText)}</p>`,
      imageUrl: ofPost.src,
    }
    const post = (await (await server.send('/api/blog', { cookie, json })).json()) as Post
    const remove = (id: number) => server.send(`/api/media/${id}`, { method: 'DELETE', cookie })
    expect((await remove(ofPost.id)).status).toBe(409)
    await server.send(`/api/blog/${post.id}`, { method: 'DELETE', cookie })
    const listed = (await (await server.send('/api/media', { cookie })).json()) as MediaItem[]
    expect(listed.map(({ uses }) => uses)).toEqual([0, 0, 0])
    for (const item of [ofPost, inText]) expect((await remove(item.id)).status).toBe(204)
    const restored = await server.send(`/api/blog/${post.id}/restore`, { method: 'POST', cookie })
    expect(await restored.json()).toMatchObject({ content: `<p>Text</p><p>${image(kept)}</p>` })
    expect(await server.query('select image_url from blog_posts')).toEqual([{ image_url: null }])
    expect((await remove(kept.id)).status).toBe(409)
  })

  test('is refused while a post shows the picture, and takes the files along', async () => {
    const { server, cookie, added } = await startMedia()
    const [inText, ofPost, unused] = [
      await added(await photo(500, 400)),
      await added(await photo(500, 400)),
      await added(await photo(500, 400)),
    ]
    const save = async (json: object) =>
      (await (await server.send('/api/blog', { cookie, json })).json()) as Post
    const post = await save({
      title: 'Both',
      content: `<p>Text</p><p><img src="${inText.src}" srcset="${inText.srcset}" alt=""></p>`,
      imageUrl: ofPost.src,
    })
    const remove = (id: number) => server.send(`/api/media/${id}`, { method: 'DELETE', cookie })
    for (const item of [inText, ofPost]) {
      const response = await remove(item.id)
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({
        detail: 'This image is used in “Both”. Remove it there first.',
        posts: [{ id: post.id, title: 'Both' }],
      })
      expect((await server.send(item.src)).status).toBe(200)
    }
    const listed = (await (await server.send('/api/media', { cookie })).json()) as MediaItem[]
    expect(listed.map(({ id, uses }) => [id, uses])).toEqual([
      [unused.id, 0],
      [ofPost.id, 1],
      [inText.id, 1],
    ])
    expect((await remove(unused.id)).status).toBe(204)
    expect((await server.send(unused.src)).status).toBe(404)
    expect((await remove(unused.id)).status).toBe(404)
    await save({ id: post.id, version: 1, title: 'Both', content: '<p>Text</p>', imageUrl: null })
    for (const item of [inText, ofPost]) expect((await remove(item.id)).status).toBe(204)
    expect(await server.query('select id from media')).toEqual([])
    // A deleted picture can no longer be chosen for a post.
    const late = await server.send('/api/blog', {
      cookie,
      json: { title: 'Late', content: '<p>Text</p>', imageUrl: ofPost.src },
    })
    expect(late.status).toBe(400)
    expect((await late.json()).detail).toBe('This image is no longer in Media. Choose another one.')
  })

  test('and saving at the same moment: never a post with a picture that is gone', async () => {
    const { server, cookie, added } = await startMedia()
    for (let round = 0; round < 5; round++) {
      const item = await added(await photo(20, 20))
      const [saved, deleted] = await Promise.all([
        server.send('/api/blog', {
          cookie,
          json: { title: `Round ${round}`, content: '<p>Text</p>', imageUrl: item.src },
        }),
        server.send(`/api/media/${item.id}`, { method: 'DELETE', cookie }),
      ])
      expect([
        [201, 409],
        [400, 204],
      ]).toContainEqual([saved.status, deleted.status])
    }
  })
})

test('a helper changes and deletes no picture that is, was, or will be public', async () => {
  const { server, cookie } = await startMedia()
  const helper = await server.signIn({ username: 'Hana', role: 'helper' })
  const save = async (json: object) =>
    (await (
      await server.send('/api/blog', { cookie, json: { title: 'A', content: '<p>B</p>', ...json } })
    ).json()) as Post
  await server.query(
    `insert into media (name, original_name, mime, bytes, widths, width, height, alt, color, ready_at)
     select lpad(n::text, 32, '0'), 'photo.jpg', 'image/jpeg', 1, '{20}', 20, 20, 'A photo', '#ffffff', now()
     from generate_series(1, 5) as n`,
  )
  const pictures: MediaItem[] = await (await server.send('/api/media', { cookie })).json()
  const [live, taken, scheduled, inDraft, unused] = pictures.map(({ src }) => src)
  await save({ imageUrl: live, isPublished: true })
  const withdrawn = await save({ content: `<p>B</p><p><img src="${taken}" alt=""></p>`, isPublished: true })
  await save({ ...withdrawn, id: withdrawn.id, version: 1, isPublished: false })
  await server.send(`/api/blog/${withdrawn.id}`, { method: 'DELETE', cookie })
  const future = new Date(Date.now() + 1e8).toISOString()
  await save({ imageUrl: scheduled, isPublished: true, publishedAt: future })
  await save({ imageUrl: inDraft })
  const listed: MediaItem[] = await (await server.send('/api/media', { cookie: helper })).json()
  expect(listed.map(({ isInPublicPost }) => isInPublicPost)).toEqual([true, true, true, false, false])

  const describe = (src: string | undefined, as: string) =>
    server.send(`/api/media/${idOf(src)}`, { method: 'PUT', cookie: as, json: { alt: 'Changed' } })
  const remove = (src: string | undefined, as: string) =>
    server.send(`/api/media/${idOf(src)}`, { method: 'DELETE', cookie: as })
  for (const src of [live, taken, scheduled])
    for (const refused of [await describe(src, helper), await remove(src, helper)]) {
      expect(refused.status).toBe(403)
      expect(await refused.json()).toMatchObject({
        code: 'role-too-low',
        detail: expect.stringContaining('is or was public'),
      })
    }
  const rows = await server.query(`select id from media where alt = 'A photo'`)
  expect(rows.length).toBe(5)
  for (const src of [inDraft, unused]) expect((await describe(src, helper)).status).toBe(200)
  expect((await remove(inDraft, helper)).status).toBe(409)
  expect((await remove(unused, helper)).status).toBe(204)
  const editor = await server.signIn({ username: 'Ed', role: 'editor' })
  expect((await describe(live, editor)).status).toBe(200)
  expect((await remove(taken, editor)).status).toBe(204)

  function idOf(src: string | undefined): number {
    return pictures.find((picture) => picture.src === src)?.id ?? 0
  }
})

describe('what a crash leaves', () => {
  test('half stored and half deleted pictures are cleared away after an hour', async () => {
    const { server, added } = await startMedia()
    const [half, fresh, whole] = [
      await added(await photo(20, 20)),
      await added(await photo(20, 20)),
      await added(await photo(20, 20)),
    ]
    await server.query('update media set ready_at = null where id = any($1)', [[half.id, fresh.id]])
    await server.query(`update media set created_at = now() - interval '61 minutes' where id = any($1)`, [
      [half.id, whole.id],
    ])
    await sweepStored(server.instance.db, server.instance.media)
    expect(await server.query('select id from media order by id')).toEqual([
      { id: fresh.id },
      { id: whole.id },
    ])
    expect((await server.send(half.src)).status).toBe(404)
    expect((await server.send(whole.src)).status).toBe(200)
  })

  test('working folders of dead processes go, those of living ones stay', async () => {
    const folder = (name: string) => join(tmpdir(), `everyday-ai-picture-${name}`)
    // The highest possible process id is 4,194,304, so 4999999 belongs to no process.
    const left = [folder('4999999-abc'), folder(`${process.pid}-before`)]
    const living = folder('1-abc')
    for (const path of [...left, living]) {
      mkdirSync(path, { recursive: true })
      writeFileSync(join(path, 'source'), 'x')
    }
    utimesSync(left[1] ?? '', 0, 0)
    await withWorkFolder(async () => {
      await sweepWorkFolders()
      expect(workFolders()).toHaveLength(1)
    })
    const names = readdirSync(tmpdir())
    expect(left.filter((path) => names.includes(path.slice(tmpdir().length + 1)))).toEqual([])
    expect(names).toContain('everyday-ai-picture-1-abc')
    rmSync(living, { recursive: true })
  })
})

test('a picture at hand is added without a request, for the samples', async () => {
  const { server } = await startMedia()
  const { db, media } = server.instance
  const bytes = await halves(1000, 500).png().toBuffer()
  const result = await addMedia(db, media, { bytes, alt: 'A path', originalName: 'path.png' }, null)
  if (result.outcome !== 'added') throw new Error(result.detail)
  expect(result.item).toMatchObject({ alt: 'A path', originalName: 'path.png', width: 1000, height: 500 })
  expect((await server.send(result.item.src)).status).toBe(200)
  expect(workFolders()).toEqual([])
  const nowhere = await openMediaStore({ kind: 'disk', folder: '/dev/null/no-folder' })
  await expect(addMedia(db, nowhere, { bytes, alt: '', originalName: '' }, null)).rejects.toThrow()
  expect(await server.query('select id from media where ready_at is not null')).toHaveLength(1)
  expect(workFolders()).toEqual([])
})
