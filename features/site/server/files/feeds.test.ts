import { expect, test } from 'vitest'
import { paths } from '../../../../core/contract/paths.ts'
import { startTestServer } from '../../../../tests/helpers/test-server.ts'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import { hardTitle, publishPost } from '../../../posts/testing/feed-posts.ts'

// features/posts/e2e/feeds.spec.ts tests the feeds in XML.

test('JSON Feed has what version 1.1 requires', async () => {
  const server = await startTestServer()
  const id = await publishPost(server, hardTitle, { tags: ['c'] })
  const response = await server.send(paths.jsonFeed)
  expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  const feed = await response.json()
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Everyday AI',
    items: [
      {
        title: hardTitle,
        tags: ['c'],
        authors: [{ name: 'Admin' }],
        id: expect.stringContaining(`post-${id}`),
      },
    ],
  })
  for (const url of [feed.home_page_url, feed.feed_url, feed.items[0].url])
    expect(URL.canParse(url)).toBe(true)
})

test('robots.txt and llms.txt list the pages', async () => {
  const server = await startTestServer()
  await publishPost(server, 'A [first] post', { excerpt: 'One line.\nTwo.' })
  expect(await (await server.send(paths.robots)).text()).toMatch(
    /^User-agent: \*\nDisallow: \/admin\nDisallow: \/api\/\n\nSitemap: https?:\/\/\S+\/sitemap\.xml\n$/,
  )
  const llms = await (await server.send(paths.llms)).text()
  expect(llms).toMatch(/^# Everyday AI\n\n> /)
  expect(llms).toMatch(/- \[A first post\]\(https?:\/\/\S+\/blog\/a-first-post\.md\): One line\. Two\.\n/)
  await server.query(
    `insert into blog_posts (title, slug, excerpt, content, author, author_type)
     select 'T', 't' || n, repeat('e', 500), 'c', 'a', 'human' from generate_series(1, 400) n`,
  )
  await server.query(`select pg_notify('page_cache', 'posts')`)
  await expect.poll(async () => (await (await server.send(paths.llms)).text()).length).toBeGreaterThan(40_000)
  expect(Buffer.byteLength(await (await server.send(paths.llms)).text())).toBeLessThanOrEqual(50 * 1024)
})

test('a post is available as Markdown, at its own URL and by content negotiation', async () => {
  const server = await startTestServer()
  await publishPost(server, 'Twin', { author: 'Ann', sourceUrl: 'https://example.org/x', authorType: 'ai' })
  const twin = await server.send(postPaths.postMarkdown('twin'))
  const text = await twin.text()
  expect(twin.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(twin.headers.get('x-robots-tag')).toBe('noindex')
  expect(twin.headers.get('link')).toMatch(/^<https?:\/\/\S+\/blog\/twin>; rel="canonical"$/)
  expect(text).toMatch(
    /^# Twin\n\nBy Ann, \d{4}-\d{2}-\d{2}\n\n## Two\n\na & b, \[apps\]\(http\S+\/apps\) \*\*c\*\*/,
  )
  expect(text).toContain('```\nx < y\n```')
  expect(text).toContain('This post was written by AI.')
  const negotiated = await server.send(postPaths.post('twin'), {
    headers: { accept: 'text/markdown, text/html;q=0.8' },
  })
  expect(await negotiated.text()).toBe(text)
  expect(negotiated.headers.get('vary')).toContain('Accept')
  for (const accept of ['text/html', '*/*', 'text/html, text/markdown;q=0.5'])
    expect(
      (await server.send(postPaths.post('twin'), { headers: { accept } })).headers.get('content-type'),
    ).toContain('html')
  expect((await server.send(postPaths.postMarkdown('draft'))).status).toBe(404)
})
