import type { RouteEntry } from './route-access.ts'

/** Gives the methods that the routes take at a path, for the `Allow` header of a 405 (RFC 9110, section 15.5.6). */
export function createMethodFinder(table: RouteEntry[]): (path: string) => string[] {
  const patterns = table.map(({ method, url }) => ({ method, pattern: toPattern(url) }))
  return (path) => {
    const plain = withoutEndingSlash(path)
    return [
      ...new Set(patterns.filter(({ pattern }) => pattern.test(plain)).map(({ method }) => method)),
    ].sort()
  }
}

/** A route's address as find-my-way reads it: `:name` is one segment or a part of one, `*` is the rest. */
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
