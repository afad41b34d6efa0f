import * as z from 'zod/mini'
import { problem } from '../../../contracts/problem.ts'
import { ApiError, throwNetworkError } from '../../api.ts'
import type { StreamReader } from './ai-calls.ts'

/** The stream ended before the result arrived. */
export class CutOff extends Error {
  override name = 'CutOff'
}

const textEvent = z.object({ text: z.string() })

/**
 * Sends a request and reads the streamed response. Returns the same value as a request without streaming. A plain JSON
 * response is accepted, too, because a proxy may not support streams.
 */
export async function streamRequest(
  path: string,
  body: object,
  { onText, signal, timeoutSeconds }: StreamReader & { timeoutSeconds: number },
): Promise<unknown> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { Accept: 'text/event-stream, application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1000)]),
  }).catch(throwNetworkError)
  if (!response.ok) throw new ApiError(response, await response.text())
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response.json()
  let soFar = ''
  for await (const { event, data } of readEvents(response.body)) {
    if (event === 'result') return JSON.parse(data)
    if (event === 'problem') {
      const { status } = z.parse(problem, JSON.parse(data))
      throw new ApiError(new Response(null, { status }), data)
    }
    soFar += z.parse(textEvent, JSON.parse(data)).text
    onText(soFar)
  }
  throw new CutOff('the response was cut off')
}

/** Parses the subset of server-sent events that our server writes: one line with the name, one line with the data. */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<{ event: string; data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let held = ''
  for (;;) {
    const { value, done } = await reader.read().catch(throwNetworkError)
    if (done) return
    held += value
    const blocks = held.split('\n\n')
    held = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (event !== undefined && data !== undefined) yield { event, data }
    }
  }
}
