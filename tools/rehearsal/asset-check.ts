import { request, type Site } from './fetch-page.ts'

/**
 * Requests every file that a page names, and those that its style sheets and scripts name in turn. Each file is requested
 * once per site.
 */
export function createAssetCheck(site: Site): (assets: string[]) => Promise<Map<string, number>> {
  const known = new Map<string, Promise<{ status: number; named: string[] }>>()

  async function load(path: string) {
    const response = await request(site, { path, as: 'visitor' }).catch(() => undefined)
    const body = await response?.text()
    if (!response || body === undefined) return { status: 0, named: [] }
    const isReadable = /\.(css|js)$/.test(path) && response.status === 200
    return { status: response.status, named: isReadable ? readNamedFiles(body, path) : [] }
  }

  return async (assets) => {
    const statuses = new Map<string, number>()
    const waiting = [...assets]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (statuses.has(path)) continue
      const loading = known.get(path) ?? load(path)
      known.set(path, loading)
      const { status, named } = await loading
      statuses.set(path, status)
      waiting.push(...named)
    }
    return statuses
  }
}

/** Files that a built style sheet or script names: `url(...)`, and imports of other built files */
function readNamedFiles(source: string, path: string): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (path.endsWith('.css'))
    return [...source.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)/g)]
      .map(([, url = '']) => url)
      .filter((url) => !/^(data:|https?:|#)/.test(url))
      .map((url) => (url.startsWith('/') ? url : folder + url.replace(/^\.\//, '')))
  return [...source.matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+-[\w-]{8}\.(?:js|css))["'`]/g)].map(
    ([, name]) => `${folder}${name}`,
  )
}
