import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { patience, pauseAfterOutage, settleWithin } from '../../timeouts.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** What a cache miss must make: a whole page that holds no visitor's data. */
export type ProducedPage = {
  status: number
  contentType: string
  body: string | Buffer
  /** Of a redirect. */
  location?: string | undefined
  /** More headers, and others in the place of the usual ones. */
  headers?: Record<string, string> | undefined
  /** What it was made from, for example `post:12`; `purge` drops it by these. */
  tags: string[]
  /** False for a page that whoever asked for it gets, and no one after them. */
  isKept?: boolean | undefined
}

export type CachedPage = {
  key: string
  status: number
  contentType: string
  location: string | undefined
  headers: Record<string, string> | undefined
  /** Without the encoding's suffix and quotes. */
  etag: string
  /** Compressed when first asked for, each encoding once. */
  bodies: { identity: Buffer; br?: Buffer | Promise<Buffer>; gzip?: Buffer | Promise<Buffer> }
  tags: string[]
  /** Milliseconds of the clock. */
  storedAt: number
  outdated: boolean
  /** Until then nobody tries to make it anew, because the database was away a moment ago. */
  retryAt: number
  bytes: number
}

type Options = {
  maxBytes: number
  /** Ceiling on how long a page may be served without being made again, in ms. */
  maxAge: number
  /** Whether a failure to make a page is the database's absence, so that the last good copy may stand in. */
  isOutage: (error: unknown) => boolean
  /** Told of a failure, other than an outage, that came when nobody waited for the page any more. */
  onLateFailure: (error: unknown) => void
  /** How long a visitor waits for a new page where there is an old one, in ms. */
  patience?: number
  now?: () => number
}

type Making = { page: Promise<CachedPage>; startedAt: number }

/**
 * Whole pages in memory, compressed. A page is made once however many ask for it at the same time;
 * it is made again after `maxAge` or when one of its tags is purged. While the database is slow or away
 * the last good copy is served and the new one is made behind it. Least recently used pages go when
 * `maxBytes` is reached.
 */
export class PageCache {
  readonly #options: Required<Options>
  // A Map keeps insertion order: the first key is the least recently used one.
  readonly #pages = new Map<string, CachedPage>()
  readonly #inFlight = new Map<string, Making>()
  #bytes = 0
  #generation = 0

  constructor(options: Options) {
    this.#options = { patience, now: () => Date.now(), ...options }
  }

  get bytes(): number {
    return this.#bytes
  }

  /** A page that can be served at once, or undefined. */
  fresh(key: string): CachedPage | undefined {
    const page = this.#pages.get(key)
    if (!page || page.outdated || this.#options.now() - page.storedAt > this.#options.maxAge) return
    this.#pages.delete(key)
    this.#pages.set(key, page)
    return page
  }

  async get(key: string, produce: () => Promise<ProducedPage>): Promise<CachedPage> {
    const page = this.fresh(key)
    if (page) return page
    const { isOutage, now, patience } = this.#options
    const old = this.#pages.get(key)
    if (old && now() < old.retryAt) return old
    const making = this.#inFlight.get(key) ?? this.#make(key, produce)
    if (!old) return making.page
    // Who finds it being made for longer than that does not wait at all.
    const left = making.startedAt + patience - now()
    try {
      return (await settleWithin(making.page, left)) ?? this.#pages.get(key) ?? old
    } catch (error) {
      if (isOutage(error)) return old
      throw error
    }
  }

  /** Marks every page with one of these tags as outdated; without tags, every page. */
  purge(tags?: string[]): void {
    // What is being made right now may have read the old data: nobody new joins it and it is not kept.
    this.#generation++
    this.#inFlight.clear()
    for (const page of this.#pages.values())
      if (!tags || page.tags.some((tag) => tags.includes(tag))) {
        page.outdated = true
        page.retryAt = 0
      }
  }

  /** The page's bytes in one encoding, compressed once. */
  body(page: CachedPage, encoding: Encoding): Buffer | Promise<Buffer> {
    const ready = page.bodies[encoding]
    if (ready || encoding === 'identity') return ready ?? page.bodies.identity
    const running = compress(page.bodies.identity, encoding).then((body) => {
      page.bodies[encoding] = body
      page.bytes += body.length
      if (this.#pages.get(page.key) === page) {
        this.#bytes += body.length
        this.#shrink()
      }
      return body
    })
    page.bodies[encoding] = running
    return running
  }

  #make(key: string, produce: () => Promise<ProducedPage>): Making {
    const { isOutage, now, onLateFailure, patience } = this.#options
    const generation = this.#generation
    const startedAt = now()
    const page = produce()
      .then((produced) => {
        const made = pack(key, produced, now())
        if (generation === this.#generation && produced.isKept !== false) this.#keep(key, made)
        return made
      })
      .finally(() => {
        if (this.#inFlight.get(key) === making) this.#inFlight.delete(key)
      })
    page.catch((error: unknown) => {
      const old = this.#pages.get(key)
      if (!old || generation !== this.#generation) return
      if (isOutage(error)) old.retryAt = now() + pauseAfterOutage
      else {
        // What is gone now must not come back as the last good copy.
        this.#drop(key)
        if (now() - startedAt >= patience) onLateFailure(error)
      }
    })
    const making = { page, startedAt }
    this.#inFlight.set(key, making)
    return making
  }

  #keep(key: string, page: CachedPage): void {
    this.#drop(key)
    if (page.bytes > this.#options.maxBytes) return
    this.#pages.set(key, page)
    this.#bytes += page.bytes
    this.#shrink()
  }

  #shrink(): void {
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#options.maxBytes) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#pages.get(key)?.bytes ?? 0
    this.#pages.delete(key)
  }
}

function pack(key: string, produced: ProducedPage, storedAt: number): CachedPage {
  const identity = Buffer.from(produced.body)
  return {
    key,
    status: produced.status,
    contentType: produced.contentType,
    location: produced.location,
    headers: produced.headers,
    etag: tagOf(identity),
    bodies: { identity },
    tags: produced.tags,
    storedAt,
    outdated: false,
    retryAt: 0,
    // The entry itself, its strings and its place in the map, roughly.
    bytes: identity.length + 500,
  }
}

/** The entity tag of a body, without quotes. */
export function tagOf(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/** Brotli 10: an eighth smaller than 5 for 15 ms more on a helper thread, once a page and minute. */
function compress(body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  if (encoding === 'br') return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })
  return compressGzip(body, { level: 6 })
}

/** The best encoding that an `Accept-Encoding` header admits (RFC 9110, section 12.5.3). */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const weights = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
    const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    weights.set(name.trim(), q === undefined ? 1 : Number(q))
  }
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  if (weight('br') > 0 && weight('br') >= weight('gzip')) return 'br'
  return weight('gzip') > 0 ? 'gzip' : 'identity'
}

/** Whether an `If-None-Match` header names this tag (weak comparison, RFC 9110, section 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((part) => {
    const candidate = part.trim().replace(/^W\//, '')
    return candidate === '*' || candidate === etag
  })
}
