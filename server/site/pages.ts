import { paths } from '../../contracts/paths.ts'
import type { Site } from '../../contracts/site.ts'
import type { View } from '../../web/render.tsx'
import type { Queryable } from '../db/connect.ts'

/** What a page is made from. No request, no cookie, no address: a cached page cannot hold a person's data. */
type PageContext = { db: Queryable; site: Site; query: Record<string, string> }

export type SitePage = {
  path: string
  /** The query parameters that change the page, with their allowed values. Every other one is ignored. */
  query?: Record<string, readonly string[]>
  load: (context: PageContext) => Promise<{ view: View; tags: string[] }>
}

/** The map of the public site. Every page also carries the tag `site`. */
export const sitePages: SitePage[] = [
  {
    path: paths.home,
    load: async () => ({ view: { page: 'home', props: {} }, tags: [] }),
  },
  {
    path: paths.apps,
    load: async () => ({ view: { page: 'apps', props: { year: new Date().getFullYear() } }, tags: [] }),
  },
  {
    path: paths.waitlist,
    query: { joined: ['1'] },
    load: async ({ query }) => ({
      view: { page: 'waitlist', props: { joined: query.joined === '1' } },
      tags: [],
    }),
  },
  {
    path: paths.privacyPolicy,
    load: async () => ({ view: { page: 'privacyPolicy', props: {} }, tags: [] }),
  },
  {
    path: paths.termsOfService,
    load: async () => ({ view: { page: 'termsOfService', props: {} }, tags: [] }),
  },
]
