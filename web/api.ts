/**
 * One call to our own JSON API, by the rules of the product: cookies go along, a JSON type only with a body,
 * no retry. Anything but a 2xx answer throws an Error whose message is the status, a colon, a space and the
 * answer's text (the status text where that is empty).
 */
export async function callApi(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: body === undefined ? undefined : { 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${text || response.statusText}`)
  return text === '' ? undefined : JSON.parse(text)
}
