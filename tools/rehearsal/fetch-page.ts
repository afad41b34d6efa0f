import { type Place, readPageText } from './page-text.ts'

/** A URL of the site, opened by a visitor or by an admin */
export type Address = {
  path: string
  as: 'visitor' | 'admin'
  /** True if even a better status is wrong, because the address must not open */
  isClosed?: boolean
}

/** A running copy of the site */
export type Site = { origin: string; cookie: string | undefined; timeZones: string[] }

export type FetchedPage = {
  status: number
  location: string
  type: string
  policy: string
  /** Other headers that protect visitors, by name */
  protection: Record<string, string>
  text: string
  bytes: number
  assets: string[]
  links: string[]
}

const timeoutMs = 30_000

/** Requests an address without following redirects. */
export function request(site: Site, { path, as }: Address): Promise<Response> {
  return fetch(site.origin + path, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
      ...(as === 'admin' && site.cookie && { cookie: site.cookie }),
    },
  })
}

const protective = [
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
]

const noPage: FetchedPage = {
  status: 0,
  location: '',
  type: '',
  policy: '',
  protection: {},
  text: '',
  bytes: 0,
  assets: [],
  links: [],
}

/** Requests an address. Without a response in time the status is 0. */
export async function fetchPage(site: Site, address: Address): Promise<FetchedPage> {
  return readPage(site, address).catch(() => noPage)
}

async function readPage(site: Site, address: Address): Promise<FetchedPage> {
  const response = await request(site, address)
  const body = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  const isText = /^text\/|json|xml/.test(type)
  const text = isText ? body.toString() : ''
  const isHtml = type.startsWith('text/html')
  return {
    status: response.status,
    location: (response.headers.get('location') ?? '').replace(site.origin, ''),
    type,
    policy: response.headers.get('content-security-policy') ?? '',
    protection: Object.fromEntries(protective.map((name) => [name, response.headers.get(name) ?? ''])),
    text: spreadJson(readPageText(text, placeOf(site)), type),
    bytes: body.length,
    assets: isHtml ? readAssets(text) : [],
    links: isHtml ? readLinks(text, site.origin) : [],
  }
}

/** Separates the values of JSON by spaces, so that it is compared and shown like words */
const spreadJson = (text: string, type: string) =>
  type.includes('json') ? text.replaceAll(/(?<=[,[{])(?=["{[])/g, ' ') : text

export const placeOf = ({ origin, timeZones }: Site): Place => ({ origin, now: new Date(), timeZones })

/** Scripts, styles, fonts, and pictures that a page names. The script of the islands is in `data-islands`. */
function readAssets(html: string): string[] {
  const found = new Set<string>()
  for (const [tag] of html.matchAll(/<(?:script|img|source|link|video|audio)\b[^>]*>/gi)) {
    const isLink = /^<link/i.test(tag)
    if (isLink && !/\srel="(?:stylesheet|preload|modulepreload|icon|apple-touch-icon|manifest)"/i.test(tag))
      continue
    for (const [, name = '', value = ''] of tag.matchAll(
      /\s(src|href|srcset|imagesrcset|data-islands)="([^"]*)"/gi,
    ))
      for (const url of name.endsWith('set') ? value.split(/,\s+/) : [value])
        found.add(url.trim().split(' ')[0]?.replaceAll('&amp;', '&') ?? '')
  }
  return [...found].filter((url) => /^\/(?!\/)/.test(url))
}

function readLinks(html: string, origin: string): string[] {
  const found = [...html.matchAll(/<a\b[^>]*?\shref="([^"#]*)/gi)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&').replace(origin, ''),
  )
  return [...new Set(found)].filter((url) => /^\/(?!\/)/.test(url))
}
