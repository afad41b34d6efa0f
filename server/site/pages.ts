import { blogPage as blogWords } from '../../content/blog.ts'
import { contactForm } from '../../content/contact.ts'
import { appsPage, servicesSection } from '../../content/home.ts'
import { legalPage } from '../../content/legal/legal-page.ts'
import { newsletterPages } from '../../content/newsletter.ts'
import { services } from '../../content/services.ts'
import { waitlistForm } from '../../content/waitlist.ts'
import { yourData } from '../../content/your-data.ts'
import { isoDay } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import type { View } from '../../web/render.tsx'
import type { Queryable } from '../db/connect.ts'
import { findAuthor, findByline } from '../invites/authors.ts'
import { postsTag, postTag } from '../posts/post-rows.ts'
import { findPost } from '../posts/reading/find-post.ts'
import {
  findPublicAddress,
  findSurroundings,
  listNewestPosts,
  listPublicPosts,
  searchPublicPosts,
} from '../posts/reading/public-posts.ts'
import { postMarkdown } from '../posts/rendering/post-as-markdown.ts'
import { drawSocialPicture, isDrawable } from '../posts/rendering/social-picture.ts'
import { findLastCleanUp, retentionTag } from '../privacy/retention.ts'
import { feedPages } from './feeds.ts'
import { llmsPage } from './llms.ts'
import { sitemapPages } from './sitemap.ts'

/** What a page is made from. No request, no cookie, no address: a cached page cannot hold a person's data. */
type PageContext = {
  db: Queryable
  site: Site
  /** How many backups stay, one a day. */
  backupsKept: number
  /** True where no email server is set up: a person sends what waits in the Outbox. */
  byHand: boolean
  params: Record<string, string>
  query: Record<string, string>
}

export type PageResult =
  | {
      view: View
      tags: string[]
      status?: 410
      headers?: Record<string, string>
      /** False once something besides the tagged data, such as the year, has changed. */
      isCurrent?: () => boolean
    }
  /** Something else than a page for people. */
  | { body: string | Buffer; contentType: string; tags: string[]; headers?: Record<string, string> }
  /** A permanent redirect; `tags` as of a page. One that is not kept has too many spellings for the page cache. */
  | { movedTo: string; tags: string[]; isKept?: false }
  | 'not found'

export type SitePage = {
  path: string
  /** For programs and not for people. */
  isFile?: boolean
  /** What sitemap.xml and llms.txt say about it. Every page that search engines may show has it. */
  listed?: { title: string; about: string }
  /** The query parameters that change the page, with the values that they may have. Others are ignored. */
  query?: Record<string, RegExp>
  /** For what visitors type: every answer is made anew, and not too often for one visitor. */
  uncachedWith?: string
  /** Who asks for `text/markdown` (RFC 9110, section 12.5.1) is answered as at the address with `.md` after it. */
  hasMarkdown?: boolean
  /** Where a signed-in admin is led instead, for example to what visitors cannot see yet. */
  forAdmins?: (db: Queryable, params: Record<string, string>) => Promise<string | undefined>
  load: (context: PageContext) => Promise<PageResult>
}

const latestPosts = 3
const maxSearchLength = 200
const pageNumber = /^[1-9]\d{0,5}$/

const yearOf = (site: Site) => isoDay(new Date(), { timeZone: site.timeZone }).slice(0, 4)

const pages: SitePage[] = [
  {
    path: paths.home,
    listed: {
      title: 'Home',
      about: `${services.map((service) => service.name).join(', ')}: ${servicesSection.lead}`,
    },
    load: async ({ db }) => ({
      view: { page: 'home', props: { posts: await listNewestPosts(db, latestPosts) } },
      tags: [postsTag],
    }),
  },
  {
    path: paths.apps,
    listed: { title: appsPage.title, about: appsPage.subtitle },
    load: async ({ site }) => {
      const year = yearOf(site)
      return {
        view: { page: 'apps', props: { year: Number(year) } },
        tags: [],
        isCurrent: () => yearOf(site) === year,
      }
    },
  },
  {
    path: paths.blog,
    listed: { title: blogWords.title, about: blogWords.lead },
    query: { page: pageNumber, q: /\S/ },
    uncachedWith: 'q',
    load: async ({ db, query: { q, page } }) => {
      if (q === undefined) return blogPage(db, page)
      const { total, ranked, ...found } = await searchPublicPosts(db, {
        q: q.slice(0, maxSearchLength),
        page: Number(page ?? 1),
      })
      if (found.posts.length === 0 && found.page > 1) return 'not found'
      return {
        view: { page: 'blog', props: { ...found, search: { q, total, ranked } } },
        tags: [postsTag],
        headers: quickLinks,
      }
    },
  },
  {
    path: paths.blogTagRoute,
    query: { page: pageNumber },
    load: ({ db, params: { tag = '' }, query: { page } }) => blogPage(db, page, tag),
  },
  {
    path: paths.author(':slug'),
    load: async ({ db, params: { slug = '' } }) => {
      const found = await findAuthor(db, slug)
      return found ? { view: { page: 'author', props: found }, tags: [postsTag] } : 'not found'
    },
  },
  {
    path: paths.post(':slug'),
    hasMarkdown: true,
    forAdmins: async (db, { slug = '' }) => {
      if (await findPost(db, slug, 'visitor')) return undefined
      const draft = await findPost(db, slug, 'admin')
      return draft && paths.preview(draft.id)
    },
    load: async ({ db, site, params: { slug: asked = '' } }) => {
      const slug = asked.replace(/\.md$/, '')
      const inMarkdown = slug !== asked
      const address = inMarkdown ? paths.postMarkdown : paths.post
      const found = await findPublicAddress(db, slug)
      switch (found.state) {
        case 'unknown': {
          const spelled = await findRespelled(db, slug)
          return spelled ? { movedTo: address(spelled), tags: [], isKept: false } : 'not found'
        }
        case 'moved':
          return { movedTo: address(found.slug), tags: [postsTag] }
        case 'gone':
          return { view: { page: 'gone', props: {} }, tags: [postsTag], status: 410 }
        case 'public': {
          if (inMarkdown) return { ...(await postMarkdown(found.post, site)), tags: [postTag(found.post.id)] }
          const [surroundings, byline] = await Promise.all([
            findSurroundings(db, found.post),
            findByline(db, found.post.id),
          ])
          // What stands around it changes with any post.
          return {
            view: { page: 'post', props: { post: found.post, byline, ...surroundings } },
            tags: [postTag(found.post.id), postsTag],
            headers: { vary: 'Accept-Encoding, Accept' },
          }
        }
      }
    },
  },
  {
    path: paths.postPicture(':slug'),
    isFile: true,
    load: async ({ db, site, params: { slug = '' } }) => {
      const found = await findPublicAddress(db, slug)
      if (found.state === 'moved') return { movedTo: paths.postPicture(found.slug), tags: [postsTag] }
      if (found.state !== 'public') return 'not found'
      const { post } = found
      if (!isDrawable(post.title)) return { movedTo: paths.socialPicture, tags: [postTag(post.id)] }
      const { title, author } = post
      const body = await drawSocialPicture({ title, author, siteName: site.name })
      // Shown on other sites.
      const headers = {
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=86400',
      }
      return { body, contentType: 'image/png', tags: [postTag(post.id)], headers }
    },
  },
  {
    path: paths.speculationRules,
    isFile: true,
    load: async () => ({
      body: JSON.stringify({ prefetch: [{ where: { href_matches: '/blog/*' }, eagerness: 'moderate' }] }),
      contentType: 'application/speculationrules+json',
      tags: [],
    }),
  },
  {
    path: paths.waitlist,
    listed: { title: waitlistForm.title, about: waitlistForm.lead },
    query: { joined: /^1$/ },
    load: async ({ query }) => ({
      view: { page: 'waitlist', props: { done: query.joined === '1' } },
      tags: [],
    }),
  },
  {
    path: paths.newsletter,
    listed: { title: newsletterPages.title, about: newsletterPages.lead },
    query: { asked: /^1$/ },
    load: async ({ query, byHand }) => ({
      view: { page: 'newsletter', props: { done: query.asked === '1', byHand } },
      tags: [],
    }),
  },
  {
    path: paths.contact,
    listed: { title: contactForm.title, about: contactForm.lead },
    query: { sent: /^1$/ },
    load: async ({ query }) => ({
      view: { page: 'contact', props: { done: query.sent === '1' } },
      tags: [],
    }),
  },
  {
    path: paths.yourData,
    listed: { title: yourData.title, about: yourData.lead },
    query: { sent: /^1$/ },
    load: async ({ query, byHand }) => ({
      view: { page: 'yourData', props: { done: query.sent === '1', byHand } },
      tags: [],
    }),
  },
  {
    path: paths.privacyPolicy,
    listed: { title: legalPage.privacyPolicy.title, about: legalPage.privacyPolicy.description },
    load: async ({ db, backupsKept }) => ({
      view: { page: 'privacyPolicy', props: { lastCleanUp: await findLastCleanUp(db), backupsKept } },
      tags: [retentionTag],
    }),
  },
  {
    path: paths.termsOfService,
    listed: { title: legalPage.termsOfService.title, about: legalPage.termsOfService.description },
    load: async () => ({ view: { page: 'termsOfService', props: {} }, tags: [] }),
  },
]

/** The map of the public site. Every page also carries the tag `site`. */
export const sitePages: SitePage[] = [...pages, ...feedPages, ...sitemapPages(pages), llmsPage(pages)]

/** The slug of the public post that an address with capitals means. */
async function findRespelled(db: Queryable, asked: string): Promise<string | undefined> {
  const slug = asked.toLowerCase()
  if (slug === asked || !/^[a-z0-9-]+$/.test(slug)) return undefined
  const found = await findPublicAddress(db, slug)
  if (found.state === 'moved') return found.slug
  return found.state === 'public' ? slug : undefined
}

/** A post that somebody is about to open is fetched while they point at it. */
const quickLinks = { 'speculation-rules': `"${paths.speculationRules}"` }

async function blogPage(db: Queryable, page = '1', tag?: string): Promise<PageResult> {
  const listed = await listPublicPosts(db, { page: Number(page), tag })
  // The first page of the blog is there without posts, too.
  if (listed.posts.length === 0 && (listed.page > 1 || tag !== undefined)) return 'not found'
  return { view: { page: 'blog', props: { ...listed, tag } }, tags: [postsTag], headers: quickLinks }
}
