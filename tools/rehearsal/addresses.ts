import { z } from 'zod'
import { adminScreenPaths } from '../../app/contract/admin-screens.ts'
import { paths } from '../../core/contract/paths.ts'
import { guestPaths } from '../../features/guests/contract/guest-paths.ts'
import { insightsPaths } from '../../features/insights/contract/insights-paths.ts'
import { mediaPaths } from '../../features/media/contract/media-paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { privacyPaths } from '../../features/privacy/contract/privacy-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { type Address, type FetchedPage, request, type Site } from './fetch-page.ts'

// Those of features that can be removed are written out, because one of the versions may lack them.
const publicPaths = [
  paths.home,
  sitePaths.apps,
  postPaths.blog,
  postPaths.blogSearch('the'),
  sitePaths.waitlist,
  peoplePaths.waitlistJoined,
  sitePaths.contact,
  peoplePaths.contactSent,
  sitePaths.yourData,
  privacyPaths.yourDataSent,
  '/newsletter',
  '/newsletter?asked=1',
  paths.privacyPolicy,
  paths.termsOfService,
  paths.login,
  guestPaths.lostLink,
  paths.rss,
  paths.atom,
  paths.jsonFeed,
  paths.sitemap,
  paths.robots,
  paths.llms,
  paths.speculationRules,
  paths.socialPicture,
  paths.manifest,
  paths.healthz,
  '/api/blog',
  '/api/blog/recent',
]

/** A URL that leads nowhere in any version */
const nowhere = '/no-such-page'

const maxPublic = 260

/** Public pages: the fixed ones, and those of the sitemap, up to a limit. `left` is the number of those beyond it. */
export async function listPublicAddresses(sites: Site[]): Promise<{ addresses: Address[]; left: number }> {
  const listed = await Promise.all(sites.map(readSitemap))
  const found = [...new Set([...publicPaths, ...listed.flat()])]
  const addresses: Address[] = [
    ...found.slice(0, maxPublic).map((path) => ({ path, as: 'visitor' as const })),
    { path: nowhere, as: 'visitor', isClosed: true },
    // A visitor must not see these.
    ...[paths.admin, paths.adminSimple, '/api/people', '/api/outbox'].map((path) => ({
      path,
      as: 'visitor' as const,
      isClosed: true,
    })),
  ]
  return { addresses, left: Math.max(0, found.length - maxPublic) }
}

async function readSitemap(site: Site): Promise<string[]> {
  const response = await request(site, { path: paths.sitemap, as: 'visitor' })
  if (!response.ok) return []
  const text = await response.text()
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, url = '']) => url.replaceAll('&amp;', '&').replace(site.origin, '') || '/')
    .filter((path) => path.startsWith('/') && !path.endsWith('.xml'))
}

/** Addresses of linked pages that were not listed, such as tags and the next pages of lists */
export function listLinkedAddresses(known: Address[], pages: FetchedPage[]): Address[] {
  const seen = new Set(known.map(({ path }) => path))
  const linked = [...new Set(pages.flatMap(({ links }) => links))].filter(
    (path) => !seen.has(path) && !path.startsWith(paths.admin) && path !== paths.logout,
  )
  return linked.slice(0, Math.max(0, maxPublic - known.length)).map((path) => ({ path, as: 'visitor' }))
}

const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** Admin screens, the pages of the simple admin, and every part of the JSON API that can be read without an id */
export async function listAdminAddresses(sites: Site[]): Promise<Address[]> {
  const described = await Promise.all(sites.map(readApi))
  const all = [
    ...adminScreenPaths,
    ...['/admin/trainings', insightsPaths.adminInsights, '/admin/newsletter', mediaPaths.adminMedia],
    ...['create', 'manage', 'authors', 'waitlist'].map(paths.adminSimpleTab),
    paths.adminPassword,
    paths.api.docs,
    ...described.flat(),
  ]
  return [...new Set(all)].map((path) => ({ path, as: 'admin' }))
}

async function readApi(site: Site): Promise<string[]> {
  const response = await request(site, { path: paths.api.openapi, as: 'admin' })
  if (!response.ok) return []
  const { paths: described } = description.parse(await response.json())
  return Object.entries(described).flatMap(([path, methods]) =>
    methods.get && !path.includes('{') ? [path] : [],
  )
}

const maxOfOneKind = 3
const maxScreens = 60

/** Linked admin screens that were not opened yet, a few of each kind, such as the editor of a post */
export function listLinkedScreens(opened: string[], links: string[]): string[] {
  const kindOf = (path: string) => path.replaceAll(/\d+/g, 'N')
  const counts = new Map<string, number>()
  for (const path of opened) counts.set(kindOf(path), (counts.get(kindOf(path)) ?? 0) + 1)
  return [...new Set(links)].filter((path) => {
    if (opened.includes(path) || !/^\/admin(?!-simple)/.test(path)) return false
    const kind = kindOf(path)
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= maxOfOneKind && opened.length < maxScreens
  })
}
