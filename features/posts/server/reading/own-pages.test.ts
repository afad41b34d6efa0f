import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { hasFeature } from '../../../../tests/helpers/feature-testing.ts'
import { readLinkedData, readPage } from '../../../../tests/helpers/read-page.ts'
import { startTestServer, type TestServer } from '../../../../tests/helpers/test-server.ts'
import { addressOf } from '../../contract/post-kinds.ts'
import { postPaths } from '../../contract/post-paths.ts'
import type { Post } from '../../contract/posts.ts'
import { startBlog } from '../../testing/start-blog.ts'
import { emptyTrash } from '../writing/trash.ts'
import { listPublicPages } from './public-pages.ts'

const text = {
  kind: 'page',
  title: 'About us',
  content: '<p>We are two zebras in a kitchen.</p>',
  isPublished: true,
}

const read = ({ server, headers }: { server: TestServer; headers?: Record<string, string> }, path: string) =>
  readPage(server, path, headers)

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** Waits until the page cache has been told of a change. */
const soon = (read: () => Promise<unknown>) => expect.poll(read, { interval: 20, timeout: 1000 })

describe('a page of the office', () => {
  test('is shown at the root, in full, with one headline, without script, and without what posts have', async () => {
    const { server, saved } = await startBlog()
    await saved({ title: 'A post', content: '<p>Hello.</p>', isPublished: true })
    const { slug } = await saved({
      ...text,
      title: 'Tom & <Jerry>',
      excerpt: 'Who we are, "briefly".',
      content: '<h1>Big</h1><h2>Small</h2><p>Words. <a href="https://example.org/a">out</a></p>',
    })
    expect(slug).toBe('tom-jerry')
    const { status, html, headers } = await read({ server }, '/tom-jerry')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=600')
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('Tom &amp; &lt;Jerry&gt;</h1>')
    expect(html).toContain('<h2>Big</h2><h3>Small</h3>')
    expect(html).toMatch(/<aside class="post-book">.*calendar-clicks\?service=own-page/s)
    expect(html).toMatch(/<a href="https:\/\/example.org\/a" target="_blank" rel="noopener">out/)
    expect(html).toContain('<meta name="description" content="Who we are, &quot;briefly&quot;."/>')
    expect(html).toContain('<meta name="ai-disclosure" content="human-only"/>')
    expect(html).toContain('This page was written by a person.')
    expect(html).toMatch(/Last updated <time dateTime="[^"]+">\w+ \d+, \d{4}<\/time>\./)
    expect(html).toContain('<link rel="canonical" href="http://everyday.test/tom-jerry"/>')
    expect(html).toContain('<meta property="og:type" content="website"/>')
    expect(html).toContain('<link rel="alternate" href="/tom-jerry.md" type="text/markdown"/>')
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/)
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    for (const absent of ['min read', 'Admin', 'newsletter', 'Keep reading', 'post-tags', '<form'])
      expect(main, absent).not.toContain(absent)
    expect(html).toContain('<header class="site-header"')
    expect(html).toContain('<footer class="site-footer"')
    expect(readLinkedData(html)).toMatchObject([
      { '@type': 'WebPage', name: 'Tom & <Jerry>', url: 'http://everyday.test/tom-jerry' },
      { '@type': 'BreadcrumbList', itemListElement: [{ position: 1 }, { name: 'Tom & <Jerry>' }] },
    ])
    // Without a description, the page begins the summary.
    const other = await saved({ ...text, title: 'Speaking', content: '<p>I speak at lunch.</p>' })
    expect((await read({ server }, addressOf(other))).html).toContain('content="I speak at lunch....')
  })

  test('has a twin in Markdown and a picture for social networks', async () => {
    const { server, saved } = await startBlog()
    await saved({ ...text, content: '<p>Read <a href="/apps">this</a>.</p>' })
    const twin = await read({ server }, postPaths.ownPageMarkdown('about-us'))
    expect(twin.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(twin.headers.get('x-robots-tag')).toBe('noindex')
    expect(twin.headers.get('link')).toBe('<http://everyday.test/about-us>; rel="canonical"')
    expect(twin.html).toMatch(/^# About us\n\nLast updated \d{4}-\d\d-\d\d\n\nRead \[this\]/)
    expect(twin.html).toContain('This page was written by a person.\n\nAI disclosure: human-only')
    expect(twin.html).not.toContain('By Admin')
    const preferred = await read({ server, headers: { accept: 'text/markdown' } }, '/about-us')
    expect(preferred.html).toBe(twin.html)
    const html = await read({ server, headers: { accept: 'text/html' } }, '/about-us')
    expect(html.html).toContain('<h1')
    expect(html.headers.get('vary')).toBe('Accept-Encoding, Accept')
    const picture = await server.send(postPaths.ownPagePicture('about-us'))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(html.html).toContain(`${postPaths.ownPagePicture('about-us')}?v=`)
    expect((await read({ server }, postPaths.ownPagePicture('nothing'))).status).toBe(404)
    expect((await read({ server }, postPaths.ownPageMarkdown('nothing'))).status).toBe(404)
  })

  test('is visible to visitors only while it is public', async () => {
    const { server, cookie, saved } = await startBlog()
    const draft = await saved({ ...text, title: 'Draft', isPublished: false })
    const later = await saved({ ...text, title: 'Later', publishedAt: inAnHour() })
    const binned = await saved({ ...text, title: 'Binned', isPublished: false })
    const removed = await saved({ ...text, title: 'Removed' })
    expect((await read({ server }, '/removed')).status).toBe(200)
    for (const { id } of [binned, removed])
      expect((await server.send(`/api/blog/${id}`, { method: 'DELETE', cookie })).status).toBe(200)
    for (const { slug } of [draft, later, binned])
      for (const path of [
        postPaths.ownPage(slug),
        postPaths.ownPageMarkdown(slug),
        postPaths.ownPagePicture(slug),
      ])
        expect((await read({ server }, path)).status, path).toBe(404)
    await soon(async () => (await read({ server }, '/removed')).status).toBe(410)
    expect((await read({ server }, '/removed')).html).toContain('This page is no longer available</h1>')
    // No notification purges the cached 404, because nothing is saved when the time comes.
    await server.query('update blog_posts set published_at = now() where id = $1', [later.id])
    expect((await read({ server }, '/later')).status).toBe(200)
  })

  test('that was renamed redirects to its new address for ever, and one that was deleted stays gone', async () => {
    const { server, cookie, saved } = await startBlog()
    const page = await saved(text)
    expect((await read({ server }, '/about-us')).status).toBe(200)
    await saved({ ...text, slug: 'who-we-are', id: page.id, version: 1 })
    const moved = { status: 301, location: '/who-we-are' }
    await soon(() => read({ server }, '/about-us')).toMatchObject(moved)
    expect(await read({ server }, '/About-Us')).toMatchObject(moved)
    expect(await read({ server }, '/WHO-WE-ARE')).toMatchObject(moved)
    expect(await read({ server }, '/about-us.md')).toMatchObject({ status: 301, location: '/who-we-are.md' })
    expect(await read({ server }, postPaths.ownPagePicture('about-us'))).toMatchObject({
      status: 301,
      location: postPaths.ownPagePicture('who-we-are'),
    })
    // No other page takes over a former address.
    const other = await saved(text)
    expect(other.slug).toBe('about-us-2')

    await server.send(`/api/blog/${page.id}`, { method: 'DELETE', cookie })
    const post = await saved({ ...text, kind: 'post', title: 'Old post' })
    await server.send(`/api/blog/${post.id}`, { method: 'DELETE', cookie })
    await server.query(
      `update blog_posts set deleted_at = now() - interval '31 days' where deleted_at is not null`,
    )
    await emptyTrash(server.instance.db)
    server.instance.pageCache.purge()
    expect(await server.query('select 1 from blog_posts where id = $1', [page.id])).toEqual([])
    for (const path of ['/about-us', '/who-we-are', '/blog/old-post'])
      expect((await read({ server }, path)).status, path).toBe(410)
    for (const path of ['/blog/about-us', '/blog/who-we-are', '/old-post'])
      expect((await read({ server }, path)).status, path).toBe(404)
  })

  test('is at the root only, and a post is below the blog only', async () => {
    const { server, saved } = await startBlog()
    const page = await saved(text)
    const post = await saved({ ...text, kind: 'post', title: 'A post' })
    for (const path of [
      postPaths.post(page.slug),
      postPaths.ownPage(post.slug),
      postPaths.ownPageMarkdown(post.slug),
    ])
      expect((await read({ server }, path)).status, path).toBe(404)
  })

  test('redirects a signed-in admin from a draft to its preview, which no one else sees and no cache stores', async () => {
    const { server, cookie, saved } = await startBlog()
    const draft = await saved({ ...text, isPublished: false })
    const helper = await server.signIn({ username: 'Hana', role: 'helper' })
    for (const one of [cookie, helper]) {
      const response = await server.send('/about-us', { cookie: one })
      expect([response.status, response.headers.get('location')]).toEqual([303, postPaths.preview(draft.id)])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
    const preview = await server.send(postPaths.preview(draft.id), { cookie })
    const html = await preview.text()
    expect(preview.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('This is a preview.')
    expect(html).toContain('two zebras')
    expect(html).not.toContain('min read')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain('rel="canonical"')
    expect((await read({ server }, postPaths.preview(draft.id))).status).toBe(303)
    expect((await read({ server }, '/about-us')).status).toBe(404)
    const link = await server.send(`/api/blog/${draft.id}/preview-links`, { method: 'POST', cookie })
    const shared = await read({ server }, new URL((await link.json()).url).pathname)
    expect([shared.status, shared.headers.get('cache-control')]).toEqual([200, 'no-store'])
    await saved({ ...text, id: draft.id, version: 1 })
    expect((await server.send('/about-us', { cookie })).status).toBe(200)
    // A draft has no preview at the address of the other kind.
    const post = await saved({ ...text, kind: 'post', title: 'A post', isPublished: false })
    const other = await saved({ ...text, title: 'Speaking', isPublished: false })
    for (const path of ['/no-such-page', postPaths.ownPage(post.slug), postPaths.post(other.slug)])
      expect((await server.send(path, { cookie })).status, path).toBe(404)
  })

  test('shows on every instance within a second that it was published, changed, renamed, or unpublished', async () => {
    const { server, saved } = await startBlog()
    const other = await startTestServer({ connectionString: server.connectionString })
    const places = [server, other].map((one) => ({ server: one }))
    const status = (place: { server: TestServer }, path: string) => async () =>
      (await read(place, path)).status
    for (const place of places) expect((await read(place, paths.sitemap)).html).not.toContain('about-us')
    const page = await saved(text)
    for (const place of places) {
      await soon(async () => (await read(place, paths.sitemap)).html).toContain('/about-us<')
      await soon(async () => (await read(place, paths.llms)).html).toContain('/about-us.md')
      expect((await read(place, '/about-us')).html).toContain('two zebras')
      expect((await read(place, '/about-us.md')).html).toContain('two zebras')
    }
    const { updatedAt } = await saved({
      ...text,
      content: '<p>Better words.</p>',
      excerpt: 'Better summary',
      id: page.id,
      version: 1,
    })
    for (const place of places) {
      await soon(async () => (await read(place, '/about-us')).html).toContain('Better words')
      await soon(async () => (await read(place, '/about-us.md')).html).toContain('Better words')
      await soon(async () => (await read(place, paths.llms)).html).toContain('Better summary')
      await soon(async () => (await read(place, paths.sitemap)).html).toContain(updatedAt)
    }
    await saved({ ...text, slug: 'us', id: page.id, version: 2 })
    for (const place of places) {
      await soon(status(place, '/about-us')).toBe(301)
      expect((await read(place, '/us')).status).toBe(200)
    }
    await saved({ ...text, isPublished: false, id: page.id, version: 3 })
    for (const place of places) await soon(status(place, '/us')).toBe(404)
  })

  // Slow: the job looks for scheduled pages every 15 seconds.
  test('that is scheduled appears at its time, also in the sitemap', async () => {
    const { server, saved } = await startBlog({ jobPause: 0.5 })
    await saved({ ...text, publishedAt: new Date(Date.now() + 3000).toISOString() })
    expect((await read({ server }, '/about-us')).status).toBe(404)
    expect((await read({ server }, paths.sitemap)).html).not.toContain('about-us')
    await expect.poll(async () => (await read({ server }, '/about-us')).status, { timeout: 10_000 }).toBe(200)
    const sitemap = async () => (await read({ server }, paths.sitemap)).html
    await expect.poll(sitemap, { timeout: 20_000 }).toContain('about-us')
  }, 40_000)
})

describe('lists', () => {
  test('and feeds of posts leave pages out, the sitemap and llms.txt name them, and the search finds them', async () => {
    const { server, cookie, saved, call } = await startBlog()
    await server.query(
      `insert into settings (key, value) values ('organisation', '{"postalAddress": "1 Main St"}')`,
    )
    const page = await saved({ ...text, title: 'Quagga page', content: '<p>About a quagga.</p>' })
    const post = await saved({
      ...text,
      kind: 'post',
      title: 'Quokka post',
      content: '<p>About a quagga, too.</p>',
      tags: ['animals'],
    })
    const first = await saved({ ...text, kind: 'post', title: 'Older', publishedAt: '2020-01-01T00:00:00Z' })
    const routes = server.instance.app.routeTable.filter(
      ({ method, url, audience }) => method === 'GET' && audience === 'everyone' && !/[:*]/.test(url),
    )
    const withPage: string[] = []
    const withPost: string[] = []
    for (const path of [
      ...routes.map(({ url }) => url),
      `${postPaths.blog}?page=1`,
      postPaths.blogTag('animals'),
      postPaths.post(post.slug),
      postPaths.post(first.slug),
    ]) {
      const { html } = await read({ server }, path)
      if (/quagga-page|Quagga page/.test(html)) withPage.push(path)
      if (/quokka-post|Quokka post/.test(html)) withPost.push(path)
    }
    expect(withPage.sort()).toEqual([paths.llms, paths.sitemap])
    expect(withPost.sort()).toEqual(
      [
        ...[paths.home, postPaths.blog, paths.rss, paths.atom, paths.jsonFeed, paths.sitemap, paths.llms],
        ...['/api/blog', '/api/blog/recent', `${postPaths.blog}?page=1`, postPaths.blogTag('animals')],
        ...[postPaths.post(post.slug), postPaths.post(first.slug)],
      ].sort(),
    )
    expect((await read({ server }, paths.sitemap)).html).toContain(
      '<loc>http://everyday.test/quagga-page</loc>',
    )
    const llms = (await read({ server }, paths.llms)).html
    const line = '- [Quagga page](http://everyday.test/quagga-page.md): About a quagga....'
    expect(llms.slice(llms.indexOf('## Pages'), llms.indexOf('## Posts'))).toContain(line)

    const found = (await read({ server }, postPaths.blogSearch('quagga'))).html
    expect(found).toContain('1 post for &quot;quagga&quot;')
    expect(found).toMatch(/<section [^>]*aria-labelledby="own-pages-title"/)
    expect(found).toContain('<a href="/quagga-page" dir="auto">Quagga page</a>')
    expect(found.indexOf('Quagga page')).toBeLessThan(found.indexOf('Quokka post'))
    expect((await read({ server }, postPaths.blogSearch('kitchen'))).html).not.toContain('own-pages-title')

    const list = async (query: string, by: { cookie?: string } = { cookie }) => {
      const response = await server.send(`/api/blog${query}`, by)
      const posts = (await response.json()) as Post[]
      return { ids: posts.map(({ id }) => id), total: response.headers.get('x-total-count') }
    }
    const posts = { ids: [post.id, first.id], total: '2' }
    for (const by of [{ cookie }, {}]) {
      expect(await list('', by)).toEqual(posts)
      expect(await list('?kind=post', by)).toEqual(posts)
      expect(await list('?kind=page', by)).toEqual({ ids: [page.id], total: '1' })
      expect(await list('?q=quagga', by)).toEqual({ ids: [post.id], total: '1' })
      expect(await list('?q=quagga&kind=page', by)).toEqual({ ids: [page.id], total: '1' })
    }
    for (const status of ['published', 'draft', 'scheduled', 'trash', 'review'])
      for (const sort of ['newest', 'oldest', 'title', 'updated'])
        expect((await list(`?status=${status}&sort=${sort}`)).ids).not.toContain(page.id)
    expect((await server.send('/api/blog?kind=essay')).status).toBe(400)
    const oneByOne = await call<Post>(`/api/blog/${page.slug}`)
    expect(oneByOne.body).toMatchObject({ id: page.id, kind: 'page' })
    expect((await server.send(`/api/blog/${page.slug}`)).status).toBe(404)
    expect((await server.send(`/api/blog/${post.slug}`)).status).toBe(200)

    const asAdmin = server.instance.app.routeTable.filter(
      ({ method, url, audience, kind }) =>
        method === 'GET' && audience === 'admin' && kind === 'call' && !/[:*]/.test(url),
    )
    const named: string[] = []
    for (const { url } of asAdmin)
      if ((await (await server.send(url, { cookie })).text()).includes('Quagga page')) named.push(url)
    // Activity lists what was published, whatever it is.
    expect(named).toEqual(['/api/settings/activity'])
    const insights = await call<{ posts: { published: number[] } }>('/api/insights')
    expect(insights.body.posts.published.reduce((sum, count) => sum + count, 0)).toBe(1)
    const simple = await (await server.send(paths.adminSimpleTab('manage'), { cookie })).text()
    expect(simple).toContain('Quokka post')
    expect(simple).not.toContain('Quagga page')
    if (!hasFeature('newsletter')) return
    for (const path of ['/api/newsletter/preview', '/api/newsletter/issues'])
      expect((await call(path, { postId: page.id })).status, path).toBe(422)
    expect((await call('/api/newsletter/preview', { postId: post.id })).status).toBe(200)
  })

  test('of public pages for the menus has their titles and slugs, oldest first', async () => {
    const { server, saved } = await startBlog()
    const { db } = server.instance
    expect(await listPublicPages(db)).toEqual([])
    const about = await saved(text)
    await saved({ ...text, title: 'Draft', isPublished: false })
    await saved({ ...text, title: 'Later', publishedAt: inAnHour() })
    await saved({ ...text, title: 'A post', kind: 'post' })
    const oldest = await saved({ ...text, title: 'FAQ', publishedAt: '2020-01-01T00:00:00Z' })
    expect(await listPublicPages(db)).toEqual([
      { id: oldest.id, slug: 'faq', title: 'FAQ' },
      { id: about.id, slug: 'about-us', title: 'About us' },
    ])
    await server.query(
      `insert into blog_posts (kind, title, slug, excerpt, content, author, author_type)
       select 'page', 'Page ' || n, 'p' || n, 'e', '<p>c</p>', 'a', 'human' from generate_series(1, 250) n`,
    )
    expect(await listPublicPages(db)).toHaveLength(200)
  })

  test('in menus are told of every change that they show, and of no other', async () => {
    const { server, cookie, saved, call } = await startBlog()
    const told: string[] = []
    const client = new pg.Client({ connectionString: server.connectionString })
    client.on('notification', ({ payload = '' }) => told.push(payload))
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('listen page_cache')
    /** True if a change makes every page of the site load again */
    const isTold = async (change: () => Promise<unknown>) => {
      told.length = 0
      await change()
      // A round trip, after which earlier notifications have arrived.
      await client.query('select 1')
      return told.some((payload) => payload.split(' ').includes('site'))
    }
    const draft = await saved({ ...text, isPublished: false })
    let version = draft.version
    const change = (fields: object) => async () => {
      version = (await saved({ ...text, ...fields, id: draft.id, version })).version
    }
    expect(await isTold(change({ title: 'About', isPublished: false }))).toBe(false)
    expect(await isTold(change({}))).toBe(true)
    expect(await isTold(change({ content: '<p>Other words.</p>', excerpt: 'Other' }))).toBe(false)
    expect(await isTold(change({ title: 'Who we are' }))).toBe(true)
    expect(await isTold(change({ title: 'Who we are', slug: 'us' }))).toBe(true)
    const trash = () => server.send(`/api/blog/${draft.id}`, { method: 'DELETE', cookie })
    expect(await isTold(trash)).toBe(true)
    const restore = async () => {
      version = (await call<Post>(`/api/blog/${draft.id}/restore`, {})).body.version
    }
    expect(await isTold(restore)).toBe(true)
    expect(await isTold(change({ title: 'Who we are', isPublished: false }))).toBe(true)
    expect(await isTold(() => saved({ ...text, title: 'New' }))).toBe(true)
    expect(await isTold(() => saved({ ...text, title: 'A post', kind: 'post' }))).toBe(false)
  })
})
