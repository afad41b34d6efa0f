import * as z from 'zod/mini'
import type { Endpoint } from '../../../../core/contract/endpoint.ts'
import { problem } from '../../../../core/contract/problem.ts'
import { callSignedIn } from '../../../../core/web/admin/repeated-requests.ts'
import { ApiError, sendRequest, throwNetworkError } from '../../../../core/web/api.ts'
import { explainFailure } from '../../../../core/web/api-failures.ts'
import { checkBeforeSending } from './privacy-check.tsx'

/** Above the usual timeout, because AI services are slow */
const timeoutSeconds = 90

/** Receives the text while an AI service is still writing */
type StreamReader = {
  /** Called once the user has been asked about personal details and the text is on its way */
  onSend: () => void
  /** Called with the whole text so far, not only the new part */
  onText: (soFar: string) => void
  /** Aborting it stops the service. */
  signal: AbortSignal
}

export type AiEndpoint = Endpoint & { body: z.core.$ZodType; response: z.core.$ZodType }
/** The body without `keep` (details that may be sent unchanged), because the user is asked for those */
export type AiBody<E extends AiEndpoint> = Omit<z.input<E['body']>, 'keep'>

/**
 * Sends a request to an AI service or the built-in helper. All such requests go through this function, because it asks
 * about personal details first. With a `reader`, the response is streamed. Returns undefined if the user chose not to
 * send the text.
 */
export async function askAi<E extends AiEndpoint>(
  endpoint: E,
  prompt: AiBody<E>,
  reader?: StreamReader,
  /** The text that the service will read. It is searched for personal details. */
  text = Object.values(prompt).join('\n'),
): Promise<z.output<E['response']> | undefined> {
  const keep = await checkBeforeSending(text)
  if (keep === undefined || reader?.signal.aborted) return undefined
  reader?.onSend()
  const body = keep.length > 0 ? { ...prompt, keep } : prompt
  const json = await callSignedIn(async () =>
    reader
      ? streamRequest(endpoint.path, body, { ...reader, timeoutSeconds })
      : (await sendRequest('POST', endpoint.path, body, { timeoutSeconds })).json,
  )
  return z.parse<E['response']>(endpoint.response, json)
}

export function explainAiFailure(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'This took too long, so we stopped waiting. Try again.'
  if (error instanceof CutOff) return 'The response was cut off. Try again.'
  return explainFailure(error)
}

/** The stream ended before the result arrived. */
class CutOff extends Error {
  override name = 'CutOff'
}

const textEvent = z.object({ text: z.string() })

/**
 * Sends a request and reads the streamed response. Returns the same value as a request without streaming. A plain JSON
 * response is accepted, too, because a proxy may not support streams.
 */
async function streamRequest(
  path: string,
  body: object,
  { onText, signal, timeoutSeconds }: Omit<StreamReader, 'onSend'> & { timeoutSeconds: number },
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
