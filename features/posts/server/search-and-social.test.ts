import sharp from 'sharp'
import { expect, test } from 'vitest'
import { paths } from '../../../core/contract/paths.ts'
import type { MediaItem } from '../../media/contract/media.ts'
import { mediaPaths } from '../../media/contract/media-paths.ts'
import { addMedia } from '../../media/server/media.ts'
import type { PostKind } from '../contract/post-kinds.ts'
import { addressesOf } from '../contract/post-kinds.ts'
import { postPaths } from '../contract/post-paths.ts'
import type { Post } from '../contract/posts.ts'
import type { Revision } from '../contract/revisions.ts'
import { startBlog } from '../testing/start-blog.ts'

const text = { title: 'A title', content: '<p>The first words.</p>', isPublished: true }
const own = { seoTitle: 'Found & <read>', seoDescription: 'What it is "about".' }

type Blog = Awaited<ReturnType<typeof startBlog>>

async function addPicture({ server }: Blog, width: number, alt = 'A desk'): Promise<MediaItem> {
  const bytes = await sharp({ create: { width, height: width / 2, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  const { db, media } = server.instance
  const added = await addMedia(db, media, { bytes, alt, originalName: 'desk.png' }, null)
  if (added.outcome !== 'added') throw new Error(added.detail)
  return added.item
}

const read = async ({ server }: Blog, path: string) => (await server.send(path)).text()
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]

test.each<PostKind>(['post', 'page'])(
  'a %s is shown to others with words and a picture of its own',
  async (kind) => {
    const blog = await startBlog()
    const picture = await addPicture(blog, 2000)
    const saved = await blog.saved({ ...text, ...own, kind, socialImageUrl: picture.src })
    const name = /[0-9a-f]{32}/.exec(picture.src)?.[0] ?? ''
    expect(saved).toMatchObject({
      ...own,
      socialImageUrl: picture.src,
      socialPicture: { src: mediaPaths.mediaJpeg(name, 1440), width: 1440, height: 720, alt: 'A desk' },
    })
    const html = await read(blog, addressesOf[kind].html(saved.slug))
    expect(html).toContain('<title>Found &amp; &lt;read&gt; - ')
    expect(html).toMatch(/<h1[^>]*>A title<\/h1>/)
    expect(metaOf(html, 'description')).toBe('What it is &quot;about&quot;.')
    expect(metaOf(html, 'og:title')).toBe('Found &amp; &lt;read&gt;')
    expect(metaOf(html, 'og:description')).toBe('What it is &quot;about&quot;.')
    const image = metaOf(html, 'og:image') ?? ''
    expect(image).toBe(`http://everyday.test${mediaPaths.mediaJpeg(name, 1440)}`)
    expect(['width', 'height', 'alt'].map((part) => metaOf(html, `og:image:${part}`))).toEqual([
      '1440',
      '720',
      'A desk',
    ])
    expect(html).toContain(`"image":"${image}"`)
    expect(html).toContain('"description":"What it is \\"about\\"."')
    expect(html).toMatch(/"(headline|name)":"A title"/)
  },
)

test('a social network gets a JPEG, whatever it accepts', async () => {
  const blog = await startBlog()
  const saved = await blog.saved({ ...text, socialImageUrl: (await addPicture(blog, 1300)).src })
  const src = saved.socialPicture?.src ?? ''
  for (const accept of [undefined, '*/*', 'image/avif,image/webp,*/*;q=0.8', 'text/html']) {
    const response = await blog.server.send(src, { headers: accept === undefined ? {} : { accept } })
    expect([response.status, response.headers.get('content-type'), response.headers.get('vary')]).toEqual([
      200,
      'image/jpeg',
      null,
    ])
    const facts = await sharp(new Uint8Array(await response.arrayBuffer())).metadata()
    expect([facts.format, facts.width]).toEqual(['jpeg', 1300])
  }
  expect((await blog.server.send(src.replace('.jpg', '.png'))).status).toBe(404)
  expect((await blog.server.send(src.replace('.jpg', '.jpg.jpg'))).status).toBe(404)
})

test('without them, the title, the excerpt, and a drawn picture are shown', async () => {
  const blog = await startBlog()
  const saved = await blog.saved({ ...text, seoTitle: '  ', seoDescription: '', excerpt: 'In short.' })
  expect([saved.seoTitle, saved.seoDescription, saved.socialPicture]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const html = await read(blog, postPaths.post(saved.slug))
  expect(metaOf(html, 'og:title')).toBe('A title')
  expect(metaOf(html, 'description')).toBe('In short.')
  expect(metaOf(html, 'og:image:width')).toBe('1200')
  const seconds = Math.floor(Date.parse(saved.updatedAt) / 1000)
  const drawn = postPaths.postPicture(saved.slug)
  expect(metaOf(html, 'og:image')).toBe(`http://everyday.test${drawn}?v=${seconds}`)
  expect((await blog.server.send(`${drawn}?v=${seconds}`)).headers.get('content-type')).toBe('image/png')
})

test('the address of the drawn picture depends on the time of the change, not on the number of saves', async () => {
  const blog = await startBlog()
  const { id, slug } = await blog.saved(text)
  const imageOf = async () => metaOf(await read(blog, postPaths.post(slug)), 'og:image')
  const first = await imageOf()
  await blog.server.query('update blog_posts set version = 9 where id = $1', [id])
  await blog.server.query(`select pg_notify('page_cache', 'post:${id}')`)
  expect(await imageOf()).toBe(first)
  await blog.server.query(`update blog_posts set updated_at = '2026-01-02T03:04:05.678Z' where id = $1`, [id])
  await blog.server.query(`select pg_notify('page_cache', 'post:${id}')`)
  await expect.poll(imageOf).toContain(`?v=${Date.parse('2026-01-02T03:04:05Z') / 1000}`)
})

test('they are kept by saves that leave them out, and come back with a revision', async () => {
  const blog = await startBlog()
  const { src } = await addPicture(blog, 600)
  const made = await blog.saved({ ...text, ...own, socialImageUrl: src })
  const kept = await blog.saved({ id: made.id, version: 1, title: 'Another', content: text.content })
  expect(kept).toMatchObject({ ...own, socialImageUrl: src })
  const blank = { seoTitle: '', seoDescription: null, socialImageUrl: '' }
  const without = await blog.saved({ ...text, ...blank, id: made.id, version: 2 })
  expect([without.seoTitle, without.seoDescription, without.socialImageUrl]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  const revisions = (await blog.call<Revision[]>(`/api/blog/${made.id}/revisions`)).body
  const first = revisions.at(-1)?.id ?? 0
  const restored = await blog.call<Post>(`/api/blog/${made.id}/revisions/${first}/restore`, {})
  expect(restored.body).toMatchObject({ ...own, socialImageUrl: src, socialPicture: { width: 600 } })
})

test.each([
  [{ seoTitle: 'x'.repeat(201) }, 'Keep the search title to 200 characters or fewer.'],
  [{ seoDescription: 'x'.repeat(501) }, 'Keep the search description to 500 characters or fewer.'],
  [{ socialImageUrl: 'https://evil.example/a.jpg' }, 'This image is no longer in Media. Choose another one.'],
  [
    { socialImageUrl: `/media/${'0'.repeat(32)}-480` },
    'This image is no longer in Media. Choose another one.',
  ],
])('a save with %o is refused', async (fields, detail) => {
  const { save } = await startBlog()
  const { status, body } = await save({ ...text, ...fields })
  expect([status, (body as unknown as { detail: string }).detail]).toEqual([400, detail])
})

test('a social picture counts as a use, and can be deleted only once no post has it', async () => {
  const blog = await startBlog()
  const { server, cookie, call } = blog
  const { id, src } = await addPicture(blog, 600)
  const post = await blog.saved({ ...text, socialImageUrl: src })
  expect((await call<MediaItem[]>('/api/media')).body).toMatchObject([{ uses: 1, isInPublicPost: true }])
  const remove = () => server.send(`/api/media/${id}`, { method: 'DELETE', cookie })
  const refused = await remove()
  expect([refused.status, (await refused.json()).detail]).toEqual([
    409,
    'This image is used in “A title”. Remove it there first.',
  ])
  await server.send(`/api/blog/${post.id}`, { method: 'DELETE', cookie })
  expect((await remove()).status).toBe(204)
  const restored = await call<Post>(`/api/blog/${post.id}/restore`, {})
  expect([restored.status, restored.body.socialImageUrl]).toEqual([200, undefined])
})

test('the simple admin saves them without script', async () => {
  const blog = await startBlog()
  const { server, cookie } = blog
  const { src } = await addPicture(blog, 600, 'A <desk>')
  const form = await (await server.send(paths.adminSimple, { cookie })).text()
  expect(form).toContain(`<option value="${src}">desk.png: A &lt;desk&gt;</option>`)
  const fields = { title: 'Plain', author: 'Ann', content: 'Text', isPublished: 'on', ...own }
  const send = (more: object) =>
    server.send(paths.adminSimple, { cookie, form: { ...fields, ...more } as Record<string, string> })
  const refused = await send({ seoTitle: 'x'.repeat(201), socialImageUrl: src })
  const page = await refused.text()
  expect(refused.status).toBe(422)
  expect(page).toMatch(/<details class="create-search" open="">/)
  expect(page).toContain('Keep the search title to 200 characters or fewer.')
  expect(page).toContain(`<option value="${src}" selected="">`)
  expect((await send({ socialImageUrl: src })).status).toBe(303)
  expect(await server.query('select seo_title, seo_description, social_image_url from blog_posts')).toEqual([
    { seo_title: own.seoTitle, seo_description: own.seoDescription, social_image_url: src },
  ])
})
