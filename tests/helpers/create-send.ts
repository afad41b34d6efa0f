export type SendOptions = Omit<RequestInit, 'headers' | 'body'> & {
  headers?: Record<string, string>
  cookie?: string
  json?: unknown
  /** A list is sent as several fields with the same name. */
  form?: Record<string, string | string[]>
  body?: BodyInit
}

/** Sends a request with the headers of our own pages */
export type Send = (path: string, options?: SendOptions) => Promise<Response>

/** Returns a function that sends requests to the server at an address. */
export const createSend =
  (url: string): Send =>
  (path, { headers, cookie, json, form, body, ...init } = {}) =>
    fetch(`${url}${path}`, {
      redirect: 'manual',
      method: json !== undefined || form !== undefined || body !== undefined ? 'POST' : 'GET',
      ...init,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(cookie && { cookie }),
        ...headers,
      },
      body: json !== undefined ? JSON.stringify(json) : form ? toFields(form) : body,
    })

const toFields = (form: Record<string, string | string[]>) =>
  new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  )
