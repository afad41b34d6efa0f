import { blogPage } from '../../content/blog.ts'
import { disclosureLine } from '../../content/disclosure.ts'
import { footer, hero } from '../../content/home.ts'
import { paths } from '../../contracts/paths.ts'
import type { Post, PostSummary } from '../../contracts/posts.ts'
import type { Site } from '../../contracts/site.ts'
import type { Queryable } from '../db/connect.ts'
import { listAuthorSlugs } from '../invites/authors.ts'
import { absoluteLinks } from '../posts/absolute-links.ts'
import { postsTag } from '../posts/post-rows.ts'
import {
  countPublicPosts,
  listNewestPosts,
  listNewestPostsWhole,
  listPublicSlugs,
} from '../posts/public-posts.ts'
import type { SitePage } from './pages.ts'
import { xmlText } from './xml.ts'

const feedLength = 20
/** Addresses in one sitemap; the protocol allows 50,000 (https://www.sitemaps.org/protocol.html). */
const sitemapLength = 50_000
/** Bytes that a model reads at once without losing the thread. */
const llmsBytes = 50 * 1024
const llmsPosts = 500

/** What the pages say, for programs: feeds, sitemap, and files that say where things are. */
export const describePages = (pages: SitePage[]): SitePage[] => [
  {
    path: paths.rss,
    isFile: true,
    load: async ({ db, site }) => ({
      body: rss(await listNewestPostsWhole(db, feedLength), site),
      contentType: 'application/rss+xml; charset=utf-8',
      tags: [postsTag],
    }),
  },
  {
    path: paths.atom,
    isFile: true,
    load: async ({ db, site }) => ({
      body: atom(await listNewestPostsWhole(db, feedLength), site),
      contentType: 'application/atom+xml; charset=utf-8',
      tags: [postsTag],
    }),
  },
  {
    path: paths.jsonFeed,
    isFile: true,
    load: async ({ db, site }) => ({
      body: jsonFeed(await listNewestPostsWhole(db, feedLength), site),
      contentType: 'application/feed+json; charset=utf-8',
      tags: [postsTag],
    }),
  },
  {
    path: paths.sitemap,
    isFile: true,
    load: async ({ db, site }) => {
      const [count, addresses] = await Promise.all([countPublicPosts(db), pageAddresses(db, pages)])
      const fits = count <= sitemapLength - addresses.length
      const urls = fits ? [...addresses, ...(await postAddresses(db, 1))] : []
      const text = fits ? sitemap(urls, site) : sitemapIndex(Math.ceil(count / sitemapLength), site)
      return { body: text, contentType: xml, tags: [postsTag] }
    },
  },
  {
    // The pages are part 0, the posts 1 and on.
    path: paths.sitemapPart(':number'),
    isFile: true,
    load: async ({ db, site, params: { number = '' } }) => {
      if (!/^\d{1,4}$/.test(number)) return 'not found'
      const urls =
        Number(number) === 0 ? await pageAddresses(db, pages) : await postAddresses(db, Number(number))
      if (urls.length === 0) return 'not found'
      return { body: sitemap(urls, site), contentType: xml, tags: [postsTag] }
    },
  },
  {
    path: paths.robots,
    isFile: true,
    load: async ({ site }) => ({ body: robots(site), contentType: plain, tags: [] }),
  },
  {
    path: paths.llms,
    isFile: true,
    load: async ({ db, site }) => ({
      body: llms(await listNewestPosts(db, llmsPosts), pages, site),
      contentType: plain,
      tags: [postsTag],
    }),
  },
]

const xml = 'application/xml; charset=utf-8'
const plain = 'text/plain; charset=utf-8'

type Address = { path: string; updatedAt?: string }

/** The pages of the map, in its order, and the pages of the guest authors. */
async function pageAddresses(db: Queryable, pages: SitePage[]): Promise<Address[]> {
  const authors = await listAuthorSlugs(db)
  const listed = pages.filter((page) => page.listed)
  return [...listed.map(({ path }) => ({ path })), ...authors.map((slug) => ({ path: paths.author(slug) }))]
}

async function postAddresses(db: Queryable, part: number): Promise<Address[]> {
  const posts = await listPublicSlugs(db, (part - 1) * sitemapLength, sitemapLength)
  return posts.map(({ slug, updatedAt }) => ({ path: paths.post(slug), updatedAt }))
}

/** https://www.sitemaps.org/protocol.html */
function sitemap(addresses: Address[], site: Site): string {
  const urls = addresses.map(
    ({ path, updatedAt }) =>
      `<url><loc>${whole(path, site)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</url>`,
  )
  return `${xmlHead}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

function sitemapIndex(lastPart: number, site: Site): string {
  const parts = Array.from({ length: lastPart + 1 }, (_, part) => whole(paths.sitemapPart(part), site))
  const entries = parts.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`)
  return `${xmlHead}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</sitemapindex>\n`
}

/** RFC 9309 */
function robots(site: Site): string {
  return `User-agent: *
Disallow: ${paths.admin}
Disallow: /api/

Sitemap: ${new URL(paths.sitemap, site.publicUrl).href}
`
}

/** https://llmstxt.org: as many of the newest posts as 50 KB hold. */
function llms(posts: PostSummary[], pages: SitePage[], site: Site): string {
  const link = (title: string, path: string, about: string) =>
    `- [${oneLine(title).replaceAll(/[[\]]/g, '')}](${new URL(path, site.publicUrl).href}): ${oneLine(about)}\n`
  let text = `# ${oneLine(site.name)}

> ${footer.tagline}. ${hero.lead}

## Pages

${pages.map(({ path, listed }) => (listed ? link(listed.title, path, listed.about) : '')).join('')}
## Posts

`
  for (const post of posts) {
    const line = link(post.title, paths.postMarkdown(post.slug), post.excerpt)
    if (Buffer.byteLength(text) + Buffer.byteLength(line) > llmsBytes) break
    text += line
  }
  return text
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n'
const whole = (path: string, site: Site) => xmlText(new URL(path, site.publicUrl).href)

/** RSS 2.0 (https://www.rssboard.org/rss-specification) with whole posts. */
function rss(posts: Post[], site: Site): string {
  const items = posts.map(
    (post) => `<item>
<title>${xmlText(post.title)}</title>
<link>${whole(paths.post(post.slug), site)}</link>
<guid isPermaLink="false">${xmlText(feedId(post, site))}</guid>
<pubDate>${new Date(post.publishedAt).toUTCString()}</pubDate>
<dc:creator>${xmlText(post.author)}</dc:creator>
${post.tags.map((tag) => `<category>${xmlText(tag)}</category>`).join('')}
<description>${xmlText(post.excerpt)}</description>
<content:encoded>${xmlText(absoluteLinks(post.content, site.publicUrl))}</content:encoded>
</item>
`,
  )
  return `${xmlHead}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${xmlText(site.name)}</title>
<link>${whole(paths.blog, site)}</link>
<description>${xmlText(blogPage.lead)}</description>
<language>en</language>
<atom:link href="${whole(paths.rss, site)}" rel="self" type="application/rss+xml"/>
${items.join('')}</channel>
</rss>
`
}

/** RFC 4287 */
function atom(posts: Post[], site: Site): string {
  const entries = posts.map(
    (post) => `<entry>
<id>${xmlText(feedId(post, site))}</id>
<title>${xmlText(post.title)}</title>
<link rel="alternate" type="text/html" href="${whole(paths.post(post.slug), site)}"/>
<published>${post.publishedAt}</published>
<updated>${post.updatedAt}</updated>
<author><name>${xmlText(post.author)}</name></author>
${post.tags.map((tag) => `<category term="${xmlText(tag)}"/>`).join('')}
<summary>${xmlText(post.excerpt)}</summary>
<content type="html">${xmlText(absoluteLinks(post.content, site.publicUrl))}</content>
</entry>
`,
  )
  // A feed must have a time, also before its first post.
  const updated =
    posts
      .map((post) => post.updatedAt)
      .sort()
      .at(-1) ?? '2025-06-30T00:00:00.000Z'
  return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${whole(paths.home, site)}</id>
<title>${xmlText(site.name)}</title>
<subtitle>${xmlText(blogPage.lead)}</subtitle>
<link rel="self" type="application/atom+xml" href="${whole(paths.atom, site)}"/>
<link rel="alternate" type="text/html" href="${whole(paths.blog, site)}"/>
<updated>${updated}</updated>
${entries.join('')}</feed>
`
}

/** https://www.jsonfeed.org/version/1.1/ */
function jsonFeed(posts: Post[], site: Site): string {
  const url = (path: string) => new URL(path, site.publicUrl).href
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: site.name,
    description: blogPage.lead,
    home_page_url: url(paths.blog),
    feed_url: url(paths.jsonFeed),
    language: 'en',
    items: posts.map((post) => ({
      id: feedId(post, site),
      url: url(paths.post(post.slug)),
      title: post.title,
      summary: post.excerpt,
      content_html: absoluteLinks(post.content, site.publicUrl),
      date_published: post.publishedAt,
      date_modified: post.updatedAt,
      authors: [{ name: post.author }],
      tags: post.tags,
      // An extension, as the format has it: a name of our own.
      _everyday_ai: {
        disclosure: post.disclosure,
        ai_fields: post.aiFields,
        disclosure_text: disclosureLine(post),
      },
    })),
  })
}

/** What a reader knows a post by, whatever becomes of its title and address (RFC 4151). */
function feedId(post: Post, site: Site): string {
  return `tag:${new URL(site.publicUrl).hostname},${post.publishedAt.slice(0, 4)}:post-${post.id}`
}
