import { paths } from '../../../core/contract/paths.ts'
import { slugLength } from '../../../core/contract/slug.ts'

/** The first segment of every path that the server itself uses: `blog`, `api`, `assets`... */
const used = new Set<string>()
reserveAddresses(paths)

/** Keeps addresses for features, also while they are off: a page must not take them in the meantime. */
export function reserveAddresses(some: object): void {
  for (const path of listPaths(some)) used.add(path.split(/[/?#]/)[1] ?? '')
}

/** Names that every object has, so that a lookup in one by an address can't find them */
const inherited = new Set(['prototype', ...Object.getOwnPropertyNames(Object.prototype)])

/**
 * True if a page of the office's own may not have this slug, because the server uses the address. Addresses with a dot
 * belong to files, but no slug has one. robots.txt keeps search engines from everything that begins with "/admin".
 */
export function isReservedAddress(slug: string): boolean {
  return used.has(slug) || slug.startsWith('admin') || inherited.has(slug)
}

/** True if a page could have this slug. For all other addresses at the root, no one has to look for a page. */
export function isPageAddress(slug: string): boolean {
  return slug.length <= slugLength && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) && !isReservedAddress(slug)
}

/** Every path, without those that begin with a parameter, such as the path of a page itself */
function listPaths(some: object): string[] {
  return Object.values(some)
    .flatMap((value: string | object | ((...parts: string[]) => string)) => {
      if (typeof value === 'string') return value
      return typeof value === 'function' ? value(':a', ':b') : listPaths(value)
    })
    .filter((path) => !path.startsWith('/:'))
}
