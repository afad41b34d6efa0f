import { paths } from '../../../core/contract/paths.ts'
import type { Site } from '../../../core/contract/site.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { listAuthorSlugs } from '../../../features/guests/server/authors.ts'
import { isPageOn, type SitePage } from '../../../features/manifest/site-page.ts'
import { addressOf } from '../../../features/posts/contract/post-kinds.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { ownPagesTag, postsTag } from '../../../features/posts/server/post-rows.ts'
import { countPublic, listPublicSlugs } from '../../../features/posts/server/reading/public-posts.ts'
import { xmlHead, xmlUrl } from '../../../features/site/server/files/xml.ts'
import { memberTags, readMembers } from './members.ts'

/** Max URLs in one sitemap; the protocol allows 50,000 (https://www.sitemaps.org/protocol.html). */
const maxUrls = 50_000
const contentType = 'application/xml; charset=utf-8'

/** The sitemap of the listed pages, all posts, and all of the office's own pages, in parts if it is too long, and the robots.txt that names it. */
export function sitemapPages(pages: SitePage[]): SitePage[] {
  const tags = [postsTag, ownPagesTag, ...memberTags(pages)]
  return [
    {
      kind: 'file',
      path: paths.sitemap,
      load: async ({ db, site }) => {
        const [count, addresses] = await Promise.all([countPublic(db), pageAddresses(db, pages, site)])
        const body =
          count <= maxUrls - addresses.length
            ? writeSitemap([...addresses, ...(await postAddresses(db, 1))], site)
            : writeSitemapIndex(Math.ceil(count / maxUrls), site)
        return { kind: 'file', body, contentType, tags }
      },
    },
    {
      // Part 0 lists the pages of the page map; posts and own pages start with part 1.
      kind: 'file',
      path: paths.sitemapPart(':number'),
      load: async ({ db, site, params: { number = '' } }) => {
        if (!/^\d{1,4}$/.test(number)) return { kind: 'not found' }
        const part = Number(number)
        const addresses = part === 0 ? await pageAddresses(db, pages, site) : await postAddresses(db, part)
        if (addresses.length === 0) return { kind: 'not found' }
        return { kind: 'file', body: writeSitemap(addresses, site), contentType, tags }
      },
    },
    {
      kind: 'file',
      path: paths.robots,
      load: async ({ site }) => ({
        kind: 'file',
        body: writeRobots(site),
        contentType: 'text/plain; charset=utf-8',
        tags: [],
      }),
    },
  ]
}

type Address = { path: string; updatedAt?: string }

/** The listed pages in the order of the page map, then the pages of guest authors and of features */
async function pageAddresses(db: Queryable, pages: SitePage[], site: Site): Promise<Address[]> {
  const [authors, members] = await Promise.all([listAuthorSlugs(db), readMembers(db, pages, site)])
  const listed = pages.filter((page) => page.listed && isPageOn(page, site))
  return [
    ...listed.map(({ path }) => ({ path })),
    ...authors.map((slug) => ({ path: postPaths.author(slug) })),
    ...members.map(({ path }) => ({ path })),
  ]
}

async function postAddresses(db: Queryable, part: number): Promise<Address[]> {
  const posts = await listPublicSlugs(db, (part - 1) * maxUrls, maxUrls)
  return posts.map(({ updatedAt, ...post }) => ({ path: addressOf(post), updatedAt }))
}

function writeSitemap(addresses: Address[], site: Site): string {
  const urls = addresses.map(
    ({ path, updatedAt }) =>
      `<url><loc>${xmlUrl(path, site)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</url>`,
  )
  return `${xmlHead}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`
}

function writeSitemapIndex(lastPart: number, site: Site): string {
  const parts = Array.from({ length: lastPart + 1 }, (_, part) => xmlUrl(paths.sitemapPart(part), site))
  const entries = parts.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`)
  return `${xmlHead}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</sitemapindex>\n`
}

/** Writes robots.txt (RFC 9309). */
function writeRobots(site: Site): string {
  return `User-agent: *
Disallow: ${paths.admin}
Disallow: /api/

Sitemap: ${new URL(paths.sitemap, site.publicUrl).href}
`
}
