import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { lookUpReachable, refuseLinkLocal } from '../../../../core/server/http/private-network.ts'
import { type FaultKind, ServiceFault } from './fault.ts'
import { type Deadlines, maxReplyLength } from './limits.ts'
import { readRefusal } from './refusal.ts'

/** One request to a service. `fault` is the cause of its failure, regardless of the error that the SDK throws. */
export type BoundedRequest = { fetch: typeof fetch; readonly fault: ServiceFault | undefined; end(): void }

const retriedFaults = new Set<FaultKind>(['busy', 'overloaded'])

type Attempt = {
  url: URL
  method: string
  headers: Record<string, string>
  body: Buffer
  signal: AbortSignal
}

/**
 * A `fetch` with timeouts for connection, headers, and body, a maximum response size, and one retry for a busy
 * service. It follows no redirects, so that the key is sent only to the configured address. Node's own fetch has no
 * connection timeout.
 */
export function boundRequest(deadlines: Deadlines, abortSignal?: AbortSignal): BoundedRequest {
  const abort = new AbortController()
  const startedAt = performance.now()
  const remaining = () => deadlines.total - (performance.now() - startedAt)
  let fault: ServiceFault | undefined
  const note = (error: unknown) => {
    fault ??= error instanceof ServiceFault ? error : new ServiceFault('unreachable', { code: codeOf(error) })
    return fault
  }
  const timer = setTimeout(() => abort.abort(note(new ServiceFault('timeout'))), deadlines.total)
  const onAbort = () => abort.abort(note(new ServiceFault('stopped')))
  if (abortSignal?.aborted) onAbort()
  abortSignal?.addEventListener('abort', onAbort)

  async function attempt(request: Attempt): Promise<Response> {
    const response = await openResponse(request, deadlines)
    const status = response.statusCode ?? 0
    if (status < 200 || status > 299) throw await readRefusal(response, deadlines.stall)
    if (response.headers['content-type']?.includes('text/html')) {
      response.destroy()
      throw new ServiceFault('not-json')
    }
    const stream = ReadableStream.from(readBody(response, deadlines.stall, note))
    // ReadableStream is one class at run time, but Node and the DOM declare different types for it, hence the cast.
    return new Response(stream as BodyInit, {
      status,
      headers: { 'content-type': response.headers['content-type'] ?? '' },
    })
  }

  return {
    get fault() {
      return fault
    },
    end() {
      clearTimeout(timer)
      abortSignal?.removeEventListener('abort', onAbort)
      abort.abort()
    },
    async fetch(input, init) {
      const request = new Request(input, init)
      const body = Buffer.from(await request.arrayBuffer())
      const prepared = {
        url: new URL(request.url),
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), 'content-length': String(body.length) },
        body,
        signal: abort.signal,
      }
      try {
        return await attempt(prepared).catch(async (error: unknown) => {
          if (!(error instanceof ServiceFault && retriedFaults.has(error.kind))) throw error
          const wait = (error.retryAfterSeconds ?? 1) * 1000
          if (wait >= remaining()) throw error
          await sleep(wait, undefined, { signal: abort.signal })
          return attempt(prepared)
        })
      } catch (error) {
        throw note(error)
      }
    },
  }
}

/** Resolves with the response headers. Any error but a ServiceFault means that the service is unreachable. */
async function openResponse(
  { url, body, ...options }: Attempt,
  deadlines: Deadlines,
): Promise<IncomingMessage> {
  refuseLinkLocal(url.hostname.replace(/^\[|\]$/g, ''))
  const secure = url.protocol === 'https:'
  // Loaded on demand, because importing `node:http` as an ES module also loads all of Node's fetch, 13 MB.
  const { request: open } = secure ? await import('node:https') : await import('node:http')
  // Opens a new connection each time, because a connection that was kept alive may be dead without notice.
  const request = open(url, { ...options, agent: false, lookup: lookUpReachable })
  // Without a listener, an error after the headers would be uncaught. `readBody` gets the same error from the response.
  request.on('error', () => {})
  // Node closes a request whose server switches to another protocol (101), without a response and without an error.
  const closed = new AbortController()
  request.once('close', () => closed.abort())
  const onTimeout = () => request.destroy(new ServiceFault('timeout'))
  let timer = setTimeout(onTimeout, deadlines.connect)
  request.once('socket', (socket) =>
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, deadlines.firstByte)
    }),
  )
  try {
    const response = once(request.end(body), 'response', { signal: closed.signal })
    return ((await response) as [IncomingMessage])[0]
  } finally {
    clearTimeout(timer)
  }
}

async function* readBody(
  response: IncomingMessage,
  stall: number,
  note: (error: unknown) => ServiceFault,
): AsyncGenerator<Uint8Array> {
  const timer = setTimeout(() => response.destroy(new ServiceFault('timeout')), stall)
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      timer.refresh()
      bytes += chunk.length
      if (bytes > maxReplyLength) throw new ServiceFault('too-long')
      // A plain Uint8Array, because not every reader of a byte stream accepts a Buffer.
      yield new Uint8Array(chunk)
    }
    if (!response.complete) throw new ServiceFault('cut')
  } catch (error) {
    throw note(error instanceof ServiceFault ? error : new ServiceFault('cut'))
  } finally {
    clearTimeout(timer)
    response.destroy()
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
