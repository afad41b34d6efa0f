import { EventEmitter } from 'node:events'
import {
  type BrowserWindow,
  type Request as LightRequest,
  type Response as LightResponse,
  PropertySymbol,
} from 'happy-dom'

type Pattern = string | RegExp | ((url: URL) => boolean)
/** Chromium's names of the reasons for which a route loses a request */
const lost = {
  failed: 'ERR_FAILED',
  timedout: 'ERR_TIMED_OUT',
  internetdisconnected: 'ERR_INTERNET_DISCONNECTED',
}
type Loss = { reason: string }
type Answer = {
  /** A response of the server that the route has fetched */
  response?: Response
  status?: number
  body?: string
  json?: unknown
  contentType?: string
  headers?: Record<string, string>
}

/** One request of a page, with the methods of Playwright's `Request` that tests use */
class SentRequest {
  private readonly request: LightRequest
  private readonly text: string
  constructor(request: LightRequest, text: string) {
    this.request = request
    this.text = text
  }
  url = () => this.request.url
  method = () => this.request.method
  headers = () => Object.fromEntries(this.request.headers as unknown as Iterable<[string, string]>)
  postData = () => this.text || null
  postDataJSON = () => JSON.parse(this.text)
}

type Route = {
  request(): SentRequest
  /** Sends the request to the server */
  fetch(): Promise<Response>
  fulfill(answer: Answer): Promise<void>
  abort(code?: keyof typeof lost): Promise<void>
  continue(): Promise<void>
  fallback(): Promise<void>
}
type Handler = (route: Route, request: SentRequest) => unknown

/**
 * The network of a page: answers requests as `route` says, is cut off by `setOffline`, and emits `request` and
 * `response`.
 */
export class Network extends EventEmitter {
  private routes: { pattern: Pattern; handler: Handler; times: number }[] = []
  private readonly origin: string
  /** The cookies of the browser, as a header */
  private readonly cookies: () => string
  isOffline = false
  /** Failed loads and requests to other hosts, in the words of Chromium's console */
  readonly problems: string[] = []

  constructor(origin: string, cookies: () => string) {
    super()
    this.origin = origin
    this.cookies = cookies
  }

  async route(pattern: Pattern, handler: Handler, { times = Number.POSITIVE_INFINITY } = {}): Promise<void> {
    this.routes.unshift({ pattern, handler, times })
  }

  async unroute(pattern: Pattern): Promise<void> {
    this.routes = this.routes.filter((route) => String(route.pattern) !== String(pattern))
  }

  async unrouteAll(): Promise<void> {
    this.routes = []
  }

  /** For the setting `fetch.interceptor` of happy-dom */
  readonly interceptor = {
    beforeAsyncRequest: async ({ request, window }: { request: LightRequest; window: BrowserWindow }) => {
      const { url } = request
      if (!url.startsWith(this.origin)) {
        this.problems.push(`outside request: ${url}`)
        throw new window.TypeError('Failed to fetch')
      }
      request.headers.set('sec-fetch-site', 'same-origin')
      if (isForm(request) && !url.startsWith(`${this.origin}/api/`)) await encodePlainForm(request, window)
      const text = request.body && !isForm(request) ? await request.clone().text() : ''
      const sent = new SentRequest(request, text)
      this.emit('request', sent)
      const answer = this.isOffline ? { reason: lost.internetdisconnected } : await this.answer(sent)
      if (answer && 'reason' in answer) {
        this.problems.push(`console: Failed to load resource: net::${answer.reason} (${url})`)
        throw new window.TypeError('Failed to fetch')
      }
      if (answer === undefined) return undefined
      const { response: fetched, json } = answer
      const body = json === undefined ? (answer.body ?? (await fetched?.text()) ?? '') : JSON.stringify(json)
      const type =
        answer.contentType ??
        fetched?.headers.get('content-type') ??
        (json === undefined ? 'text/plain' : 'application/json')
      const response = new window.Response(answer.status === 204 ? null : body, {
        status: answer.status ?? fetched?.status ?? 200,
        headers: { 'content-type': type, ...answer.headers },
      })
      this.note(sent, response)
      return response
    },
    afterAsyncResponse: async ({ request, response }: { request: LightRequest; response: LightResponse }) => {
      this.note(new SentRequest(request, ''), response)
    },
  }

  /** Emits the request of a module, and throws if a route aborts it. */
  readonly requestModule = async (url: string): Promise<void> => {
    const request = { url, method: 'GET', headers: new Headers() } as unknown as LightRequest
    const sent = new SentRequest(request, '')
    this.emit('request', sent)
    const answer = await this.answer(sent)
    if (!answer || !('reason' in answer)) return
    this.problems.push(`console: Failed to load resource: net::${answer.reason} (${url})`)
    throw new TypeError(`Failed to fetch dynamically imported module: ${url}`)
  }

  private note(request: SentRequest, response: LightResponse): void {
    const { status } = response
    if (status >= 400)
      this.problems.push(
        `console: Failed to load resource: the server responded with a status of ${status} () (${request.url()})`,
      )
    this.emit('response', {
      request: () => request,
      url: request.url,
      status: () => status,
      ok: () => response.ok,
      json: () => response.clone().json(),
      headers: () => Object.fromEntries(response.headers as unknown as Iterable<[string, string]>),
    })
  }

  /** The answer of the first route that gives one, or undefined if the server answers */
  private async answer(request: SentRequest): Promise<Answer | Loss | undefined> {
    const route = this.routes.find(
      ({ pattern, times }) => times > 0 && matchesUrl(pattern, request.url(), this.origin),
    )
    if (!route) return undefined
    route.times--
    return new Promise((resolve, reject) => {
      const choices = {
        request: () => request,
        fetch: () =>
          fetch(request.url(), {
            method: request.method(),
            headers: { ...request.headers(), cookie: this.cookies(), origin: this.origin },
            body: request.postData(),
          }),
        fulfill: async (answer: Answer) => resolve(answer),
        abort: async (code: keyof typeof lost = 'failed') => resolve({ reason: lost[code] }),
        continue: async () => resolve(undefined),
        fallback: async () => resolve(undefined),
      }
      Promise.resolve(route.handler(choices, request)).catch(reject)
    })
  }
}

const isForm = (request: LightRequest) =>
  (request.headers.get('content-type') ?? '').startsWith('multipart/form-data')

/** Encodes a submitted form without files as browsers do. happy-dom sends every form as multipart/form-data. */
async function encodePlainForm(request: LightRequest, window: BrowserWindow): Promise<void> {
  const fields = [...(await request.clone().formData())]
  if (fields.some(([, value]) => typeof value !== 'string')) return
  const body = new URLSearchParams(fields as [string, string][]).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const encoded = new window.Request(request.url, { method: 'POST', body, headers })
  for (const part of ['body', 'bodyBuffer', 'contentLength', 'contentType'] as const)
    Reflect.set(request, PropertySymbol[part], Reflect.get(encoded, PropertySymbol[part]))
  request.headers.set('content-type', headers['content-type'])
}

/** Whether a URL matches a glob, a regular expression, or a function, as in Playwright */
export function matchesUrl(pattern: Pattern, url: string, origin: string): boolean {
  if (typeof pattern === 'function') return pattern(new URL(url))
  if (pattern instanceof RegExp) return pattern.test(url)
  const full = pattern.startsWith('/') ? origin + pattern : pattern
  const source = full
    .replaceAll(/[.+^${}()|[\]\\?]/g, '\\$&')
    .replaceAll(/\*\*\/?|\*/g, (stars) => (stars === '*' ? '[^/]*' : '.*'))
  return new RegExp(`^${source}$`).test(url)
}
