import * as z from 'zod/mini'
import { type Problem, problem } from '../contract/problem.ts'
import { ApiError, NetworkError } from './api.ts'

/** The problem (RFC 9457) in the server's error response; undefined for other errors and responses */
export function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof ApiError)) return undefined
  const parsed = z.safeParse(problem, error.body)
  return parsed.success ? parsed.data : undefined
}

/** A failure before or beside a request. Its message is for the user. */
export class ExplainedError extends Error {
  override name = 'ExplainedError'
}

/** Explains a failed request in one sentence. */
export function explainFailure(error: unknown): string {
  if (error instanceof ExplainedError) return error.message
  const detail = problemOf(error)?.detail
  if (detail) return detail
  if (error instanceof ApiError)
    return `The server sent an unexpected response (${error.status}). Try again in a moment.`
  if (error instanceof SyntaxError || error instanceof z.core.$ZodError)
    return 'The server sent an unexpected response. Try again in a moment.'
  if (!(error instanceof NetworkError || error instanceof DOMException))
    return 'Something went wrong on this page. Reload it and try again.'
  if (!navigator.onLine) return 'You’re offline. Try again when you’re back online.'
  return 'We can’t reach the server. Try again in a moment.'
}

export function hasStatus(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status
}
