import { paths } from '../../../../core/contract/paths.ts'
import type { Site } from '../../../../core/contract/site.ts'
import { linkParts } from '../../../../core/contract/text-parts.ts'
import type { SitePage } from '../../../manifest/site-page.ts'
import { postPaths } from '../../../posts/contract/post-paths.ts'
import type { Post } from '../../../posts/contract/posts.ts'
import { postsTag } from '../../../posts/server/post-rows.ts'
import { listNewestPostsWhole } from '../../../posts/server/reading/public-posts.ts'
import { absoluteLinks } from '../../../posts/server/rendering/absolute-links.ts'
import { toPortableHtml } from '../../../posts/server/rendering/blocks/portable-blocks.ts'
import { disclosureLine } from '../../../posts/words/disclosure.ts'
import { xmlHead, xmlText, xmlUrl } from './xml.ts'

/** Number of posts in a feed */
const feedLength = 20

const feed = (path: string, contentType: string, write: (posts: Post[], site: Site) => string): SitePage => ({
  kind: 'file',
  path,
  load: async ({ db, site }) => ({
    kind: 'file',
    body: write(await listNewestPostsWhole(db, feedLength), site),
    contentType: `${contentType}; charset=utf-8`,
    tags: [postsTag],
  }),
})

/** The newest posts with their content, in three formats. */
export const feedPages: SitePage[] = [
  feed(paths.rss, 'application/rss+xml', writeRss),
  feed(paths.atom, 'application/atom+xml', writeAtom),
  feed(paths.jsonFeed, 'application/feed+json', writeJsonFeed),
]

/** RSS: https://www.rssboard.org/rss-specification */
function writeRss(posts: Post[], site: Site): string {
  const items = posts.map(
    (post) => `<item>
<title>${xmlText(post.title)}</title>
<link>${xmlUrl(postPaths.post(post.slug), site)}</link>
<guid isPermaLink="false">${xmlText(feedId(post, site))}</guid>
<pubDate>${new Date(post.publishedAt).toUTCString()}</pubDate>
<dc:creator>${xmlText(post.author)}</dc:creator>
${post.tags.map((tag) => `<category>${xmlText(tag)}</category>`).join('')}
<description>${plainInHtml(post.excerpt)}</description>
<content:encoded>${xmlText(toFeedHtml(post, site))}</content:encoded>
</item>
`,
  )
  return `${xmlHead}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${xmlText(site.name)}</title>
<link>${xmlUrl(postPaths.blog, site)}</link>
<description>${plainInHtml(site.content.blog.lead)}</description>
<language>en</language>
<atom:link href="${xmlUrl(paths.rss, site)}" rel="self" type="application/rss+xml"/>
${items.join('')}</channel>
</rss>
`
}

/** Escapes plain text for an RSS description, which readers take as HTML: once for HTML and once for XML. */
const plainInHtml = (text: string) => xmlText(xmlText(text))

/** Atom: RFC 4287 */
function writeAtom(posts: Post[], site: Site): string {
  const entries = posts.map(
    (post) => `<entry>
<id>${xmlText(atomId(post, site))}</id>
<title>${xmlText(post.title)}</title>
<link rel="alternate" type="text/html" href="${xmlUrl(postPaths.post(post.slug), site)}"/>
<published>${post.publishedAt}</published>
<updated>${post.updatedAt}</updated>
<author><name>${xmlText(post.author)}</name></author>
${post.tags.map((tag) => `<category term="${xmlText(tag)}"/>`).join('')}
<summary>${xmlText(post.excerpt)}</summary>
<content type="html">${xmlText(toFeedHtml(post, site))}</content>
</entry>
`,
  )
  // Atom requires a date even before the first post.
  const updated =
    posts
      .map((post) => post.updatedAt)
      .sort()
      .at(-1) ?? '2025-06-30T00:00:00.000Z'
  return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${xmlUrl(paths.home, site)}</id>
<title>${xmlText(site.name)}</title>
<subtitle>${xmlText(site.content.blog.lead)}</subtitle>
<link rel="self" type="application/atom+xml" href="${xmlUrl(paths.atom, site)}"/>
<link rel="alternate" type="text/html" href="${xmlUrl(postPaths.blog, site)}"/>
<updated>${updated}</updated>
${entries.join('')}</feed>
`
}

/** JSON Feed: https://www.jsonfeed.org/version/1.1/ */
function writeJsonFeed(posts: Post[], site: Site): string {
  const url = (path: string) => new URL(path, site.publicUrl).href
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: site.name,
    description: site.content.blog.lead,
    home_page_url: url(postPaths.blog),
    feed_url: url(paths.jsonFeed),
    language: 'en',
    items: posts.map((post) => ({
      id: feedId(post, site),
      url: url(postPaths.post(post.slug)),
      title: post.title,
      summary: post.excerpt,
      content_html: toFeedHtml(post, site),
      date_published: post.publishedAt,
      date_modified: post.updatedAt,
      authors: [{ name: post.author }],
      tags: post.tags,
      // An extension: the format asks for a custom name that starts with an underscore.
      ...(post.disclosure !== 'unknown' && {
        _everyday_ai: {
          disclosure: post.disclosure,
          ai_fields: post.aiFields,
          disclosure_text: disclosureLine(post),
        },
      }),
    })),
  })
}

const toFeedHtml = (post: Post, site: Site) =>
  absoluteLinks(
    toPortableHtml(linkParts(post.content, site.publicUrl + postPaths.post(post.slug))),
    site.publicUrl,
  )

type Identified = Pick<Post, 'id' | 'feedId' | 'publishedAt'>

/**
 * The id of a post in feeds. It does not change when the post gets another title or URL (RFC 4151). An imported post
 * keeps the one that feed readers know.
 */
export function feedId(post: Identified, site: Pick<Site, 'publicUrl'>): string {
  return post.feedId ?? tagId(post, site)
}

/** Atom requires an IRI, which ids of other formats need not be (RFC 4287, 4.2.6). */
function atomId(post: Post, site: Site): string {
  return post.feedId !== undefined && URL.canParse(post.feedId) ? post.feedId : tagId(post, site)
}

function tagId(post: Identified, site: Pick<Site, 'publicUrl'>): string {
  return `tag:${new URL(site.publicUrl).hostname},${post.publishedAt.slice(0, 4)}:post-${post.id}`
}
