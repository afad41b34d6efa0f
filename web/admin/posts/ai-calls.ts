import * as z from 'zod/mini'
import { builtInProvider } from '../../../contracts/assistant.ts'
import { sendRequest } from '../../api.ts'
import { explainFailure } from '../../api-failures.ts'
import { callSignedIn } from '../sign-in.tsx'
import { CutOff, streamRequest } from './ai-stream.ts'
import { checkBeforeSending } from './privacy-check.tsx'

/** An AI provider may take its time. */
const timeoutSeconds = 90

/** Somebody who reads along while a text is written. */
export type Reading = {
  /** Is told all of the text so far. */
  onText: (soFar: string) => void
  /** Stops the writing. */
  signal: AbortSignal
}

/**
 * Asks for an answer, or reads along while it is written. The one way to the assistant's JSON calls. Gives undefined
 * where there are personal details in what would be sent, and the person would rather not send it.
 */
export async function askAi(
  path: string,
  asked?: Record<string, string>,
  reading?: Reading,
  /** What the service will read of it: personal details are looked for in there. */
  text = Object.values(asked ?? {}).join('\n'),
): Promise<unknown> {
  const keep = asked && (await checkBeforeSending(text))
  if (asked && (keep === undefined || reading?.signal.aborted)) return undefined
  const body = keep?.length ? { ...asked, keep } : asked
  return callSignedIn(async () =>
    reading
      ? streamRequest(path, body, { ...reading, timeoutSeconds })
      : (await sendRequest('POST', path, body, { timeoutSeconds })).json,
  )
}

/** One plain sentence about a call to an AI service that failed. */
export function explainAiFailure(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return 'This took too long, so we stopped waiting. Try again.'
  if (error instanceof CutOff) return 'The response was cut off. Try again.'
  if (error instanceof SyntaxError || error instanceof z.core.$ZodError)
    return 'The server sent an unexpected response. Try again in a moment.'
  return explainFailure(error)
}

/** The second line of a toast about a response that no AI service made. */
export function builtInNote(provider: string | undefined): string {
  return provider === builtInProvider ? 'From the built-in helper, no AI service used.' : ''
}
