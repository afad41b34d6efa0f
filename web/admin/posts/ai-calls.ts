import * as z from 'zod/mini'
import { builtInProvider } from '../../../contracts/assistant.ts'
import type { Endpoint } from '../../../contracts/endpoint.ts'
import { sendRequest } from '../../api.ts'
import { explainFailure } from '../../api-failures.ts'
import { callSignedIn } from '../sign-in-again.ts'
import { CutOff, streamRequest } from './ai-stream.ts'
import { checkBeforeSending } from './privacy-check.tsx'

/** AI providers are slow. */
const timeoutSeconds = 90

/** Receives partial text while an AI service writes. */
export type StreamReader = {
  /** Gets all of the text so far. */
  onText: (soFar: string) => void
  /** Stops the service. */
  signal: AbortSignal
}

/** An endpoint that sends the body to an AI service. */
export type AiEndpoint = Endpoint & { body: z.core.$ZodType; response: z.core.$ZodType }
/** The body without `keep`, which the user is asked for. */
export type AiBody<E extends AiEndpoint> = Omit<z.input<E['body']>, 'keep'>

/**
 * Sends a request to the assistant; with a `reader`, streams the response. The one way to the assistant's endpoints.
 * Undefined: the text has personal details, and the user chose not to send it.
 */
export async function askAi<E extends AiEndpoint>(
  endpoint: E,
  prompt: AiBody<E>,
  reader?: StreamReader,
  /** The text that the service will read, which is searched for personal details. */
  text = Object.values(prompt).join('\n'),
): Promise<z.output<E['response']> | undefined> {
  const keep = await checkBeforeSending(text)
  if (keep === undefined || reader?.signal.aborted) return undefined
  const body = keep.length > 0 ? { ...prompt, keep } : prompt
  const json = await callSignedIn(async () =>
    reader
      ? streamRequest(endpoint.path, body, { ...reader, timeoutSeconds })
      : (await sendRequest('POST', endpoint.path, body, { timeoutSeconds })).json,
  )
  return z.parse<E['response']>(endpoint.response, json)
}

/** One plain sentence about a failed request to an AI service. */
export function explainAiFailure(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'This took too long, so we stopped waiting. Try again.'
  if (error instanceof CutOff) return 'The response was cut off. Try again.'
  if (error instanceof SyntaxError || error instanceof z.core.$ZodError)
    return 'The server sent an unexpected response. Try again in a moment.'
  return explainFailure(error)
}

/** Note that a response came from the built-in helper; empty for one from an AI service. */
export function builtInNote(provider: string | undefined): string {
  return provider === builtInProvider ? 'From the built-in helper, no AI service used.' : ''
}
