import { isFeatureOn } from '../../../core/contract/feature-switches.ts'
import { isoYear } from '../../../core/contract/format-date.ts'
import { paths } from '../../../core/contract/paths.ts'
import type { Site } from '../../../core/contract/site.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { View } from '../../../core/web/page.ts'
import { findAuthor } from '../../../features/guests/server/authors.ts'
import type { Feature } from '../../../features/manifest/feature.ts'
import type { PageResult, SitePage } from '../../../features/manifest/site-page.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { postsTag } from '../../../features/posts/server/post-rows.ts'
import { searchPublicPages } from '../../../features/posts/server/reading/public-pages.ts'
import {
  listNewestPosts,
  listPublicPosts,
  searchPublicPosts,
} from '../../../features/posts/server/reading/public-posts.ts'
import { findLastCleanUp, retentionTag } from '../../../features/privacy/server/retention.ts'
import { yourData } from '../../../features/privacy/words/your-data.ts'
import { isShownOnHome } from '../../../features/site/contract/site-content/home-parts.ts'
import { sitePaths } from '../../../features/site/contract/site-paths.ts'
import { feedPages } from '../../../features/site/server/files/feeds.ts'
import { legalPage } from '../../../features/site/words/legal/legal-page.ts'
import { llmsPage } from './llms.ts'
import { postPages } from './post-pages.ts'
import { sitemapPages } from './sitemap.ts'

const latestPosts = 3
const maxSearchLength = 200
const pageNumber = /^[1-9]\d{0,5}$/

/** Returns the result of a page for people. `more` contains members that few pages need. */
const show = (view: View, tags: string[], more: Partial<Extract<PageResult, { kind: 'view' }>> = {}) =>
  ({ kind: 'view', view, tags, ...more }) as const

const yearOf = (site: Site) => isoYear(new Date(), site)

const homePage = (features: Feature[]): SitePage => {
  const parts = features.flatMap(({ homeData = {}, optional }) =>
    Object.entries(homeData).map(([part, data]) => ({ part, ...data, feature: optional?.name })),
  )
  return {
    kind: 'page',
    path: paths.home,
    listed: ({ services }) => ({
      title: 'Home',
      about: [services.list.map((service) => service.name).join(', '), services.lead]
        .filter((text) => text !== '')
        .join(': '),
    }),
    load: async ({ db, site }) => {
      const shown = parts.filter(
        ({ part, feature }) => isFeatureOn(site.off, feature) && isShownOnHome(site, part),
      )
      const [posts, ...data] = await Promise.all([
        listNewestPosts(db, latestPosts),
        ...shown.map(async ({ part, read }) => [part, await read(db)] as const),
      ])
      const tags = [postsTag, ...shown.flatMap(({ tags }) => tags)]
      return show({ page: 'home', props: { posts, data: Object.fromEntries(data) } }, tags)
    },
  }
}

const ownPages: SitePage[] = [
  {
    kind: 'page',
    path: sitePaths.apps,
    feature: 'apps',
    listed: ({ appsPage }) => ({ title: appsPage.title, about: appsPage.subtitle }),
    load: async ({ site }) => {
      const year = yearOf(site)
      const isCurrent = () => yearOf(site) === year
      return show({ page: 'apps', props: { year: Number(year) } }, [], { isCurrent })
    },
  },
  {
    kind: 'searchable',
    path: postPaths.blog,
    liveForm: 'Search our blog on our live site:',
    listed: ({ blog }) => ({ title: blog.labels.title, about: blog.lead }),
    query: { page: pageNumber, q: /\S/ },
    load: async ({ db, query: { q, page } }) => {
      if (q === undefined) return blogPage(db, page)
      const search = { q: q.slice(0, maxSearchLength), page: Number(page ?? 1) }
      const { total, ranked, ...found } = await searchPublicPosts(db, search)
      if (found.posts.length === 0 && found.page > 1) return { kind: 'not found' }
      const others = found.page === 1 ? await searchPublicPages(db, search.q) : []
      const props = { ...found, ownPages: others, search: { q, total, ranked } }
      return show({ page: 'blog', props }, [postsTag], { headers: quickLinks })
    },
  },
  {
    kind: 'page',
    path: postPaths.blogTagRoute,
    query: { page: pageNumber },
    load: ({ db, params: { tag = '' }, query: { page } }) => blogPage(db, page, tag),
  },
  {
    kind: 'page',
    path: postPaths.author(':slug'),
    load: async ({ db, params: { slug = '' } }) => {
      const found = await findAuthor(db, slug)
      return found ? show({ page: 'author', props: found }, [postsTag]) : { kind: 'not found' }
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
    path: sitePaths.waitlist,
    liveForm: 'Join the waitlist on our live site:',
    listed: ({ waitlist }) => ({ title: waitlist.title, about: waitlist.lead }),
    query: { joined: /^1$/ },
    load: async ({ query }) => show({ page: 'waitlist', props: { done: query.joined === '1' } }, []),
  },
  {
    kind: 'page',
    path: sitePaths.contact,
    liveForm: 'Write to us on our live site:',
    listed: ({ contact }) => ({ title: contact.title, about: contact.lead }),
    query: { sent: /^1$/ },
    load: async ({ query }) => show({ page: 'contact', props: { done: query.sent === '1' } }, []),
  },
  {
    kind: 'page',
    path: sitePaths.yourData,
    liveForm: 'Ask for your data on our live site:',
    listed: () => ({ title: yourData.title, about: yourData.lead }),
    query: { sent: /^1$/ },
    load: async ({ query, byHand }) =>
      show({ page: 'yourData', props: { done: query.sent === '1', byHand } }, []),
  },
  {
    kind: 'page',
    path: paths.privacyPolicy,
    listed: ({ privacyPolicy }) => ({ title: legalPage.privacyPolicy, about: privacyPolicy.description }),
    load: async ({ db, backupsKept }) => {
      const props = { lastCleanUp: await findLastCleanUp(db), backupsKept }
      return show({ page: 'privacyPolicy', props }, [retentionTag])
    },
  },
  {
    kind: 'page',
    path: paths.termsOfService,
    listed: ({ termsOfService }) => ({ title: legalPage.termsOfService, about: termsOfService.description }),
    load: async () => show({ page: 'termsOfService', props: {} }, []),
  },
]

/** The map of the public site. Every page also carries the tag `site`. */
export function listSitePages(features: Feature[]): SitePage[] {
  const ofFeatures = features.flatMap(({ pages = [], optional }) =>
    pages.map((page) => ({ ...page, feature: optional?.name })),
  )
  const last = ownPages.findIndex(({ path }) => path === sitePaths.contact)
  const pages = [homePage(features), ...ownPages.toSpliced(last, 0, ...ofFeatures)]
  return [...pages, ...postPages, ...feedPages, ...sitemapPages(pages), llmsPage(pages)]
}

/** Lets browsers fetch a post while the visitor points at its link. */
const quickLinks = { 'speculation-rules': `"${paths.speculationRules}"` }

async function blogPage(db: Queryable, page = '1', tag?: string): Promise<PageResult> {
  const listed = await listPublicPosts(db, { page: Number(page), tag })
  // The first page of the blog exists even without posts.
  if (listed.posts.length === 0 && (listed.page > 1 || tag !== undefined)) return { kind: 'not found' }
  return show({ page: 'blog', props: { ...listed, tag } }, [postsTag], { headers: quickLinks })
}

/** Returns a function that tells whether a path has the form of a public page for people, such as `/blog/...`. */
export function createPathCheck(pages: SitePage[]): (path: string) => boolean {
  const patterns = pages
    .filter(({ kind }) => kind !== 'file')
    .map(({ path, isAddress }) => ({
      pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
      isAddress,
    }))
  return (path) =>
    patterns.some(({ pattern, isAddress }) => {
      const match = pattern.exec(path)
      return match !== null && isAddress?.(match.groups ?? {}) !== false
    })
}
