import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { desktop, findViolations, phone } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, inLongRuns, test } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { filesIn, readZipBytes } from '../../../tests/helpers/read-zip.ts'
import { fillRichSite } from '../../../tests/helpers/rich-site.ts'
import { serveFiles } from '../../../tests/helpers/serve-folder.ts'
import { boldLook, saveLook } from '../../site/testing/publish-look.ts'
import { transferPaths } from '../contract/transfer-paths.ts'

type Copy = ReadonlyMap<string, Buffer>

test.describe.configure({ mode: 'serial' })

let copy: Copy

test.beforeAll(async ({ server }) => {
  await emptyTables(server)
  copy = await exportCopy(server)
})

/** Exports a site with one of everything. Returns the files of its copy. */
async function exportCopy(server: TestServer): Promise<Copy> {
  const { cookie, picture } = await fillRichSite(server)
  await saveLook(server, cookie, { ...boldLook, logo: picture.src })
  const started = await server.send('/api/exports', { cookie, method: 'POST' })
  const { id } = (await started.json()) as { id: number }
  const isFinished = () => server.query(`select from site_exports where state = 'finished'`)
  await expect.poll(async () => (await isFinished()).length, { timeout: 60_000 }).toBe(1)
  const zip = await server.send(transferPaths.exportFile(id), { cookie })
  return filesIn(await readZipBytes(Buffer.from(await zip.arrayBuffer())), 'static')
}

/** Opens a window that collects errors and requests to other places than `start`. */
async function openWindow(browser: Browser, start: string) {
  const context = await browser.newContext({ viewport: desktop })
  const problems: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  context.on('requestfailed', (request) => {
    // A browser with a window gives up the request for an icon when the page is left.
    const isIcon = /\/icon-\d+\.png$|\/favicon\./.test(request.url())
    if (!isIcon || request.failure()?.errorText !== 'net::ERR_ABORTED')
      problems.push(`failed: ${request.url()}`)
  })
  context.on('request', (request) => {
    if (!request.url().startsWith(start) && !request.url().startsWith('data:'))
      problems.push(`outside request: ${request.url()}`)
  })
  return { page: await context.newPage(), problems, close: () => context.close() }
}

/** Expects that the page has its colors, typefaces, and pictures. */
async function expectDressed(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const look = await page.evaluate(() => ({
    // The original paper is warm, and a page without styles is white or transparent.
    paper: getComputedStyle(document.body).backgroundColor,
    fonts: [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    broken: [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
      .length,
  }))
  expect(look.paper, name).not.toMatch(/^rgba\(0, 0, 0, 0\)$|^rgb\(255, 255, 255\)$/)
  expect(look.fonts.join(), name).toContain('Instrument Sans')
  expect(look.broken, name).toBe(0)
}

test('the copy opens from any folder of any web space', inLongRuns, async ({ browser }) => {
  const space = await serveFiles(copy, '/some/folder')
  const { page, problems, close } = await openWindow(browser, space.url)
  for (const file of [...copy.keys()].filter((path) => path.endsWith('.html'))) {
    await page.goto(space.url + file)
    await page.evaluate(() => document.fonts.ready)
  }
  for (const file of ['index.html', 'blog/index.html', 'waitlist/index.html', '404.html']) {
    await page.goto(space.url + file)
    await expectDressed(page, file)
    expect(await findViolations(page), file).toEqual([])
    await page.setViewportSize({ ...phone, width: 320 })
    const width = await page.evaluate(() => document.scrollingElement?.scrollWidth)
    expect(width, file).toBeLessThanOrEqual(320)
    await page.setViewportSize(desktop)
  }
  await page.goto(`${space.url}waitlist/index.html`)
  await expect(page.getByText('Join the waitlist on our live site:')).toBeVisible()
  await page.goto(`${space.url}about-us/index.html`)
  await page.getByRole('link', { name: 'contact', exact: true }).click()
  await expect(page).toHaveURL(`${space.url}contact/index.html`)
  expect(problems).toEqual([])
  expect(space.missing).toEqual([])
  await close()
  await space.close()
})

test(
  'the copy opens from a folder of the computer, without a web server',
  inLongRuns,
  async ({ browser }) => {
    const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-copy-'))
    for (const [path, body] of copy) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), body)
    }
    const start = `${pathToFileURL(folder).href}/`
    const { page, problems, close } = await openWindow(browser, start)
    for (const file of [...copy.keys()].filter((path) => path.endsWith('.html'))) {
      await page.goto(start + file)
      await expectDressed(page, file)
    }
    await page.goto(`${start}about-us/index.html`)
    await page.getByRole('link', { name: 'old', exact: true }).click()
    await expect(page).toHaveURL(`${start}blog/new-address/index.html`)
    // From a file, Chromium refuses to preload fonts, but their style sheet loads them, as `expectDressed` has seen.
    expect(problems.filter((text) => !/\.woff2|net::ERR_FAILED$/.test(text))).toEqual([])
    await close()
    await rm(folder, { recursive: true })
  },
)

/** The addresses on the same web space to which the open page links */
const linksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.links].map(({ href }) => href).filter((href) => new URL(href).origin === location.origin),
  )

test(
  'a missing address of any depth shows the page for it, also in a subfolder',
  inLongRuns,
  async ({ browser }) => {
    await test.step('links lead on', async () => {
      const space = await serveFiles(copy, '')
      const { page, problems, close } = await openWindow(browser, space.url)
      for (const missing of ['gone', 'a/b/c/d/e', 'blog/gone/index.html']) {
        const response = await page.goto(space.url + missing)
        expect(response?.status(), missing).toBe(404)
        await expectDressed(page, missing)
        expect(space.missing.splice(0)).toEqual([`/${missing}`])
        const links = await linksOf(page)
        expect(links.length).toBeGreaterThan(5)
        for (const link of new Set(links.map((href) => href.replace(/#.*/, ''))))
          if (link !== page.url()) expect((await fetch(link)).status, link).toBe(200)
      }
      await page.getByRole('link', { name: 'Skip to main content' }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${space.url}blog/gone/index.html#main`)
      expect(problems.filter((text) => !text.includes('status of 404'))).toEqual([])
      await close()
      await space.close()
    })
    await test.step('in a subfolder, it has its looks and a link to the live site, and one change fixes its links', async () => {
      const space = await serveFiles(copy, '/some/folder')
      const { page, problems, close } = await openWindow(browser, space.url)
      await page.goto(`${space.url}a/b/c`)
      await expectDressed(page, 'unchanged')
      await expect(page.getByRole('link', { name: 'Our live site' })).toHaveAttribute(
        'href',
        'http://everyday.test',
      )
      expect(space.missing).toEqual(['/some/folder/a/b/c'])
      await space.close()

      // As features/transfer/office-export.md says
      const before = copy.get('404.html')?.toString() ?? ''
      const changed = Buffer.from(before.replaceAll('href="/', 'href="/some/folder/'))
      const fixed = await serveFiles(new Map(copy).set('404.html', changed), '/some/folder')
      await page.goto(`${fixed.url}a/b/c`)
      const links = new Set((await linksOf(page)).map((href) => href.replace(/#.*/, '')))
      links.delete(page.url())
      expect(links.size).toBeGreaterThan(1)
      for (const link of links) expect((await fetch(link)).status, link).toBe(200)
      expect(problems.filter((text) => !text.includes('status of 404') && !text.includes(fixed.url))).toEqual(
        [],
      )
      await close()
      await fixed.close()
    })
  },
)
