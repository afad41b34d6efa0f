import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultKind, ServiceFault } from './fault.ts'
import { type Deadlines, maxReplyLength } from './limits.ts'

/** One call to a service. `fault` says what went wrong, whatever the SDK makes of it. */
export type BoundedRequest = { fetch: typeof fetch; readonly fault: ServiceFault | undefined; end(): void }

const asksForPatience = new Set<FaultKind>(['busy', 'overloaded'])

type Attempt = {
  url: URL
  method: string
  headers: Record<string, string>
  body: Buffer
  signal: AbortSignal
}

/**
 * A `fetch` with deadlines over connection, head and body, a cap on the answer, and one more attempt where the
 * service asks for patience. It follows no redirect: the key goes to the configured place only. Node's own fetch
 * has no deadline for connecting. It ends early with `leaving`.
 */
export function boundRequest(deadlines: Deadlines, leaving?: AbortSignal): BoundedRequest {
  const stop = new AbortController()
  const began = performance.now()
  const left = () => deadlines.total - (performance.now() - began)
  let fault: ServiceFault | undefined
  const note = (error: unknown) => {
    fault ??= error instanceof ServiceFault ? error : new ServiceFault('unreachable')
    return fault
  }
  const timer = setTimeout(() => stop.abort(note(new ServiceFault('timeout'))), deadlines.total)
  const leave = () => stop.abort(note(new ServiceFault('stopped')))
  if (leaving?.aborted) leave()
  leaving?.addEventListener('abort', leave)

  async function attempt(what: Attempt): Promise<Response> {
    const answer = await openResponse(what, deadlines)
    const status = answer.statusCode ?? 0
    if (status < 200 || status > 299) {
      answer.destroy()
      throw faultOf(status, answer.headers['retry-after'])
    }
    return new Response(toStream(readBody(answer, deadlines.stall, note)), {
      status,
      headers: { 'content-type': answer.headers['content-type'] ?? '' },
    })
  }

  return {
    get fault() {
      return fault
    },
    end() {
      clearTimeout(timer)
      leaving?.removeEventListener('abort', leave)
      stop.abort()
    },
    async fetch(input, init) {
      const request = new Request(input, init)
      const body = Buffer.from(await request.arrayBuffer())
      const what = {
        url: new URL(request.url),
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), 'content-length': String(body.length) },
        body,
        signal: stop.signal,
      }
      try {
        return await attempt(what).catch(async (error: unknown) => {
          if (!(error instanceof ServiceFault && asksForPatience.has(error.kind))) throw error
          const wait = (error.retryAfterSeconds ?? 1) * 1000
          if (wait >= left()) throw error
          await sleep(wait, undefined, { signal: stop.signal })
          return attempt(what)
        })
      } catch (error) {
        throw note(error)
      }
    },
  }
}

/** The head of the answer. Everything but a ServiceFault means that nobody could be reached. */
async function openResponse(
  { url, body, ...options }: Attempt,
  deadlines: Deadlines,
): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:'
  // Not at start: as an ES module it brings Node's whole fetch along, 13 MB.
  const { request: open } = secure ? await import('node:https') : await import('node:http')
  return new Promise((resolve, reject) => {
    // A connection of its own: one that was kept may be gone without notice.
    const request = open(url, { ...options, agent: false })
    const giveUp = () => request.destroy(new ServiceFault('timeout'))
    let timer = setTimeout(giveUp, deadlines.connect)
    request.once('socket', (socket) =>
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer)
        timer = setTimeout(giveUp, deadlines.firstByte)
      }),
    )
    request.once('response', (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
    request.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    request.end(body)
  })
}

async function* readBody(
  answer: IncomingMessage,
  stall: number,
  note: (error: unknown) => ServiceFault,
): AsyncGenerator<Uint8Array> {
  const timer = setTimeout(() => answer.destroy(new ServiceFault('timeout')), stall)
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      timer.refresh()
      bytes += chunk.length
      if (bytes > maxReplyLength) throw new ServiceFault('too-long')
      // Bytes of a plain kind: a Buffer is not taken by every reader of a byte stream.
      yield new Uint8Array(chunk)
    }
    if (!answer.complete) throw new ServiceFault('cut')
  } catch (error) {
    throw note(error instanceof ServiceFault ? error : new ServiceFault('cut'))
  } finally {
    clearTimeout(timer)
    answer.destroy()
  }
}

function toStream(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

function faultOf(status: number, retryAfter: string | undefined): ServiceFault {
  if (status === 401 || status === 403) return new ServiceFault('key')
  if (status === 429) return new ServiceFault('busy', secondsOf(retryAfter))
  if (status === 503) return new ServiceFault('overloaded', secondsOf(retryAfter))
  return new ServiceFault(status >= 500 ? 'broken' : 'rejected')
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function secondsOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
