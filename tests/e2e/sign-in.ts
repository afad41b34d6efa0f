import type { BrowserContext, Locator, Page } from '@playwright/test'
import { admin, type TestServer } from '../helpers/launch-server.ts'

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

/** Signs the browser of a test in as an owner, before each test of a file. */
export const signInPage = async ({ page, server }: { page: Page; server: TestServer }): Promise<string> =>
  signIn(page.context(), server)

/** Ends the session, saves the open form, and enters the password in the dialog that then asks for it. */
export async function saveSignedOut(page: Page, server: TestServer): Promise<Locator> {
  await server.query('delete from sessions')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password').fill(admin.password)
  await page.keyboard.press('Enter')
  return dialog
}
