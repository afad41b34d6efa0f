import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'puppeteer-core'
import { type Address, placeOf, type Site } from './fetch-page.ts'
import { normalize } from './page-text.ts'

/** What a browser has seen of one page */
export type SeenPage = {
  text: string
  errors: string[]
  links: string[]
  screenshot: Uint8Array
  height: number
}

export type Visitor = { open(address: Address): Promise<SeenPage>; close(): Promise<void> }

/** Why pages are not compared in a browser */
export const noBrowser = 'Chromium or the package that drives it (run npm ci here) is missing'

const width = 1440
/** Longer pages are cut off, because a report has many pictures. */
const maxHeight = 2400
const timeoutMs = 45_000

/** Starts a Chromium whose profile is in `folder`. It ends with this process, because it is driven through a pipe. */
export async function startBrowser(executablePath: string, folder: string): Promise<Browser> {
  const { launch } = await import('puppeteer-core')
  return launch({
    executablePath,
    userDataDir: folder,
    pipe: true,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Nothing but the copies can be reached.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
}

/** A window for one version, signed in for the addresses of admins */
export async function openVisitor(browser: Browser, site: Site): Promise<Visitor> {
  const windows = {
    visitor: await browser.createBrowserContext(),
    admin: await browser.createBrowserContext(),
  }
  if (site.cookie) {
    const [name = '', value = ''] = site.cookie.split('=')
    await windows.admin.setCookie({ name, value, domain: '127.0.0.1', path: '/' })
  }
  return {
    async open(address) {
      const page = await windows[address.as].newPage()
      try {
        return await look(page, site, address)
      } finally {
        await page.close()
      }
    },
    async close() {
      for (const window of Object.values(windows)) await window.close()
    },
  }
}

async function look(page: Page, site: Site, address: Address): Promise<SeenPage> {
  const errors = watchErrors(page, site)
  await page.setViewport({ width, height: 900 })
  await page.emulateTimezone('UTC')
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
  await page
    .goto(site.origin + address.path, { waitUntil: 'load', timeout: timeoutMs })
    .catch((error: Error) => errors.push(`does not open: ${normalize(error.message, placeOf(site))}`))
  await settle(page)
  const seen = (await page.evaluate(`({
    text: document.body?.innerText ?? '',
    height: document.documentElement.scrollHeight,
    links: [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href')),
  })`)) as { text: string; height: number; links: string[] }
  const screenshot = await page.screenshot({
    type: 'jpeg',
    quality: 50,
    clip: { x: 0, y: 0, width, height: Math.min(seen.height, maxHeight) },
  })
  return {
    text: normalize(seen.text, placeOf(site)),
    errors: [...new Set(errors)],
    links: seen.links,
    height: seen.height,
    screenshot,
  }
}

/** Waits until a page no longer changes, because the admin loads its scripts and data after the page. */
async function settle(page: Page): Promise<void> {
  await page.waitForNetworkIdle({ idleTime: 300, timeout: 5000 }).catch(() => {})
  const read = () => page.evaluate('document.documentElement.innerHTML')
  for (let tries = 0, before = await read(); tries < 15; tries++) {
    await sleep(200)
    const now = await read()
    if (now === before) return
    before = now
  }
}

/** Collects what would be in the console: errors, policy violations, and requests that fail. */
function watchErrors(page: Page, site: Site): string[] {
  const errors: string[] = []
  const add = (kind: string, text: string) =>
    errors.push(`${kind}: ${normalize(text, placeOf(site)).slice(0, 300)}`)
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const { url = '' } = message.location()
    const text = message.text()
    const isPolicy = /Content Security Policy|Permissions Policy|Trusted ?Type/i.test(text)
    add(isPolicy ? 'policy violation' : 'console error', `${text}${url ? ` (${url})` : ''}`)
  })
  page.on('pageerror', (error) => add('exception', error instanceof Error ? error.message : String(error)))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED') add('failed request', `${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400 && response.request().resourceType() !== 'document')
      add('failed request', `${response.url()} ${response.status()}`)
  })
  return errors
}
