import type { TestServer } from './launch-server.ts'

/** Reads a page of the site, as a visitor does. */
export async function readPage(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const response = await server.send(path, { headers })
  return {
    status: response.status,
    location: response.headers.get('location'),
    // React separates adjacent text nodes with comments.
    html: (await response.text()).replaceAll('<!-- -->', ''),
    headers: response.headers,
  }
}

/** What a page says about itself in JSON-LD */
export const readLinkedData = (html: string): unknown[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  )
