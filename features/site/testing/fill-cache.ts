import { expect } from 'vitest'
import type { TestServer } from '../../../tests/helpers/test-server.ts'

/** A page that does not exist. All such pages are one entry of the cache. */
export const missing = '/no/such/page'

/** Requests pages until they are in the page cache. Returns a function that names those that are still fresh there. */
export async function fillCache({ send, instance }: TestServer, urls: string[]) {
  for (const url of urls) expect([200, 404]).toContain((await send(url)).status)
  const keys = urls.map((url) => (url === missing ? 'not found' : url))
  const fresh = () => keys.filter((key) => instance.pageCache.fresh(key))
  await expect.poll(fresh).toEqual(keys)
  return fresh
}
