import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import type { SiteContent } from '../../core/contract/site.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { siteSections } from '../../features/site/schema/site-content.ts'
import { builtFolders } from '../../features/site/server/files/renderer.ts'
import { boldLook } from '../../features/site/testing/publish-look.ts'
import { originalContent } from '../../features/site/testing/site-sections.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import { launchApp } from './app-process.ts'
import { databaseFor, longPostPath, withDatabase } from './long-post.ts'
import { cookiesOf, openBrowser } from './open-browser.ts'
import type { Bench, Given, Row } from './row.ts'

// A kilobyte is 1,000 bytes and headers count, so that the budget is met however it is read.
const bars: Record<string, { script: number; total: number }> = {
  [paths.home]: { script: 100_000, total: 170_000 },
}
const postBars = { script: 0, text: 24_000, fonts: 36_000 }
/** Screens of the admin: what is shown last, and the most bytes of script after gzip */
const adminScreens = [
  {
    name: 'list of posts',
    path: paths.adminTab('manage'),
    shown: 'text=No blog posts found',
    bar: 160_000,
  },
  {
    name: 'list of people',
    path: peoplePaths.adminPeople,
    shown: 'text=Training plan',
    bar: 160_000,
  },
  {
    name: 'form with the editor',
    path: paths.adminTab('create'),
    shown: '.editor-text',
    bar: 340_000,
  },
]

/** Bytes that a real browser transfers for a page while it is scrolled to its end and used */
export const pageWeightBenches: Bench[] = [
  ...[paths.home, sitePaths.waitlist].map((path) => ({
    name: `weight ${path}`,
    async measure(given: Given) {
      const app = await launchApp({ DATABASE_URL: await databaseFor(path, given) })
      const { read, used, loadedAt } = await transferPage(`${app.url}${path}`, { use: fillWaitlistForm })
      await app.stop()
      return [
        weightRow(`${path} scrolled to its end`, read, bars[path]),
        weightRow(`${path} with its form in use`, used, bars[path]),
        scriptBeforeLoadRow(path, used, loadedAt),
      ]
    },
  })),
  {
    name: `weight ${longPostPath}`,
    async measure(given) {
      const app = await launchApp({ DATABASE_URL: await databaseFor(longPostPath, given) })
      const { read } = await transferPage(`${app.url}${longPostPath}`)
      await app.stop()
      return [postWeightRow('a post of 2,000 words', read)]
    },
  },
  {
    // Another office’s site: more of everything, the pair with the largest fonts, other colors, and other corners
    name: 'weight of a changed site',
    async measure(given) {
      const connectionString = await databaseFor(longPostPath, given)
      await withDatabase(connectionString, (db) =>
        db.insert(siteSections).values(
          Object.entries(changedSections).map(([section, published]) => ({
            section,
            published,
            changedBy: 'bench',
          })),
        ),
      )
      const app = await launchApp({ DATABASE_URL: connectionString })
      const home = await transferPage(`${app.url}${paths.home}`)
      const post = await transferPage(`${app.url}${longPostPath}`)
      await app.stop()
      if (!post.read.some(({ url }) => url.includes('/brand-'))) throw new Error('the page has no look')
      return [
        weightRow(`${paths.home} of a changed site`, home.read, bars[paths.home]),
        postWeightRow('the post on a changed site', post.read),
      ]
    },
  },
  {
    name: `weight ${paths.admin}`,
    async measure({ databaseUrl }) {
      const app = await launchApp({ DATABASE_URL: await databaseUrl(), ...adminEnvironment })
      const rows: Row[] = []
      for (const screen of adminScreens) {
        const { read } = await transferPage(`${app.url}${screen.path}`, {
          cookies: await signIn(app.url),
          use: (page) => page.locator(screen.shown).waitFor(),
        })
        rows.push(adminWeightRow(screen, read))
      }
      await app.stop()
      return rows
    },
  },
]

const { services, apps, insights, menu } = originalContent
const twice = <Item extends { id: string }>(list: Item[]) => [
  ...list,
  ...list.map((item) => ({ ...item, id: `${item.id}-2` })),
]
const changedSections: Partial<SiteContent> = {
  look: boldLook,
  services: { ...services, list: twice(services.list) },
  apps: { ...apps, list: twice(apps.list) },
  insights: { ...insights, list: twice(insights.list) },
  menu: { ...menu, links: twice(menu.links).slice(0, 6) },
}

const kinds = ['html', 'css', 'js', 'font', 'image', 'other']
type Kind = (typeof kinds)[number]

type Transfer = {
  url: string
  kind: Kind
  /** Bytes on the wire, headers included */
  bytes: number
  /** Seconds of Chromium's monotonic clock */
  requestedAt: number
}

function weightRow(
  what: string,
  transfers: Transfer[],
  bar: { script: number; total: number } | undefined,
): Row {
  const script = sum(transfers, 'js')
  const total = sum(transfers, ...kinds.filter((kind) => kind !== 'image'))
  return {
    what: `weight of ${what}`,
    measured: `${describe(transfers)}; without pictures ${kilobytes(total)} KB`,
    bar: bar ? `js <= ${kilobytes(bar.script)}, all <= ${kilobytes(bar.total)} KB` : '',
    ok: bar && script <= bar.script && total <= bar.total,
  }
}

/** Compares what a page without script transfers with the bars of a post. */
export function postWeightRow(what: string, transfers: Transfer[]): Row {
  const [script, text, fonts] = [sum(transfers, 'js'), sum(transfers, 'html', 'css'), sum(transfers, 'font')]
  return {
    what: `weight of ${what}`,
    measured: `${describe(transfers)} KB`,
    bar: `js ${postBars.script}, html + css <= ${kilobytes(postBars.text)}, font <= ${kilobytes(postBars.fonts)} KB`,
    ok: script <= postBars.script && text <= postBars.text && fonts <= postBars.fonts,
  }
}

function adminWeightRow({ name, bar }: (typeof adminScreens)[number], transfers: Transfer[]): Row {
  const scripts = transfers.filter(({ kind }) => kind === 'js')
  const gzip = scripts.reduce((total, { url }) => total + gzipSync(readClientFile(url)).length, 0)
  return {
    what: `script of ${paths.admin}, ${name}`,
    measured: `${kilobytes(gzip)} KB in gzip (${scripts.length} files; with all else ${describe(transfers)} KB)`,
    bar: `<= ${kilobytes(bar)} KB`,
    ok: gzip > 0 && gzip <= bar,
  }
}

const readClientFile = (url: string) => {
  const path = new URL(url).pathname.slice(1)
  return readFileSync(builtFolders.map((folder) => folder + path).find(existsSync) ?? path)
}

function sum(transfers: Transfer[], ...wanted: Kind[]): number {
  return transfers.filter(({ kind }) => wanted.includes(kind)).reduce((total, { bytes }) => total + bytes, 0)
}

function describe(transfers: Transfer[]): string {
  const present = kinds.filter((kind) => sum(transfers, kind) > 0)
  return present.map((kind) => `${kind} ${kilobytes(sum(transfers, kind))}`).join(', ')
}

function scriptBeforeLoadRow(path: string, transfers: Transfer[], loadedAt: number): Row {
  const early = transfers.filter(({ kind, requestedAt }) => kind === 'js' && requestedAt < loadedAt)
  const names = early.map(({ url, bytes }) => `${url.split('/').at(-1)} ${kilobytes(bytes)} KB`)
  return {
    what: `script files of ${path} requested before load`,
    measured: names.join(', ') || 'none',
    bar: 'none',
    ok: early.length === 0,
  }
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).replace(/\.0$/, '')
}

/** Opens a page and scrolls through it (`read`), then interacts with it by `use` (`used`). */
export async function transferPage(
  url: string,
  { cookies = '', use }: { cookies?: string; use?: (page: Page) => Promise<void> } = {},
) {
  const { browser, close } = await openBrowser()
  const page = await browser.newPage()
  await page.context().addCookies(cookiesOf(cookies, url))
  const network = await watchNetwork(await page.context().newCDPSession(page))
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle')
  await scrollToEnd(page)
  const read = [...network.transfers()]
  await use?.(page)
  const used = [...network.transfers()]
  const loadedAt = network.loadedAt()
  await close()
  return { read, used, loadedAt }
}

async function watchNetwork(session: CDPSession) {
  const found = new Map<string, Transfer>()
  let loadedAt = Number.POSITIVE_INFINITY
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    found.set(requestId, { url: request.url, kind: 'other', bytes: 0, requestedAt: timestamp })
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const transfer = found.get(requestId)
    if (transfer) transfer.kind = kindOf(response.mimeType)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = found.get(requestId)
    if (transfer) transfer.bytes = encodedDataLength
  })
  session.on('Page.loadEventFired', ({ timestamp }) => {
    loadedAt = timestamp
  })
  await session.send('Network.enable')
  await session.send('Page.enable')
  return {
    transfers: () => [...found.values()].map((transfer) => ({ ...transfer })),
    loadedAt: () => loadedAt,
  }
}

function kindOf(mimeType: string): Kind {
  if (mimeType === 'text/html') return 'html'
  if (mimeType === 'text/css') return 'css'
  if (mimeType.endsWith('javascript')) return 'js'
  if (mimeType.startsWith('font/')) return 'font'
  return mimeType.startsWith('image/') ? 'image' : 'other'
}

/** Scrolls in steps of half a window, like a reader, so that every island comes near the viewport. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo({ top: y, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
  await page.waitForLoadState('networkidle')
  // "networkidle" may refer to the time before the last steps, whose requests start a moment later.
  await page.waitForTimeout(700)
}

/** Submits the waitlist form, whose code the page loads on first use. */
async function fillWaitlistForm(page: Page): Promise<void> {
  const open = page.getByRole('link', { name: 'Join Waitlist' })
  if (await open.count()) await open.first().click()
  const form = page
    .getByRole('dialog')
    .or(page.getByRole('main'))
    .filter({ has: page.getByRole('button', { name: 'Join Waitlist' }) })
    .last()
  const name = form.getByLabel('Name *')
  await name.click()
  await name.fill('Ann Example')
  await form.getByLabel('Email *').fill('ann@example.org')
  await form.getByRole('button', { name: 'Join Waitlist' }).click()
  await page.getByText("You're on the list").first().waitFor()
  await page.waitForTimeout(700)
}
