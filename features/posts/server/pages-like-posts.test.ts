import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ActivityLine } from '../../../core/contract/activity.ts'
import { paths } from '../../../core/contract/paths.ts'
import type { Insights } from '../../insights/contract/insights.ts'
import { addMedia } from '../../media/server/media.ts'
import { postPaths } from '../contract/post-paths.ts'
import { idempotencyHeader, type Post } from '../contract/posts.ts'
import type { Revision } from '../contract/revisions.ts'
import { startBlog } from '../testing/start-blog.ts'

// What is built for posts and must work for the office's own pages, too

const text = { kind: 'page', title: 'About us', content: '<p>We are two.</p>', isPublished: true }
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }

test('two editors of a page get a conflict in the words for a page, and no text is lost', async () => {
  const { call, saved } = await startBlog()
  const page = await saved(text)
  await saved({ ...text, content: '<p>Theirs.</p>', id: page.id, version: 1 })
  const stale = await call<{ detail: string; current: Post }>('/api/blog', {
    ...text,
    content: '<p>Mine.</p>',
    id: page.id,
    version: 1,
  })
  expect(stale.status).toBe(409)
  expect(stale.body.detail).toBe('Someone else saved this page after you opened it.')
  expect(stale.body.current).toMatchObject({ kind: 'page', content: '<p>Theirs.</p>', version: 2 })
  const revisions = await call<Revision[]>(`/api/blog/${page.id}/revisions`)
  expect(revisions.body.map(({ version }) => version)).toEqual([2, 1])
  const first = revisions.body.at(-1)?.id ?? 0
  const restored = await call<Post>(`/api/blog/${page.id}/revisions/${first}/restore`, {})
  expect(restored.body).toMatchObject({ kind: 'page', content: text.content, slug: 'about-us', version: 3 })
})

test('a request to create a page that is repeated makes one page', async () => {
  const { call, server } = await startBlog()
  const headers = { [idempotencyHeader]: 'a-key' }
  const json = { ...text, slug: 'us', slugByHand: true }
  const answers = await Promise.all([1, 2, 3].map(() => call<Post>('/api/blog', json, { headers })))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await server.query('select kind, slug from blog_posts')).toEqual([{ kind: 'page', slug: 'us' }])
})

test('activity lists what was done with a page', async () => {
  const { server, cookie, call, saved } = await startBlog()
  const page = await saved({ ...text, isPublished: false })
  await saved({ ...text, id: page.id, version: 1 })
  await server.send(`/api/blog/${page.id}`, { method: 'DELETE', cookie })
  await call(`/api/blog/${page.id}/restore`, {})
  const lines = (await call<ActivityLine[]>('/api/settings/activity')).body.filter(
    ({ about }) => about !== null,
  )
  expect(lines.map(({ action, about }) => [action, about?.id, about?.name])).toEqual([
    ['post-restored', page.id, 'About us'],
    ['post-trashed', page.id, 'About us'],
    ['post-published', page.id, 'About us'],
  ])
})

test('insights count a page as a page, with its title, also after a rename', async () => {
  const { server, call, saved } = await startBlog()
  const page = await saved(text)
  const post = await saved({ ...text, kind: 'post', title: 'A post' })
  for (let visit = 0; visit < 2; visit++) await server.send('/about-us', { headers: firefox })
  await server.send('/nothing', { headers: firefox })
  const click = (service: 'header' | 'inform', from: string) =>
    server.send(paths.api.calendarClick(service), {
      method: 'POST',
      headers: { ...firefox, referer: `http://everyday.test${from}` },
    })
  await click('header', '/about-us')
  await server.instance.tally.flush()
  // Someone may have tried the address of the other kind.
  const crossed = [postPaths.post(page.slug), postPaths.ownPage(post.slug)]
  await server.query(
    `insert into page_views (day, path, views)
     select (select max(day) from page_views), path, 1 from unnest($1::text[]) as path`,
    [crossed],
  )
  await saved({ ...text, slug: 'team', id: page.id, version: 1 })
  const insights = (await call<Insights>('/api/insights')).body
  expect(insights.pages).toEqual([
    { path: '/about-us', title: 'About us', views: 2, clicks: 1 },
    ...crossed.sort().map((path) => ({ path, title: null, views: 1, clicks: 0 })),
  ])
  // Addresses of the site that are no public pages are not a source.
  await click('inform', paths.admin)
  expect(await server.query('select source from calendar_clicks order by id')).toEqual([
    { source: '/about-us' },
    { source: null },
  ])
})

test('a picture on a page is kept while the page shows it, and its new description appears', async () => {
  const { server, cookie, call, saved } = await startBlog()
  const bytes = await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  const { db, media } = server.instance
  const added = await addMedia(db, media, { bytes, alt: 'A desk', originalName: 'a.png' }, null)
  if (added.outcome !== 'added') throw new Error(added.detail)
  const { id, src } = added.item
  await saved({ ...text, imageUrl: src, imageCaption: 'Our desk' })
  const html = async () => (await server.send('/about-us')).text()
  expect(await html()).toMatch(new RegExp(`<img src="${src}"[^>]* alt="A desk"`))
  expect(await html()).toContain('<figcaption dir="auto">Our desk</figcaption>')
  const refused = await server.send(`/api/media/${id}`, { method: 'DELETE', cookie })
  expect(refused.status).toBe(409)
  expect((await refused.json()).detail).toContain('“About us”')
  await call(`/api/media/${id}`, { alt: 'A tidy desk' }, { method: 'PUT' })
  await expect.poll(html, { interval: 20, timeout: 1000 }).toContain('alt="A tidy desk"')
})
