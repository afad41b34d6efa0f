import type { BrowserContext, Page } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import type { SiteContent } from '../../../core/contract/site.ts'
import { findViolations } from '../../../tests/e2e/accessibility.ts'
import { extremeContents } from '../../../tests/helpers/extreme-content.ts'
import { findLayoutProblems, hydrateIslands } from '../../../tests/helpers/find-layout-problems.ts'
import { createRandom } from '../../../tests/helpers/random.ts'
import { showContent, wordyPages } from '../../../tests/helpers/show-content.ts'
import { executablePath, startBrowserForFile } from '../../../tests/helpers/start-browser.ts'
import { randomContent } from '../testing/random-section.ts'
import { originalContent } from '../testing/site-sections.ts'

const randomPages = 300
/** axe checks one page in this many. */
const axeInterval = 25

const started = startBrowserForFile()

/** Opens a page whose scripts and requests are watched. The test fails if anything but its own files is used. */
async function openWatched(bypassCSP: boolean): Promise<Page> {
  const context = await started.browser.newContext({
    baseURL: started.server.url,
    reducedMotion: 'reduce',
    bypassCSP,
  })
  const unexpected: string[] = []
  watch(context, unexpected)
  onTestFinished(async () => {
    await context.close()
    expect(unexpected).toEqual([])
  })
  return context.newPage()
}

function watch(context: BrowserContext, unexpected: string[]): void {
  context.on('dialog', (dialog) => {
    unexpected.push(`a script ran: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('console', (message) => {
    const isMissingPage = message.text().includes('404') && message.location().url.endsWith('/no/such/page')
    if (message.type() === 'error' && !isMissingPage) unexpected.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => unexpected.push(`exception: ${error.error().message}`))
  context.on('request', (request) => {
    if (!request.url().startsWith(started.server.url) && !request.url().startsWith('data:'))
      unexpected.push(`outside request: ${request.url()}`)
  })
}

async function expectToFit(page: Page, path: string, width: number, label: string): Promise<void> {
  await page.setViewportSize({ width, height: 640 })
  await page.goto(path)
  await hydrateIslands(page)
  expect.soft(await findLayoutProblems(page), `${label}: ${path} at ${width} px`).toEqual([])
}

test(`${randomPages} pages of random words fit into 320 px and run or request nothing`, async ({ skip }) => {
  if (!executablePath) return skip('There is no Chromium.')
  // The security policy would hide a script that came from a text.
  const page = await openWatched(true)
  for (let opened = 0, seed = 0; opened < randomPages; seed++) {
    await showContent(started.server, randomContent(createRandom(seed)))
    for (const path of wordyPages) {
      await expectToFit(page, path, 320, `seed ${seed}`)
      if (opened++ % axeInterval === 0)
        expect.soft(await findViolations(page), `seed ${seed}: ${path}`).toEqual([])
    }
  }
})

const [service] = originalContent.services.list
const [figure] = originalContent.stats.figures
const [insight] = originalContent.insights.list
const [app] = originalContent.apps.list
if (!service || !figure || !insight || !app) throw new Error('the original has too few items')
const copies = <Item extends object>(item: Item, count: number) =>
  Array.from({ length: count }, (_, position) => ({ ...item, id: `item-${position}` }))
const changed = <Id extends keyof SiteContent>(
  section: Id,
  changes: Partial<SiteContent[Id]>,
): SiteContent => ({
  ...originalContent,
  [section]: { ...originalContent[section], ...changes },
})

const unusual: Record<string, SiteContent> = {
  ...extremeContents,
  'one service': changed('services', { list: [service] }),
  'two services': changed('services', { list: copies(service, 2) }),
  'six services': changed('services', { list: copies(service, 6) }),
  'no figures': changed('stats', { figures: [] }),
  'one figure': changed('stats', { figures: [figure] }),
  'one app': changed('apps', { list: [app] }),
  '24 apps': changed('apps', { list: copies(app, 24) }),
  'no app on the home page': changed('apps', { list: [{ ...app, onHome: false }] }),
  'one item in the carousel': changed('insights', { list: [insight] }),
  'twelve items in the carousel': changed('insights', { list: copies(insight, 12) }),
  'no links': {
    ...originalContent,
    ...changed('menu', { links: [] }),
    footer: { ...originalContent.footer, columns: [] },
  },
  'no section': changed('homeLayout', {
    sections: originalContent.homeLayout.sections.map(({ part }) => ({ part, isShown: false })),
  }),
}

test.for(Object.entries(unusual))(
  'a site with %s fits into every window',
  async ([name, content], { skip }) => {
    if (!executablePath) return skip('There is no Chromium.')
    const page = await openWatched(false)
    await showContent(started.server, content)
    for (const path of wordyPages) {
      for (const width of [320, 414, 640, 768, 1024, 1440]) await expectToFit(page, path, width, name)
      expect.soft(await findViolations(page), `${name}: ${path}`).toEqual([])
    }
  },
)
