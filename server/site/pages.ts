import { blogPage as blogText } from '../../content/blog.ts'
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

/**
 * Everything that a page is generated from. No cookies or headers, so a cached page cannot contain a visitor's data.
 */
type PageContext = {
  db: Queryable
  site: Site
  /** Number of daily backups that are kept */
  backupsKept: number
  /** True if no email server is set up, so that an admin sends the emails in the Outbox. */
  byHand: boolean
  params: Record<string, string>
  query: Record<string, string>
}

/** `tags` name the data that the page shows. When that data changes, the page is purged from the page cache. */
export type PageResult =
  | {
      kind: 'view'
      view: View
      tags: string[]
      status?: 410
      headers?: Record<string, string>
      /** Returns false once anything besides the tagged data, such as the year, has changed. */
      isCurrent?: () => boolean
    }
  | {
      kind: 'file'
      body: string | Buffer
      contentType: string
      tags: string[]
      headers?: Record<string, string>
    }
  /**
   * A permanent redirect. `isKept: false` for a redirect from a different spelling of a URL, because the page cache
   * could not hold all spellings.
   */
  | { kind: 'redirect'; to: string; tags: string[]; isKept?: false }
  | { kind: 'not found' }

export type SitePage = {
  /**
   * `page`: for people. `searchable`: a page that is rendered for each search (`q`). `post`: a page that is also sent
   * as Markdown, and leads an admin to the preview of a draft. `file`: for programs.
   */
  kind: 'page' | 'searchable' | 'post' | 'file'
  path: string
  /** Title and summary in llms.txt. Every page that search engines may show has them and is in the sitemap. */
  listed?: { title: string; about: string }
  /** The query parameters that change the page, with their allowed values. Others are ignored. */
  query?: Record<string, RegExp>
  load: (context: PageContext) => Promise<PageResult>
}

const latestPosts = 3
const maxSearchLength = 200
const pageNumber = /^[1-9]\d{0,5}$/

/** Returns the result of a page for people. `more` contains members that few pages need. */
const show = (view: View, tags: string[], more: Partial<Extract<PageResult, { kind: 'view' }>> = {}) =>
  ({ kind: 'view', view, tags, ...more }) as const

const yearOf = (site: Site) => isoDay(new Date(), { timeZone: site.timeZone }).slice(0, 4)

const pages: SitePage[] = [
  {
    kind: 'page',
    path: paths.home,
    listed: {
      title: 'Home',
      about: `${services.map((service) => service.name).join(', ')}: ${servicesSection.lead}`,
    },
    load: async ({ db }) =>
      show({ page: 'home', props: { posts: await listNewestPosts(db, latestPosts) } }, [postsTag]),
  },
  {
    kind: 'page',
    path: paths.apps,
    listed: { title: appsPage.title, about: appsPage.subtitle },
    load: async ({ site }) => {
      const year = yearOf(site)
      const isCurrent = () => yearOf(site) === year
      return show({ page: 'apps', props: { year: Number(year) } }, [], { isCurrent })
    },
  },
  {
    kind: 'searchable',
    path: paths.blog,
    listed: { title: blogText.title, about: blogText.lead },
    query: { page: pageNumber, q: /\S/ },
    load: async ({ db, query: { q, page } }) => {
      if (q === undefined) return blogPage(db, page)
      const { total, ranked, ...found } = await searchPublicPosts(db, {
        q: q.slice(0, maxSearchLength),
        page: Number(page ?? 1),
      })
      if (found.posts.length === 0 && found.page > 1) return { kind: 'not found' }
      const props = { ...found, search: { q, total, ranked } }
      return show({ page: 'blog', props }, [postsTag], { headers: quickLinks })
    },
  },
  {
    kind: 'page',
    path: paths.blogTagRoute,
    query: { page: pageNumber },
    load: ({ db, params: { tag = '' }, query: { page } }) => blogPage(db, page, tag),
  },
  {
    kind: 'page',
    path: paths.author(':slug'),
    load: async ({ db, params: { slug = '' } }) => {
      const found = await findAuthor(db, slug)
      return found ? show({ page: 'author', props: found }, [postsTag]) : { kind: 'not found' }
    },
  },
  {
    kind: 'post',
    path: paths.post(':slug'),
    load: async ({ db, site, params: { slug: requested = '' } }) => {
      const slug = requested.replace(/\.md$/, '')
      const inMarkdown = slug !== requested
      const address = inMarkdown ? paths.postMarkdown : paths.post
      const found = await findPublicAddress(db, slug)
      switch (found.state) {
        case 'unknown': {
          const spelled = await findRespelled(db, slug)
          return spelled
            ? { kind: 'redirect', to: address(spelled), tags: [], isKept: false }
            : { kind: 'not found' }
        }
        case 'moved':
          return { kind: 'redirect', to: address(found.slug), tags: [postsTag] }
        case 'gone':
          return show({ page: 'gone', props: {} }, [postsTag], { status: 410 })
        case 'public': {
          if (inMarkdown)
            return { kind: 'file', ...(await postMarkdown(found.post, site)), tags: [postTag(found.post.id)] }
          const [surroundings, byline] = await Promise.all([
            findSurroundings(db, found.post),
            findByline(db, found.post.id),
          ])
          // Any post can change the links to the neighboring posts, so the page also has `postsTag`.
          const props = { post: found.post, byline, ...surroundings }
          const headers = { vary: 'Accept-Encoding, Accept' }
          return show({ page: 'post', props }, [postTag(found.post.id), postsTag], { headers })
        }
      }
    },
  },
  {
    kind: 'file',
    path: paths.postPicture(':slug'),
    load: async ({ db, site, params: { slug = '' } }) => {
      const found = await findPublicAddress(db, slug)
      if (found.state === 'moved')
        return { kind: 'redirect', to: paths.postPicture(found.slug), tags: [postsTag] }
      if (found.state !== 'public') return { kind: 'not found' }
      const { post } = found
      if (!isDrawable(post.title))
        return { kind: 'redirect', to: paths.socialPicture, tags: [postTag(post.id)] }
      const { title, author } = post
      const body = await drawSocialPicture({ title, author, siteName: site.name })
      // Other sites, such as social networks, may show this picture.
      const headers = {
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=86400',
      }
      return { kind: 'file', body, contentType: 'image/png', tags: [postTag(post.id)], headers }
    },
  },
  {
    kind: 'file',
    path: paths.speculationRules,
    load: async () => ({
      kind: 'file',
      body: JSON.stringify({ prefetch: [{ where: { href_matches: '/blog/*' }, eagerness: 'moderate' }] }),
      contentType: 'application/speculationrules+json',
      tags: [],
    }),
  },
  {
    kind: 'page',
    path: paths.waitlist,
    listed: { title: waitlistForm.title, about: waitlistForm.lead },
    query: { joined: /^1$/ },
    load: async ({ query }) => show({ page: 'waitlist', props: { done: query.joined === '1' } }, []),
  },
  {
    kind: 'page',
    path: paths.newsletter,
    listed: { title: newsletterPages.title, about: newsletterPages.lead },
    query: { asked: /^1$/ },
    load: async ({ query, byHand }) =>
      show({ page: 'newsletter', props: { done: query.asked === '1', byHand } }, []),
  },
  {
    kind: 'page',
    path: paths.contact,
    listed: { title: contactForm.title, about: contactForm.lead },
    query: { sent: /^1$/ },
    load: async ({ query }) => show({ page: 'contact', props: { done: query.sent === '1' } }, []),
  },
  {
    kind: 'page',
    path: paths.yourData,
    listed: { title: yourData.title, about: yourData.lead },
    query: { sent: /^1$/ },
    load: async ({ query, byHand }) =>
      show({ page: 'yourData', props: { done: query.sent === '1', byHand } }, []),
  },
  {
    kind: 'page',
    path: paths.privacyPolicy,
    listed: { title: legalPage.privacyPolicy.title, about: legalPage.privacyPolicy.description },
    load: async ({ db, backupsKept }) => {
      const props = { lastCleanUp: await findLastCleanUp(db), backupsKept }
      return show({ page: 'privacyPolicy', props }, [retentionTag])
    },
  },
  {
    kind: 'page',
    path: paths.termsOfService,
    listed: { title: legalPage.termsOfService.title, about: legalPage.termsOfService.description },
    load: async () => show({ page: 'termsOfService', props: {} }, []),
  },
]

/** The map of the public site. Every page also carries the tag `site`. */
export const sitePages: SitePage[] = [...pages, ...feedPages, ...sitemapPages(pages), llmsPage(pages)]

/** Finds the public post for a URL that differs from its slug only in capital letters. Returns the slug. */
async function findRespelled(db: Queryable, requested: string): Promise<string | undefined> {
  const slug = requested.toLowerCase()
  if (slug === requested || !/^[a-z0-9-]+$/.test(slug)) return undefined
  const found = await findPublicAddress(db, slug)
  if (found.state === 'moved') return found.slug
  return found.state === 'public' ? slug : undefined
}

/** Lets browsers fetch a post while the visitor points at its link. */
const quickLinks = { 'speculation-rules': `"${paths.speculationRules}"` }

async function blogPage(db: Queryable, page = '1', tag?: string): Promise<PageResult> {
  const listed = await listPublicPosts(db, { page: Number(page), tag })
  // The first page of the blog exists even without posts.
  if (listed.posts.length === 0 && (listed.page > 1 || tag !== undefined)) return { kind: 'not found' }
  return show({ page: 'blog', props: { ...listed, tag } }, [postsTag], { headers: quickLinks })
}
