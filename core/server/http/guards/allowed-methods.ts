import type { RouteEntry } from './route-access.ts'

/**
 * Returns a function that finds the methods of the routes at a path, for the `Allow` header of a 405 response (RFC
 * 9110, section 15.5.6).
 */
export function createMethodFinder(table: RouteEntry[]): (path: string) => string[] {
  const patterns = table
    // Nearly every path at the root fits this route, but only a query would show whether there is such a page.
    .filter(({ url }) => url !== '/:slug')
    .map(({ method, url }) => ({ method, pattern: toPattern(url) }))
  return (path) => {
    const plain = withoutEndingSlash(path)
    return [
      ...new Set(patterns.filter(({ pattern }) => pattern.test(plain)).map(({ method }) => method)),
    ].sort()
  }
}

/** Converts a route's path in the syntax of find-my-way: `:name` is a segment or a part of one, `*` is the rest. */
function toPattern(url: string): RegExp {
  const source = withoutEndingSlash(url)
    .split(/(:\w+(?:\([^)]*\))?|\*)/)
    .map((part, at) => {
      if (at % 2 === 0) return part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      return part === '*' ? '.*' : '[^/]+'
    })
  return new RegExp(`^${source.join('')}$`)
}

const withoutEndingSlash = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path)
