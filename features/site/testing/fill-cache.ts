import { expect } from 'vitest'
import type { TestServer } from '../../../tests/helpers/test-server.ts'

/** A page that does not exist. All such pages are one entry of the cache. */
export const missing = '/no/such/page'

/** Requests pages until they are in the page cache. Returns a function that names those that are still fresh there. */
export async function fillCache({ send, instance }: TestServer, urls: string[]) {
  const keys = urls.map((url) => (url === missing ? 'not found' : url))
  const fresh = () => keys.filter((key) => instance.pageCache.fresh(key))
  // Again, because a page is not kept if news of a change arrive while it is rendered.
  const request = async () => {
    for (const url of urls) expect([200, 404]).toContain((await send(url)).status)
    return fresh()
  }
  await expect.poll(request).toEqual(keys)
  return fresh
}
