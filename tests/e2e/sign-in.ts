import type { BrowserContext } from '@playwright/test'
import type { TestServer } from '../helpers/launch-server.ts'

/** Puts an admin's session into the browser, and returns its cookies. */
export async function signIn(context: BrowserContext, server: TestServer): Promise<string> {
  const header = await server.signIn()
  const cookies = header.split('; ').map((cookie) => {
    const [name = '', value = ''] = cookie.split('=')
    return { name, value, url: server.url }
  })
  await context.addCookies(cookies)
  return header
}
