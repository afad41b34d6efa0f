import type { Site } from '../../../../core/contract/site.ts'

/**
 * Returns a view of the site that notes which sections are read from it, so that a rendered page gets the cache tags of
 * the sections it shows, and no page can forget one.
 */
export function trackSections(site: Site): { site: Site; read: Set<string> } {
  const read = new Set<string>()
  const content = new Proxy(site.content, {
    get(target, id, receiver) {
      read.add(String(id))
      return Reflect.get(target, id, receiver)
    },
  })
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
