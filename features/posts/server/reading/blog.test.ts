import { describe, expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { readPage as read, readLinkedData } from '../../../../tests/helpers/read-page.ts'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import { postPaths } from '../../contract/post-paths.ts'
import type { Post } from '../../contract/posts.ts'
import { startBlog as startSaving } from '../../testing/start-blog.ts'

const text = {
  title: 'Keep your prayer list',
  content: '<p>Write names, not diagnoses.</p>',
  isPublished: true,
}

async function startBlog(options?: { jobPause: number }) {
  const { server, cookie, saved } = await startSaving(options)
  return { server, cookie, save: saved }
}

describe('a post', () => {
  test('is shown in full, with one headline, and without script', async () => {
    const { server, save } = await startBlog()
    const { slug } = await save({
      ...text,
      title: 'Tom & <Jerry>',
      content: `<h1>Big</h1><h2>Small</h2><p>${'word '.repeat(450)}<a href="https://example.org/a?b=1&amp;c=2">out</a>
        <a href="http://everyday.test/apps">in</a></p>`,
      author: 'Ann <b>',
      tags: ['Getting Started', 'a/b?'],
      sourceUrl: 'https://example.org/source',
      sourceName: 'Example & Co',
    })
    const { status, html } = await read(server, postPaths.post(slug))
    expect(status).toBe(200)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('Tom &amp; &lt;Jerry&gt;</h1>')
    expect(html).toContain('<h2>Big</h2><h3>Small</h3>')
    expect(html).toContain('<b>Ann &lt;b&gt;</b>')
    expect(html).toContain('2 min read')
    expect(html).toMatch(
      /<a href="https:\/\/example.org\/a\?b=1&amp;c=2" target="_blank" rel="noopener">out<span/,
    )
    expect(html).toContain('<a href="http://everyday.test/apps">in</a>')
    expect(html).toContain('href="/blog/tag/Getting%20Started"')
    expect(html).toContain('href="/blog/tag/a%2Fb%3F"')
    expect(html).toMatch(/Source: <a href="https:\/\/example.org\/source"[^>]*>Example &amp; Co/)
    expect(html).toContain('This post was written by a person.')
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/)
    expect((await read(server, postPaths.blogTag('a/b?'))).status).toBe(200)

    expect(readLinkedData(html)).toMatchObject([
      {
        '@type': 'BlogPosting',
        headline: 'Tom & <Jerry>',
        url: `http://everyday.test/blog/${slug}`,
        author: { name: 'Ann <b>' },
      },
      { '@type': 'BreadcrumbList' },
    ])
    expect(html).toContain(`<link rel="canonical" href="http://everyday.test/blog/${slug}"/>`)
  })

  test('is visible to visitors only while it is public', async () => {
    const { server, cookie, save } = await startBlog()
    const draft = await save({ ...text, title: 'Draft', isPublished: false })
    const later = await save({ ...text, title: 'Later' })
    const moveTo = (time: string) =>
      server.query('update blog_posts set published_at = now() + $2::interval where id = $1', [
        later.id,
        time,
      ])
    await moveTo('1 hour')
    const binned = await save({ ...text, title: 'Binned' })
    expect((await read(server, postPaths.post(binned.slug))).status).toBe(200)
    await server.send(`/api/blog/${binned.id}`, { method: 'DELETE', cookie })
    expect((await read(server, postPaths.post(draft.slug))).status).toBe(404)
    expect((await read(server, postPaths.post(later.slug))).status).toBe(404)
    await expect.poll(async () => (await read(server, postPaths.post(binned.slug))).status).toBe(410)
    for (const post of [draft, later])
      expect((await read(server, postPaths.blog)).html).not.toContain(post.title)
    // No notification purges the cached 404, because nothing is saved when the time comes.
    await moveTo('0')
    expect((await read(server, postPaths.post(later.slug))).status).toBe(200)
  })

  test('that was renamed redirects to its new address permanently, also with capitals', async () => {
    const { server, save } = await startBlog()
    const { id } = await save(text)
    const old = postPaths.post('keep-your-prayer-list')
    expect((await read(server, old)).status).toBe(200)
    await save({ ...text, slug: 'new-name', id, version: 1 })
    await expect.poll(() => read(server, old)).toMatchObject({ status: 301, location: '/blog/new-name' })
    expect(await read(server, old)).toMatchObject({ status: 301, location: '/blog/new-name' })
    expect(await read(server, '/blog/New-Name')).toMatchObject({ status: 301, location: '/blog/new-name' })
    expect((await read(server, '/blog/no-such-post')).status).toBe(404)
  })

  test('links to the previous and the next one, and to others with its tags', async () => {
    const { server, save } = await startBlog()
    for (const number of [1, 2, 3, 4, 5])
      await save({ ...text, title: `Post ${number}`, tags: number % 2 ? ['odd'] : ['even'] })
    const { html } = await read(server, postPaths.post('post-3'))
    expect(html).toMatch(/<a href="\/blog\/post-2" rel="prev">/)
    expect(html).toMatch(/<a href="\/blog\/post-4" rel="next">/)
    const related = html.slice(html.indexOf('id="related-title"'))
    expect([...related.matchAll(/href="\/blog\/(post-\d)"/g)].map((match) => match[1])).toEqual([
      'post-5',
      'post-1',
    ])
    expect((await read(server, postPaths.post('post-1'))).html).not.toContain('rel="prev"')
  })

  test('redirects a signed-in admin from a draft to its preview, which no one else sees and no cache stores', async () => {
    const { server, cookie, save } = await startBlog()
    const draft = await save({ ...text, isPublished: false })
    const response = await server.send(postPaths.post(draft.slug), { cookie })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(postPaths.preview(draft.id))
    const preview = await server.send(postPaths.preview(draft.id), { cookie })
    const html = await preview.text()
    expect(preview.headers.get('cache-control')).toBe('no-store')
    expect(html).toContain('This is a preview.')
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).not.toContain('rel="canonical"')
    expect((await read(server, postPaths.preview(draft.id))).status).toBe(303)
    await save({ ...text, id: draft.id, version: 1 })
    expect((await server.send(postPaths.post(draft.slug), { cookie })).status).toBe(200)
  })
})

describe('a scheduled post', () => {
  // Slow: the post appears after five seconds, and the list shows it after the next run of the job.
  test('appears at its time, and can get another time and title before that', async () => {
    const { server, cookie, save } = await startBlog({ jobPause: 0.5 })
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
    const post = await save({ ...text, publishedAt: at(3600) })
    expect(post.isPublished).toBe(true)
    expect((await read(server, postPaths.post(post.slug))).status).toBe(404)
    // Five seconds are enough for a slow machine to read the list before the post appears.
    const soon = await save({ ...text, title: 'Renamed', publishedAt: at(5), id: post.id, version: 1 })
    expect(soon.slug).toBe('renamed')
    expect((await read(server, postPaths.blog)).html).not.toContain('Renamed')
    await expect.poll(async () => (await read(server, postPaths.post('renamed'))).status).toBe(200)
    const status = async (name: string) =>
      (await (await server.send(`/api/blog?status=${name}`, { cookie })).json()) as Post[]
    expect(await status('scheduled')).toEqual([])
    expect(await status('published')).toMatchObject([{ title: 'Renamed' }])
    // The list stays in the cache until the server looks for posts that have become public, every 15 seconds.
    await expect
      .poll(async () => (await read(server, postPaths.blog)).html, { timeout: 20_000 })
      .toContain('Renamed')
  }, 40_000)

  test('that is unpublished before its time was never public', async () => {
    const { server, cookie, save } = await startBlog()
    const post = await save({ ...text, publishedAt: new Date(Date.now() + 3_600_000).toISOString() })
    await server.send(`/api/blog/${post.id}`, { method: 'DELETE', cookie })
    expect((await read(server, postPaths.post(post.slug))).status).toBe(404)
  })
})

describe('a preview link', () => {
  test('shows a draft to anyone who has it, until it is revoked or expires', async () => {
    const { server, cookie, save } = await startBlog()
    const draft = await save({ ...text, isPublished: false })
    const make = async () => {
      const response = await server.send(`/api/blog/${draft.id}/preview-links`, { method: 'POST', cookie })
      expect(response.status).toBe(201)
      return new URL(((await response.json()) as { url: string }).url).pathname
    }
    const link = await make()
    const { status, html, headers } = await read(server, link)
    expect(status).toBe(200)
    expect(html).toContain('not diagnoses')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    const token = link.split('/').at(-1) ?? ''
    expect(await server.query('select 1 from preview_links where token_hash = $1', [token])).toEqual([])

    const other = await make()
    await server.query(`update preview_links set expires_at = now() - interval '1 second'`)
    expect((await read(server, other)).status).toBe(404)
    const last = await make()
    expect(
      (await server.send(`/api/blog/${draft.id}/preview-links`, { method: 'DELETE', cookie })).status,
    ).toBe(204)
    expect((await read(server, last)).status).toBe(404)
    expect((await read(server, postPaths.sharedPreview('guess'))).status).toBe(404)
    expect((await server.send('/api/blog/999/preview-links', { method: 'POST', cookie })).status).toBe(404)
    expect(server.logged.join('')).not.toContain(token)
  })
})

describe('the picture for social networks', () => {
  test("is drawn from the title, or is the site's own where the fonts lack a letter", async () => {
    const { server, save } = await startBlog()
    const { slug } = await save({ ...text, title: 'Grüße: "quotes" & <more> '.repeat(8) })
    const response = await server.send(postPaths.postPicture(slug))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const png = Buffer.from(await response.arrayBuffer())
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect((await read(server, postPaths.post(slug))).html).toContain(`${postPaths.postPicture(slug)}?v=`)
    const foreign = await save({ ...text, title: '你好' })
    expect(await read(server, postPaths.postPicture(foreign.slug))).toMatchObject({
      status: 301,
      location: paths.socialPicture,
    })
    const draft = await save({ ...text, title: 'Draft', isPublished: false })
    expect((await read(server, postPaths.postPicture(draft.slug))).status).toBe(404)
  })
})

describe('the blog', () => {
  test('lists ten posts a page, and canonical pages only', async () => {
    const { server } = await startBlog()
    expect((await read(server, postPaths.blog)).html).toContain('No posts yet.')
    await server.query(
      `insert into blog_posts (title, slug, excerpt, content, author, author_type, tags, published_at)
       select 'Title ' || n, 't' || n, 'e', '<p>c</p>', 'a', 'human',
         case when n % 2 = 0 then '{even}'::text[] end, now() - n * interval '1 minute'
       from generate_series(1, 25) n`,
    )
    await server.query(`select pg_notify('page_cache', 'posts')`)
    const titles = (html: string) => [...html.matchAll(/>Title (\d+)</g)].map((match) => Number(match[1]))
    await expect.poll(async () => titles((await read(server, postPaths.blog)).html)).toHaveLength(10)
    expect(titles((await read(server, `${postPaths.blog}?page=3`)).html)).toEqual([21, 22, 23, 24, 25])
    expect(titles((await read(server, `${postPaths.blogTag('even')}?page=2`)).html)).toEqual([22, 24])
    for (const query of ['page=4', 'page=999999'])
      expect((await read(server, `${postPaths.blog}?${query}`)).status).toBe(404)
    for (const query of ['page=0', 'page=x', 'page=-1', 'page[]=2', 'utm=1'])
      expect(titles((await read(server, `${postPaths.blog}?${query}`)).html)).toHaveLength(10)
    expect((await read(server, postPaths.blogTag('none'))).status).toBe(404)
    expect((await read(server, paths.home)).html).toContain('Latest from the Blog')
    expect(titles((await read(server, paths.home)).html)).toEqual([1, 2, 3])
  })

  test('links to the first, last, and neighboring pages, and counts them up to 50', async () => {
    const { server } = await startBlog()
    const add = (first: number, last: number) =>
      server.query(
        `insert into blog_posts (title, slug, excerpt, content, author, author_type, published_at)
         select 'Title ' || n, 't' || n, 'e', '<p>c</p>', 'a', 'human', now() - n * interval '1 minute'
         from generate_series($1::int, $2::int) n`,
        [first, last],
      )
    const nav = async (page: number) => {
      await server.query(`select pg_notify('page_cache', 'posts')`)
      const { html } = await read(server, `${postPaths.blog}?page=${page}`)
      const [, found = ''] = /<nav class="blog-pages"[^>]*>(.*?)<\/nav>/s.exec(html) ?? []
      return found.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|')
    }
    await add(1, 500)
    await expect.poll(() => nav(1)).toBe('|1|2|…|50|Older posts|')
    expect(await nav(3)).toBe('|1|2|3|4|…|50|Newer posts|Older posts|')
    expect(await nav(25)).toBe('|1|…|24|25|26|…|50|Newer posts|Older posts|')
    await expect.poll(() => nav(50)).toBe('|1|…|49|50|Newer posts|')
    await add(501, 501)
    await expect.poll(() => nav(50)).toBe('|1|…|49|50|51|Newer posts|Older posts|')
    expect(await nav(51)).toBe('|1|…|50|51|Newer posts|')
  })

  test('is searched by words in any spelling, and the result is not cached', async () => {
    const { server, save } = await startBlog()
    await save({ ...text, title: 'Grants in an afternoon', content: '<p>Applications for funding.</p>' })
    await save({ ...text, title: 'Other', content: '<p>About a grant, twice.</p>' })
    await save({ ...text, title: 'Grant draft', isPublished: false })
    const titles = async (q: string) => {
      const { html, headers, status } = await read(server, postPaths.blogSearch(q))
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(html).toContain('<meta name="robots" content="noindex"/>')
      return [...html.matchAll(/<h2 dir="auto"><a [^>]*>([^<]*)</g)].map((match) => match[1])
    }
    expect(await titles('grant')).toEqual(['Grants in an afternoon', 'Other'])
    expect(await titles('"a grant"')).toEqual(['Grants in an afternoon', 'Other'])
    expect(await titles('grant -twice')).toEqual(['Grants in an afternoon'])
    expect(await titles('zebra')).toEqual([])
    for (const hostile of [
      "'; drop table blog_posts --",
      '<script>alert(1)</script>',
      '((((',
      ':*&|!',
      'x'.repeat(5000),
    ])
      expect(await titles(hostile)).toEqual([])
    expect((await read(server, postPaths.blogSearch('<script>'))).html).not.toContain('<script>')
    expect((await read(server, `${postPaths.blog}?q=`)).html).toContain('Grants in an afternoon')
  })

  test('finds the best match even if many newer posts match', async () => {
    const { server } = await startBlog()
    await server.query(
      `insert into blog_posts (title, slug, excerpt, content, author, author_type, published_at)
       select case when n = 999 then 'Zebra' else 'Title ' || n end, 't' || n, 'e', '<p>A zebra among others.</p>',
         'a', 'human', now() - n * interval '1 minute'
       from generate_series(1, 999) n`,
    )
    const { html } = await read(server, postPaths.blogSearch('zebra'))
    expect(/<h2 dir="auto"><a [^>]*>([^<]*)</.exec(html)?.[1]).toBe('Zebra')
  })

  test('splits search results into pages, best first, and shows their number', async () => {
    const { server, save } = await startBlog()
    for (let number = 1; number <= 12; number++)
      await save({ ...text, title: `Zebra ${number}`, content: '<p>Stripes.</p>' })
    const [first, second] = [
      await read(server, postPaths.blogSearch('zebra')),
      await read(server, `${postPaths.blogSearch('zebra')}&page=2`),
    ]
    expect(first.html).toContain('12 posts for &quot;zebra&quot;')
    expect(first.html.match(/<h2 dir="auto">/g)).toHaveLength(10)
    expect(first.html).toContain('href="/blog?q=zebra&amp;page=2"')
    expect(second.html.match(/<h2 dir="auto">/g)).toHaveLength(2)
    expect((await read(server, `${postPaths.blogSearch('zebra')}&page=3`)).status).toBe(404)
  })

  test('shows on every instance what another has published, changed, or unpublished', async () => {
    const { server, cookie, save } = await startBlog()
    const other = await startTestServer({ connectionString: server.connectionString })
    expect((await read(other, postPaths.blog)).html).toContain('No posts yet.')
    const post = await save(text)
    // Without a notification from the other instance, a page would stay in the cache for 60 seconds.
    const soon = (read: () => Promise<unknown>, isSo: (result: unknown) => boolean) =>
      expect.poll(async () => isSo(await read()), { interval: 20 }).toBe(true)
    const has = (words: string) => (html: unknown) => String(html).includes(words)
    for (const one of [server, other]) {
      await soon(async () => (await read(one, postPaths.blog)).html, has(text.title))
      await soon(async () => (await read(one, paths.home)).html, has(text.title))
      expect((await read(one, postPaths.post(post.slug))).html).toContain('not diagnoses')
    }
    const address = postPaths.post(post.slug)
    await save({ ...text, content: '<p>Better words.</p>', id: post.id, version: 1 })
    await soon(async () => (await read(other, address)).html, has('Better words'))
    await server.send(`/api/blog/${post.id}`, { method: 'DELETE', cookie })
    await soon(
      async () => (await read(other, address)).status,
      (status) => status === 410,
    )
    await soon(
      async () => (await read(other, postPaths.blog)).html,
      (html) => !has(text.title)(html),
    )
  })
})

describe('an address with capitals', () => {
  test('redirects to the post that it means, and nowhere else', async () => {
    const { server, save } = await startBlog()
    const { slug } = await save(text)
    const shouted = await read(server, postPaths.post(slug.toUpperCase()))
    expect([shouted.status, shouted.location]).toEqual([301, postPaths.post(slug)])
    const twin = await read(server, postPaths.postMarkdown(slug.toUpperCase()))
    expect([twin.status, twin.location]).toEqual([301, postPaths.postMarkdown(slug)])
    // These addresses have non-ASCII capitals, control characters, or a slug that no post has.
    for (const spelled of ['%D0%96', '%EF%BC%A1', 'A%0d%0aX', '%C3%89', 'A%E2%80%A8B', 'NO-SUCH-POST']) {
      const { status, location, html } = await read(server, postPaths.post(spelled))
      expect([spelled, status, location]).toEqual([spelled, 404, null])
      expect(html).toContain('404 Page Not Found</h1>')
    }
  })

  test('takes no space in the page cache, however many there are', async () => {
    const { server, save } = await startBlog()
    const { slug } = await save(text)
    await read(server, postPaths.post('unknown'))
    const before = server.instance.pageCache.bytes
    for (let number = 0; number < 50; number++) await read(server, postPaths.post(`RANDOM-${number}`))
    await read(server, postPaths.post(slug.toUpperCase()))
    expect(server.instance.pageCache.bytes).toBe(before)
  })
})
