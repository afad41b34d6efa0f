import { chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../helpers/chromium.ts'
import { atEnd } from '../helpers/clean-up.ts'

/** Starts a Chromium, which ends with the bench at the latest. */
export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: chromiumArguments,
    handleSIGINT: false,
  })
  return { browser, close: atEnd(() => browser.close()) }
}

/** The cookies of a `Cookie` header, for a browser context */
export const cookiesOf = (header: string, url: string) =>
  header
    .split('; ')
    .filter(Boolean)
    .map((cookie) => {
      const [name = '', value = ''] = cookie.split('=')
      return { name, value, url }
    })
