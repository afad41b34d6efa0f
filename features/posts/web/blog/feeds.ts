import { paths } from '../../../../core/contract/paths.ts'
import type { Site } from '../../../../core/contract/site.ts'

/** The feeds, for the `<head>` of a page, where feed readers discover them */
export const feeds = (site: Site) => [
  { href: paths.rss, type: 'application/rss+xml', title: site.name },
  { href: paths.atom, type: 'application/atom+xml', title: site.name },
  { href: paths.jsonFeed, type: 'application/feed+json', title: site.name },
]
