import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { hardTitle, publishPost } from '../testing/feed-posts.ts'

// Feeds and sitemaps are parsed with a browser's strict XML parser and compared with their specifications.

/** Fetches XML. `find` returns the text or an attribute of every element that a selector matches. */
async function readXml(page: Page, server: TestServer, path: string) {
  const response = await server.send(path)
  const xml = await response.text()
  const find = (selector: string, attribute?: string) =>
    page.evaluate(
      ([xml, selector, attribute]) => {
        const document = new DOMParser().parseFromString(xml, 'application/xml')
        const error = document.querySelector('parsererror')
        if (error) throw new Error(error.textContent)
        return [...document.querySelectorAll(selector)].map((element) =>
          attribute === undefined ? element.textContent : element.getAttribute(attribute),
        )
      },
      [xml, selector, attribute] as const,
    )
  return { response, find }
}

test('feeds and sitemaps are strict XML with what their specifications require', async ({ page, server }) => {
  // The tests need the browser only for its XML parser, so any small file of the site will do.
  await page.goto(paths.robots)

  await test.step('RSS has the newest posts in full', async () => {
    await emptyTables(server)
    const id = await publishPost(server, hardTitle, {
      author: hardTitle,
      tags: ['a & b', 'c'],
      excerpt: hardTitle,
    })
    await publishPost(server, 'Draft', { isPublished: false })
    const { response, find } = await readXml(page, server, paths.rss)
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const shown = hardTitle.replace('\u0001', '')
    expect(await find('rss', 'version')).toEqual(['2.0'])
    expect(await find('channel > title')).toEqual(['Everyday AI'])
    expect(await find('item > title')).toEqual([shown])
    // Readers take it as HTML.
    const escaped = 'Grüße &amp; &quot;quotes&quot; &lt;b&gt;, ]]&gt; 你好 \u{1f33b}'
    expect(await find('item > description')).toEqual([escaped])
    expect(await find('item > category')).toEqual(['a & b', 'c'])
    const [link = ''] = await find('item > link')
    expect(link).toMatch(/^https?:\/\/[^/]+\/blog\/grusse-quotes-b-nihao-sunflower$/)
    expect((await server.send(new URL(link ?? '').pathname)).status).toBe(200)
    expect((await find('item > guid'))[0]).toMatch(new RegExp(`^tag:[^,]+,\\d{4}:post-${id}$`))
    expect((await find('item > guid[isPermaLink="false"]')).length).toBe(1)
    // RSS requires dates in the format of RFC 822.
    expect((await find('item > pubDate'))[0]).toMatch(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/)
    const [content] = await find('item > *|encoded')
    expect(content).toContain('<p>a &amp; b, <a href="http')
    expect(content).toContain('<pre><code>x &lt; y</code></pre>')
  })

  await test.step('Atom has what RFC 4287 requires, with and without posts', async () => {
    await emptyTables(server)
    for (const count of [0, 1]) {
      if (count) await publishPost(server, hardTitle)
      await server.query(`select pg_notify('page_cache', 'posts')`)
      await expect
        .poll(async () => (await (await readXml(page, server, paths.atom)).find('entry')).length)
        .toBe(count)
      const { find } = await readXml(page, server, paths.atom)
      for (const required of ['id', 'title', 'updated'])
        expect(await find(`feed > ${required}`)).toHaveLength(1)
      expect(await find('feed > link[rel="self"]', 'href')).toEqual([expect.stringMatching(/\/atom\.xml$/)])
      for (const required of ['id', 'title', 'updated', 'published', 'author > name', 'summary'])
        expect(await find(`entry > ${required}`)).toHaveLength(count)
      expect(await find('entry > content[type="html"]')).toHaveLength(count)
      for (const time of await find('updated, published'))
        expect(new Date(time ?? '').toISOString()).toBe(time)
    }
  })

  await test.step('feeds respond 304 to a reader that is up to date, and have twenty posts', async () => {
    await emptyTables(server)
    await server.query(
      `insert into blog_posts (title, slug, excerpt, content, author, author_type)
       select 'T' || n, 't' || n, 'e', '<p>c</p>', 'a', 'human' from generate_series(1, 25) n`,
    )
    await server.query(`select pg_notify('page_cache', 'posts')`)
    for (const [path, item] of [
      [paths.rss, 'item'],
      [paths.atom, 'entry'],
    ] as const) {
      await expect.poll(async () => (await (await readXml(page, server, path)).find(item)).length).toBe(20)
      const etag = (await server.send(path)).headers.get('etag') ?? ''
      expect((await server.send(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    }
  })

  await test.step('the sitemap lists every public page and post, and is split above 50,000', async () => {
    await emptyTables(server)
    await publishPost(server, 'Shown')
    await publishPost(server, 'Draft', { isPublished: false })
    const { find } = await readXml(page, server, paths.sitemap)
    const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
    expect(await find('urlset', 'xmlns')).toEqual([namespace])
    const urls = (await find('urlset > url > loc')).map((url) => new URL(url ?? '').pathname)
    expect(urls).toContain('/blog/shown')
    const pages = urls.filter((url) => url !== '/blog/shown')
    for (const url of urls) expect((await server.send(url)).status).toBe(200)

    await server.query(
      `insert into blog_posts (title, slug, excerpt, content, author, author_type)
       select 'T', 't' || n, 'e', 'c', 'a', 'human' from generate_series(1, 50000) n`,
    )
    await server.query(`select pg_notify('page_cache', 'posts')`)
    await expect
      .poll(async () => (await readXml(page, server, paths.sitemap)).find('sitemapindex > sitemap > loc'), {
        timeout: 20_000,
      })
      .toHaveLength(3)
    const part = async (number: number) =>
      (await readXml(page, server, paths.sitemapPart(number))).find('url > loc')
    expect(await part(0)).toHaveLength(pages.length)
    expect(await part(1)).toHaveLength(50_000)
    expect(await part(2)).toHaveLength(1)
    expect((await server.send(paths.sitemapPart(3))).status).toBe(404)
    expect((await server.send(paths.sitemapPart('x'))).status).toBe(404)
  })
})
