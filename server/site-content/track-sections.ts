import type { SectionId, Site, SiteContent } from '../../contracts/site.ts'

/**
 * Returns a view of the site that notes which sections are read from it, so that a rendered page gets the cache tags of
 * the sections it shows, and no page can forget one.
 */
export function trackSections(site: Site): { site: Site; read: Set<string> } {
  const read = new Set<string>()
  const descriptors = (Object.keys(site.content) as SectionId[]).map((id) => [
    id,
    {
      enumerable: true,
      get() {
        read.add(id)
        return site.content[id]
      },
    },
  ])
  const content = Object.defineProperties({}, Object.fromEntries(descriptors)) as SiteContent
  const tracked = {
    ...site,
    content,
    get look() {
      read.add('look')
      return site.look
    },
  }
  return { site: tracked, read }
}
