import * as z from 'zod/mini'
import { type Endpoint, type RequestInput, type ResponseBody, responseSchema } from '../contract/endpoint.ts'

/** A response other than 2xx. The message has the format `404: text of the response`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The parsed response if it is JSON, usually a problem (core/contract/problem.ts). */
  readonly body: unknown

  constructor(response: Response, text: string) {
    super(`${response.status}: ${text || response.statusText}`)
    this.status = response.status
    this.body = parseJson(text)
  }
}

/** The request did not reach the server, or the response did not come back. */
export class NetworkError extends Error {
  override name = 'NetworkError'
}

/** Rethrows the error of a `fetch` or an `import`, whose TypeError would look like a mistake in our own code. */
export function throwNetworkError(error: unknown): never {
  throw error instanceof TypeError ? new NetworkError(error.message, { cause: error }) : error
}

/** Called with the path of a successful request that may have changed something (any method except GET) */
type WriteListener = (path: string) => void

const writeListeners = new Set<WriteListener>()

/** Calls the listener after every write request of this page. Returns a function that removes the listener. */
export function onWrite(listener: WriteListener): () => void {
  writeListeners.add(listener)
  return () => writeListeners.delete(listener)
}

export type RequestOptions = {
  headers?: Record<string, string>
  timeoutSeconds?: number
  signal?: AbortSignal
  /** Body for an endpoint that takes multipart/form-data or the bytes of a file */
  form?: FormData | Blob
  /** True for a write request that should not notify the `onWrite` listeners, such as an autosave */
  isQuiet?: boolean
}

export type UrlInput = { params?: unknown; query?: unknown }
type LooseInput = UrlInput & { body?: object } & RequestOptions

export type CallInput<E extends Endpoint> = RequestInput<E> & RequestOptions

/** Arguments after the endpoint. The input is optional if the endpoint does not require any. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends RequestInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

/** Sends a request to an endpoint and parses the response. Throws an ApiError for a response other than 2xx. */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...args: CallArguments<E>
): Promise<ResponseBody<E>> {
  return (await callWithHeaders(endpoint, ...args)).data
}

/** Like `call`, but also returns the response headers. */
export async function callWithHeaders<E extends Endpoint>(
  endpoint: E,
  ...args: CallArguments<E>
): Promise<{ data: ResponseBody<E>; headers: Headers }> {
  const { params, query, body, ...options }: LooseInput = args[0] ?? {}
  const path = urlOf(endpoint, { params, query })
  const { json, response } = await sendRequest(endpoint.method, path, body, options)
  const schema = responseSchema(endpoint, response.status)
  // The cast is safe, because ResponseBody is inferred from this schema.
  const data = (schema ? z.parse(schema, json) : undefined) as ResponseBody<E>
  return { data, headers: response.headers }
}

/** Builds the URL of an endpoint: fills `params` into the path and appends `query` without undefined members. */
export function urlOf({ path }: Endpoint, { params, query }: UrlInput = {}): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** Sends one request as the specification requires: with cookies, Content-Type only with a body, no retries. */
export async function sendRequest(
  method: string,
  path: string,
  body?: object,
  { headers, timeoutSeconds = 20, signal, form, isQuiet = false }: RequestOptions = {},
): Promise<{ json: unknown; response: Response }> {
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000)
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
    body: body === undefined ? form : JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch(throwNetworkError)
  const text = await response.text().catch(throwNetworkError)
  if (!response.ok) throw new ApiError(response, text)
  if (method !== 'GET' && !isQuiet) for (const listener of writeListeners) listener(path)
  return { json: text === '' ? undefined : JSON.parse(text), response }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
