import type { BrowserContext } from '@playwright/test'
import type { TestServer } from '../helpers/launch-server.ts'

/** Signs the browser in without a form, by default as an owner, and returns its cookies as a header. */
export async function signIn(
  context: BrowserContext,
  server: TestServer,
  user?: Parameters<TestServer['signIn']>[0],
): Promise<string> {
  const header = await server.signIn(user)
  const cookies = header.split('; ').map((cookie) => {
    const [name = '', value = ''] = cookie.split('=')
    return { name, value, url: server.url }
  })
  await context.addCookies(cookies)
  return header
}
