/** A call that was answered with anything but a 2xx; the message is the status, `: ` and the answer's text. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** The answer, where it is JSON: mostly a problem (contracts/problem.ts). */
  readonly body: unknown

  constructor(response: Response, text: string) {
    super(`${response.status}: ${text || response.statusText}`)
    this.status = response.status
    this.body = parseJson(text)
  }
}

/** A call that was accepted and may have changed something. */
export type Write = { method: string; path: string; body: unknown }

const writeListeners = new Set<(write: Write) => void>()

/** Calls the listener after every write of this page. Returns how to stop. */
export function onWrite(listener: (write: Write) => void): () => void {
  writeListeners.add(listener)
  return () => writeListeners.delete(listener)
}

type CallOptions = { headers?: Record<string, string>; timeoutSeconds?: number }

/**
 * One call to our own JSON API, by the rules of the product: cookies go along, a JSON type only with a body,
 * no retry. Anything but a 2xx answer throws an ApiError whose message is the status, a colon, a space and the
 * answer's text (the status text where that is empty).
 */
export async function sendRequest(
  method: string,
  path: string,
  body?: unknown,
  { headers, timeoutSeconds = 20 }: CallOptions = {},
): Promise<{ json: unknown; headers: Headers }> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response, text)
  if (method !== 'GET') for (const listener of writeListeners) listener({ method, path, body })
  return { json: text === '' ? undefined : JSON.parse(text), headers: response.headers }
}

/** The same, where only the answer's JSON counts. */
export async function callApi(method: string, path: string, body?: unknown): Promise<unknown> {
  return (await sendRequest(method, path, body)).json
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
