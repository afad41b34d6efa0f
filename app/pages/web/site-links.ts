import { leadsToOff } from '../../../core/contract/feature-switches.ts'
import { paths } from '../../../core/contract/paths.ts'
import type { SectionId, Site } from '../../../core/contract/site.ts'
import { postPaths } from '../../../features/posts/contract/post-paths.ts'
import { isShownOnHome } from '../../../features/site/contract/site-content/home-parts.ts'
import { readPageLink } from '../../../features/site/contract/site-content/link-target.ts'
import { sitePaths } from '../../../features/site/contract/site-paths.ts'

type MenuLink = { id: string; label: string; to: string }

/** Addresses within the home page, with the sections that they lead to */
const anchors = new Map<string, SectionId>([
  [paths.services, 'services'],
  [sitePaths.onSiteTraining, 'onSiteTraining'],
  [`${paths.home}#contact`, 'contact'],
])

/**
 * The address that a link leads to. Undefined for a link that leads nowhere: without an address, to a hidden section, to
 * the page of a feature that is switched off, or to a page of the office's own that is not public.
 */
export function resolveLink(site: Site, to: string): string | undefined {
  const id = readPageLink(to)
  if (id !== undefined) {
    const page = site.ownPages.find((page) => page.id === id)
    return page && postPaths.ownPage(page.slug)
  }
  const section = anchors.get(to)
  const isHidden = leadsToOff(site.off, to) || (section !== undefined && !isShownOnHome(site, section))
  return to === '' || isHidden ? undefined : to
}

/** The links of a menu that lead somewhere, with their addresses */
export function liveLinks(site: Site, links: MenuLink[]): MenuLink[] {
  return links.flatMap((link) => {
    const to = resolveLink(site, link.to)
    return to === undefined ? [] : [{ ...link, to }]
  })
}
