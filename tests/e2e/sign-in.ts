import type { BrowserContext } from '@playwright/test'
import type { TestServer } from '../helpers/launch-server.ts'

/** Signs the browser in as an admin without a form, and returns its cookies as a header. */
export async function signIn(context: BrowserContext, server: TestServer): Promise<string> {
  const header = await server.signIn()
  const cookies = header.split('; ').map((cookie) => {
    const [name = '', value = ''] = cookie.split('=')
    return { name, value, url: server.url }
  })
  await context.addCookies(cookies)
  return header
}
