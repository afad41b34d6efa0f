import { get } from 'node:http'

/** A response as sent over the wire */
export type WireResponse = { status: number; headers: [string, string][]; body: Buffer }

/** Request headers of a browser that affect the response */
export const browserHeaders = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-US,en;q=0.9',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
} as const

/** Requests a page. Unlike `fetch`, it leaves the body compressed. */
export function getOverWire(url: string): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    get(url, { headers: browserHeaders }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { rawHeaders } = response
        const headers = rawHeaders.flatMap((name, index): [string, string][] =>
          index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
        )
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks) })
      })
    }).on('error', reject)
  })
}
