import { expect } from 'vitest'
import type { Send } from './create-send.ts'

/** Reads all rows of a list, by following its links to the next page. */
export async function readAllPages<Row>(send: Send, path: string, cookie: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let next: string | undefined = path; next; ) {
    const response: Response = await send(next, { cookie })
    expect(response.status).toBe(200)
    rows.push(...(await response.json()))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return rows
}
