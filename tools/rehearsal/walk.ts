import {
  listAdminAddresses,
  listLinkedAddresses,
  listLinkedScreens,
  listPublicAddresses,
} from './addresses.ts'
import { createAssetCheck } from './asset-check.ts'
import { noBrowser, openVisitor, startBrowser } from './browse.ts'
import { compareLooks } from './compare-looks.ts'
import { compareAssets, comparePages } from './compare-pages.ts'
import { type Address, type FetchedPage, fetchPage, type Site } from './fetch-page.ts'
import type { Finding } from './findings.ts'
import { requestOften, requestsForMemory } from './memory.ts'
import { maskNoise } from './page-text.ts'
import { compareResponseTimes, subjectOf } from './response-times.ts'

export type Sites = { current: Site; next: Site }
export type Shots = { subject: string; current: Uint8Array; next: Uint8Array }
export type Walk = { findings: Finding[]; shots: Shots[]; pages: number; screens: number }

type Options = {
  sites: Sites
  chromium: string | undefined
  /** Folder for the profile of the browser */
  profile: string
  dropCaches: () => Promise<unknown>
  say: (line: string) => void
  signal: AbortSignal
}

/** Opens every page of both versions and compares them: by HTTP, by the clock, and in a browser if there is one. */
export async function walkSites(options: Options): Promise<Walk> {
  const { sites, say, chromium } = options
  const findings: Finding[] = []
  const visited = await comparePublicAndAdmin(options, findings)
  say(`Timing ${visited.length} pages in both versions`)
  const timed = visited.filter(isTimed)
  findings.push(...(await compareResponseTimes({ ...options, addresses: timed })))
  say(`Sending ${requestsForMemory} more requests to both versions, for their memory`)
  await requestOften({
    ...options,
    sites: [sites.current, sites.next],
    addresses: timed.filter(({ as }) => as === 'visitor'),
  })
  if (!chromium) {
    say(`${noBrowser}, so scripts, looks, and admin screens are not compared.`)
    return { findings, shots: [], pages: visited.length, screens: 0 }
  }
  const shots = await compareInBrowser({ ...options, chromium }, visited, findings)
  say(`Compared ${shots.length} pages in a browser`)
  return { findings, shots, pages: visited.length, screens: sites.current.cookie ? shots.length : 0 }
}

/** Searches are limited per visitor, and a picture is drawn in another process. */
const isTimed = ({ path }: Address) => !path.includes('?q=') && !path.endsWith('.png')

async function comparePublicAndAdmin(options: Options, findings: Finding[]): Promise<Address[]> {
  const { sites, say } = options
  const both = [sites.current, sites.next]
  const { addresses: listed, left } = await listPublicAddresses(both)
  say(`Comparing ${listed.length} public pages${left > 0 ? `; ${left} more are not compared` : ''}`)
  const first = await compareAll(listed, options, findings)
  const links = listLinkedAddresses(listed, first.pages)
  if (links.length > 0) say(`Comparing ${links.length} pages that they link to`)
  const linked = await compareAll(links, options, findings)
  if (!sites.current.cookie) {
    say('There is no admin yet, so the admin is not compared.')
    return [...first.open, ...linked.open]
  }
  const listedForAdmins = await listAdminAddresses(both)
  say(`Comparing ${listedForAdmins.length} pages and reports of the admin`)
  const admin = await compareAll(listedForAdmins, options, findings)
  return [...first.open, ...linked.open, ...admin.open]
}

/**
 * Compares the addresses one after the other. Returns the pages of the current version, and the addresses that both
 * versions respond to, which are worth a closer look.
 */
async function compareAll(
  addresses: Address[],
  { sites, signal }: Options,
  findings: Finding[],
): Promise<{ pages: FetchedPage[]; open: Address[] }> {
  const checks = { current: createAssetCheck(sites.current), next: createAssetCheck(sites.next) }
  const pages: FetchedPage[] = []
  const open: Address[] = []
  for (const address of addresses) {
    signal.throwIfAborted()
    const [current, next] = await Promise.all([
      fetchPage(sites.current, address),
      fetchPage(sites.next, address),
    ])
    const differences = comparePages(address, current, next)
    const isNoise = differences.length > 0 && (await hasOnlyNoise(sites, address, current, next))
    const [assets, nextAssets] = await Promise.all([checks.current(current.assets), checks.next(next.assets)])
    findings.push({
      subject: subjectOf(address),
      differences: [...(isNoise ? [] : differences), ...compareAssets(assets, nextAssets)],
    })
    pages.push(current)
    if (current.status > 0 && next.status > 0) open.push(address)
  }
  return { pages, open }
}

/** True if the page differs only in words that also differ between two requests to the same version */
async function hasOnlyNoise(
  { current: site }: Sites,
  address: Address,
  current: FetchedPage,
  next: FetchedPage,
): Promise<boolean> {
  const again = await fetchPage(site, address)
  const mask = maskNoise(current.text, again.text)
  const masked = (page: FetchedPage) => ({ ...page, text: mask(page.text) })
  return comparePages(address, masked(current), masked(next)).length === 0
}

/** Pages for people, as far as a browser can show them. Too many would take hours. */
const maxInBrowser = 60
const isForBrowser = ({ path, isClosed }: Address) =>
  !isClosed && !/^\/(api\/(?!docs)|healthz|readyz)|\.(xml|json|txt|md|csv|png|webmanifest)(\?|$)/.test(path)

async function compareInBrowser(
  { sites, chromium, profile, say, signal }: Options & { chromium: string },
  visited: Address[],
  findings: Finding[],
): Promise<Shots[]> {
  const shown = visited.filter(isForBrowser)
  const open = shown.filter(({ as }) => as === 'visitor')
  const queue = [...open.slice(0, maxInBrowser), ...shown.filter(({ as }) => as === 'admin')]
  const left = shown.length - queue.length
  say(
    `Opening ${queue.length} pages and more admin screens in a browser${left > 0 ? `, without ${left} more pages` : ''}`,
  )
  const browser = await startBrowser(chromium, profile)
  try {
    const visitors = {
      current: await openVisitor(browser, sites.current),
      next: await openVisitor(browser, sites.next),
    }
    const shots: Shots[] = []
    for (const address of queue) {
      signal.throwIfAborted()
      const look = () => Promise.all([visitors.current.open(address), visitors.next.open(address)])
      let [current, next] = await look()
      let differences = await compareLooks(current, next)
      if (differences.length > 0) {
        // One of them may have been caught while it was loading.
        ;[current, next] = await look()
        differences = await compareLooks(current, next)
      }
      const subject = subjectOf(address)
      findings.push({ subject, differences })
      shots.push({ subject, current: current.screenshot, next: next.screenshot })
      if (address.as === 'admin')
        queue.push(
          ...listLinkedScreens(
            queue.map(({ path }) => path),
            current.links,
          ).map((path) => ({ path, as: 'admin' as const })),
        )
      if (shots.length % 20 === 0) say(`  ${shots.length} of ${queue.length}`)
    }
    return shots
  } finally {
    await browser.close()
  }
}
