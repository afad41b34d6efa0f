/** Max characters of a stored address; an index of Postgres holds little more. */
const maxLength = 1000
/** Max query parameters of an address that is looked up */
const maxParams = 5

/**
 * One spelling for all spellings of an address: a path without a slash at its end, and a query in a fixed order.
 * Undefined for what cannot be an address, and for the home page itself.
 */
export function normalizeAddress(address: string): string | undefined {
  const url = parse(address)
  if (!url) return undefined
  const normalized = join(readPath(url), sortQuery([...url.searchParams]))
  return normalized === '/' || normalized.length > maxLength ? undefined : normalized
}

/**
 * The path of an absolute address on one of these sites, so that a redirect never leads back to where it began by way of
 * its full address. Other addresses stay as they are.
 */
export function toPathHere(address: string, sites: (string | undefined)[]): string {
  const host = hostOf(address)
  if (host === undefined || sites.every((site) => hostOf(site) !== host)) return address
  const { pathname, search, hash } = new URL(address)
  return pathname + search + hash
}

function hostOf(address: string | undefined): string | undefined {
  if (address === undefined || !/^https?:/i.test(address) || !URL.canParse(address)) return undefined
  return new URL(address).host.replace(/^www\./, '')
}

/**
 * The stored addresses that a requested one can mean, best first: with its whole query, with one of its parameters
 * (links in newsletters add others, such as `utm_source`), and without.
 */
export function listCandidates(requested: string): string[] {
  const url = parse(requested)
  if (!url) return []
  const path = readPath(url)
  const params = [...url.searchParams].slice(0, maxParams)
  const queries = [sortQuery(params), ...params.map((param) => sortQuery([param])), '']
  const found = queries.map((query) => join(path, query))
  return [...new Set(found)].filter((address) => address !== '/' && address.length <= maxLength)
}

function parse(address: string): URL | undefined {
  // Neither path needs an origin, but the URL constructor does. Two slashes would begin another host.
  const path = `/${address.replace(/^\/+/, '')}`
  return URL.canParse(path, 'http://any') ? new URL(path, 'http://any') : undefined
}

/** WordPress and browsers encode other scripts in small and in capital letters. */
function readPath({ pathname }: URL): string {
  const path = pathname.replace(/\/+$/, '')
  try {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/')
  } catch {
    return path
  }
}

const sortQuery = (params: [string, string][]) =>
  new URLSearchParams([...params].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString()

const join = (path: string, query: string) => (query === '' ? path || '/' : `${path || '/'}?${query}`)
