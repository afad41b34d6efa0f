import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { freshWaitMs, outagePauseMs, settleWithin } from '../../timeouts.ts'
import { chooseEncoding, type Encoding } from '../negotiation.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * Shared caches may keep a page for a minute and serve it while they fetch a new one. Browsers ask every time and
 * mostly get a 304.
 */
const cacheControl = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'

/** The result of a cache miss: a whole page without any visitor's data. */
export type ProducedPage = {
  status: number
  contentType: string
  body: string | Buffer
  /** Path pattern of the page's route, for the log */
  route?: string
  /** Path under which a visit is counted; undefined if a request for this page does not count as a visit */
  visitPath?: string | undefined
  /** True for a file for programs, false for a page for people */
  isFile?: boolean | undefined
  /** Target of a redirect. */
  location?: string | undefined
  /** Additional headers, which override the usual ones. */
  headers?: Record<string, string> | undefined
  /** The data that the page shows, for example `post:12`. `purge` finds pages by these tags. */
  tags: string[]
  /** Returns false once anything besides the tagged data, such as the year, has changed. */
  isCurrent?: (() => boolean) | undefined
  /** False if the page is sent only to the client that requested it and is not stored */
  isKept?: boolean | undefined
}

export type CachedPage = Omit<ProducedPage, 'body' | 'isKept'> & {
  key: string
  /** Entity tag without quotes and without the suffix of an encoding */
  etag: string
  body: Buffer
  /** Each one is compressed at the first request for its encoding. */
  variants: { [Name in Encoding]?: PageVariant | Promise<PageVariant> }
  /** Ms since 1970 */
  storedAt: number
  isOutdated: boolean
  /** Ms since 1970. No rendering before this time, because the database was unavailable a moment ago. */
  retryAt: number
  bytes: number
}

export type PageVariant = { body: Buffer; etag: string; headers: Record<string, string> }

type Options = {
  maxBytes: number
  /** Max ms that a page is served without being rendered again */
  maxAge: number
  /** True if rendering failed because the database is unavailable, so that the last good copy may be served */
  isOutage: (error: unknown) => boolean
  /** Receives failures, other than outages, that no visitor saw because all had already been served the old page. */
  onLateFailure: (error: unknown) => void
  /** Ms that a visitor waits for a fresh page if there is a stale one */
  freshWaitMs?: number
  now?: () => number
}

type Rendering = { page: Promise<CachedPage>; startedAt: number }

/**
 * Stores whole pages in memory, compressed. A page is rendered only once, regardless of how many visitors request it at
 * the same time. It is rendered again after `maxAge` or when one of its tags is purged. While the database is slow or
 * unavailable, the last good copy is served and the new one is rendered in the background. When `maxBytes` is reached,
 * the least recently used pages are dropped.
 */
export class PageCache {
  readonly #options: Required<Options>
  readonly #pages: LRUCache<string, CachedPage>
  readonly #inFlight = new Map<string, Rendering>()
  #generation = 0
  /** Number of requests by how they were served. The accelerator in front of Fastify adds its hits. */
  readonly served = { hit: 0, stale: 0, miss: 0 }

  constructor(options: Options) {
    this.#options = { freshWaitMs, now: () => Date.now(), ...options }
    this.#pages = new LRUCache({ maxSize: options.maxBytes, sizeCalculation: ({ bytes }) => bytes })
  }

  get bytes(): number {
    return this.#pages.calculatedSize
  }

  /** Returns a page that can be served at once, or undefined. */
  fresh(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (!page || page.isOutdated || this.#options.now() - page.storedAt > this.#options.maxAge) return
    return page.isCurrent?.() === false ? undefined : page
  }

  async get(key: string, produce: () => Promise<ProducedPage>): Promise<CachedPage> {
    const fresh = this.fresh(key)
    const old = this.#pages.get(key)
    const page = fresh ?? (await this.#getNew(key, produce, old))
    this.served[fresh ? 'hit' : page === old ? 'stale' : 'miss']++
    return page
  }

  /** Renders a page, or returns the old one if that takes long or the database is away. */
  async #getNew(
    key: string,
    produce: () => Promise<ProducedPage>,
    old: CachedPage | undefined,
  ): Promise<CachedPage> {
    const { isOutage, now, freshWaitMs } = this.#options
    if (old && now() < old.retryAt) return old
    const rendering = this.#inFlight.get(key) ?? this.#render(key, produce)
    if (!old) return rendering.page
    // A visitor who joins a rendering waits only for what is left of `freshWaitMs` since it started.
    const left = rendering.startedAt + freshWaitMs - now()
    try {
      return (await settleWithin(rendering.page, left)) ?? this.#pages.get(key) ?? old
    } catch (error) {
      if (isOutage(error)) return old
      throw error
    }
  }

  /** Marks every page with one of these tags as outdated; without tags, every page. */
  purge(tags?: string[]): void {
    // Pages that are being rendered may contain the old data, so new visitors do not wait for them, and they are not
    // stored.
    this.#generation++
    this.#inFlight.clear()
    for (const page of this.#pages.values())
      if (!tags || page.tags.some((tag) => tags.includes(tag))) {
        page.isOutdated = true
        page.retryAt = 0
      }
  }

  /** Drops every page, so that not even a slow rendering or an outage brings an old one back. */
  clear(): void {
    this.purge()
    this.#pages.clear()
  }

  /** The page in the best encoding that an `Accept-Encoding` header admits. */
  variant(page: CachedPage, acceptEncoding: string | undefined): PageVariant | Promise<PageVariant> {
    // Pictures are already compressed.
    const encoding = page.contentType.startsWith('image/') ? 'identity' : chooseEncoding(acceptEncoding)
    const known = page.variants[encoding]
    if (known) return known
    const variant =
      encoding === 'identity' ? createVariant(page, encoding, page.body) : this.#compress(page, encoding)
    page.variants[encoding] = variant
    return variant
  }

  async #compress(page: CachedPage, encoding: 'br' | 'gzip'): Promise<PageVariant> {
    const body = await compress(page.body, encoding)
    const variant = createVariant(page, encoding, body)
    page.variants[encoding] = variant
    page.bytes += body.length
    // Stored again, because the LRU cache reads the size of a page only when the page is stored.
    if (this.#pages.peek(page.key) === page && this.#pages.delete(page.key)) this.#pages.set(page.key, page)
    return variant
  }

  #render(key: string, produce: () => Promise<ProducedPage>): Rendering {
    const { isOutage, now, onLateFailure, freshWaitMs } = this.#options
    const generation = this.#generation
    const startedAt = now()
    const page = produce()
      .then(({ isKept = true, ...produced }) => {
        const created = createPage(key, produced, now())
        if (generation === this.#generation && isKept) this.#pages.set(key, created)
        return created
      })
      .finally(() => {
        if (this.#inFlight.get(key) === rendering) this.#inFlight.delete(key)
      })
    page.catch((error: unknown) => {
      const old = this.#pages.peek(key)
      if (!old || generation !== this.#generation) return
      if (isOutage(error)) old.retryAt = now() + outagePauseMs
      else {
        // A page that no longer exists must not be served as the last good copy.
        this.#pages.delete(key)
        if (now() - startedAt >= freshWaitMs) onLateFailure(error)
      }
    })
    const rendering = { page, startedAt }
    this.#inFlight.set(key, rendering)
    return rendering
  }
}

function createPage(key: string, produced: ProducedPage, storedAt: number): CachedPage {
  const body = Buffer.from(produced.body)
  return {
    ...produced,
    key,
    body,
    etag: hashBody(body),
    variants: {},
    storedAt,
    isOutdated: false,
    retryAt: 0,
    // Adds roughly the size of the object itself, its strings, and its place in the map.
    bytes: body.length + 500,
  }
}

function createVariant(page: CachedPage, encoding: Encoding, body: Buffer): PageVariant {
  const isCompressed = encoding !== 'identity'
  const etag = `"${page.etag}${isCompressed ? `-${encoding}` : ''}"`
  const headers = {
    etag,
    vary: 'Accept-Encoding',
    'cache-control': page.status === 200 ? cacheControl : 'no-cache',
    ...page.headers,
    ...(isCompressed && { 'content-encoding': encoding }),
    'content-type': page.contentType,
    'content-length': String(body.length),
    ...(page.location !== undefined && { location: page.location }),
  }
  return { body, etag, headers }
}

const bodyHeaders = ['content-encoding', 'content-type', 'content-length']

/** The headers of a 304, which has no body. */
export function headersWithoutBody(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !bodyHeaders.includes(name)))
}

/** The entity tag of a body, without quotes. */
export function hashBody(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/** Brotli 10 makes pages an eighth smaller than 5. It takes 15 ms more on a helper thread, once per page and minute. */
export function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'br') return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })
  return compressGzip(body, { level: 6 })
}
