import { sitePages } from './pages.ts'

const patterns = sitePages
  .filter(({ kind }) => kind !== 'file')
  .map(({ path, isAddress }) => ({
    pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    isAddress,
  }))

/** True if the path has the form of a public page for people, such as `/blog/...`, whether or not there is such a page */
export function isPublicPath(path: string): boolean {
  return patterns.some(({ pattern, isAddress }) => {
    const match = pattern.exec(path)
    return match !== null && isAddress?.(match.groups ?? {}) !== false
  })
}
