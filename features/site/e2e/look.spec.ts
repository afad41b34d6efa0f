import type { Page } from '@playwright/test'
import { type FontPair, fontPairIds, fontPairs, originalLook } from '../../../core/contract/look/look.ts'
import { derivePalette } from '../../../core/contract/look/palette.ts'
import { paths } from '../../../core/contract/paths.ts'
import { desktop, expectAccessible, removeRepeats } from '../../../tests/e2e/accessibility.ts'
import { checkEveryPage, openPage, splitPages } from '../../../tests/e2e/every-page.ts'
import {
  closeToast,
  emptyTables,
  expect,
  inLongRuns,
  isEveryCase,
  test,
} from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { hardPicks } from '../../../tests/helpers/random-picks.ts'
import { findUnplainWordsOn } from '../../../tests/words/read-words.ts'
import { guestPaths } from '../../guests/contract/guest-paths.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { savePost } from '../../posts/server/writing/save-post.ts'
import { sitePaths } from '../contract/site-paths.ts'
import { saveLook } from '../testing/publish-look.ts'
import { findWeakContrast, uploadLogo } from './look-pages.ts'

const preview = (page: Page) => page.frameLocator('iframe')
const color = (page: Page, name: string) => page.getByLabel(name, { exact: true })

const toRgb = (hex: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`

async function openLook(page: Page): Promise<void> {
  await page.goto(paths.adminLook)
  await expect(preview(page).locator('h1').first()).toBeVisible()
}

test.describe('the look', () => {
  test.use({ expectedErrors: /status of 404/ })
  test.beforeEach(({ server }) => emptyTables(server))

  test('is tried out in the preview, published, and taken back', async ({ page, server }) => {
    await signIn(page.context(), server, { username: 'Eve Editor', role: 'editor' })
    const visit = async () => (await server.send(paths.home)).text()
    const fresh = await visit()
    await openLook(page)
    await expect(page.getByText('This is the original look.')).toBeVisible()

    await color(page, 'Main color').fill('FFF3B0')
    await expect(page.getByText(/^Made darker \(#[0-9a-f]{6}\) so that text stays readable\.$/)).toBeVisible()
    await color(page, 'Action color').fill('#f5f5f5')
    await expect(page.getByText(/buttons get an outline there/)).toBeVisible()
    await expectAccessible(page, 'corrected colors', [desktop])
    expect(await findUnplainWordsOn(page)).toEqual([])
    // Half of a name is no color yet, and the samples keep the one from before.
    await color(page, 'Action color').fill('rebecca')
    await expect(page.getByText(/buttons get an outline there/)).toBeVisible()
    await color(page, 'Action color').fill('rebeccapurple')
    await color(page, 'Main color').focus()
    await expect(color(page, 'Action color')).toHaveValue('#663399')
    await color(page, 'Action color').fill('#1d4ed8')
    await page.getByRole('radio', { name: /^Modern/ }).check()
    await page.getByRole('radio', { name: 'Square' }).check()
    const button = preview(page).getByRole('link', { name: 'Get Started Today' })
    await expect(button).toHaveCSS('background-color', 'rgb(29, 78, 216)')
    await expect(button).toHaveCSS('border-radius', '0px')
    const headline = preview(page).getByRole('heading', { level: 1 })
    await expect(headline).toHaveCSS('font-family', /^"Bricolage Grotesque"/)
    // The fonts of the preview have loaded.
    await expect
      .poll(() => headline.evaluate(() => document.fonts.check('580 40px "Bricolage Grotesque"')))
      .toBe(true)

    const body = preview(page).locator('body')
    const { palette } = derivePalette({ mainColor: '#fff3b0', actionColor: '#1d4ed8' })
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    await expect(body).toHaveCSS('background-color', toRgb(palette['color-paper'].dark))
    await page.getByRole('button', { name: 'Light', exact: true }).click()
    await expect(body).toHaveCSS('background-color', toRgb(palette['color-paper'].light))
    expect(await visit()).toBe(fresh)

    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText(/^Published, /)).toBeVisible()
    await closeToast(page)
    await expect.poll(visit).toContain('href="/brand-')
    const visitor = await page.context().newPage()
    await visitor.goto(paths.home)
    await expect(visitor.getByRole('link', { name: 'Get Started Today' })).toHaveCSS(
      'background-color',
      'rgb(29, 78, 216)',
    )

    await page.getByRole('button', { name: 'Back to the original' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Back to the original' }).click()
    await expect(page.getByText('This is the original look.')).toBeVisible()
    await expect(color(page, 'Main color')).toHaveValue(originalLook.mainColor)
    await expect.poll(visit).toBe(fresh)
  })

  test('takes a logo, proposes a plate for a dark one, and shows it everywhere', async ({ page, server }) => {
    await signIn(page.context(), server)
    await openLook(page)
    await uploadLogo(page)
    await page.getByLabel('Show the name beside the logo').uncheck()
    await expect(preview(page).getByRole('banner').getByRole('img', { name: 'Everyday AI' })).toBeVisible()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText(/^Published, /)).toBeVisible()

    for (const path of [paths.home, sitePaths.apps, sitePaths.waitlist, guestPaths.lostLink]) {
      await page.goto(path)
      const logo = page.getByRole('link', { name: 'Everyday AI' }).first().getByRole('img')
      await expect(logo).toHaveJSProperty('complete', true)
      expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      await expect(logo).toHaveAttribute('height', '44')
    }
  })
})

test.describe('every page has enough contrast', () => {
  test.use({ expectedErrors: /status of 404/ })

  for (const { part, label } of splitPages(3).slice(0, isEveryCase ? 3 : 1))
    test(`in colors that are hard to make a site of, ${label}`, inLongRuns, async ({ page, server }) => {
      test.slow()
      const seen = new Set<string>()
      await checkEveryPage({ page, server, part }, async (address) => {
        if (!(await openPage(page, address, seen))) return
        // The admin's app keeps the original colors.
        if (new URL(page.url()).pathname.startsWith(`${paths.admin}/`)) return
        if (address.url === paths.api.docs) await removeRepeats(page)
        // One of them, because axe is slow; each page gets another one than the page before it. The long test of the look
        // tries many on a few pages.
        const picks = hardPicks.filter((_, index) => index === seen.size % hardPicks.length)
        expect.soft(await findWeakContrast(page, picks), address.name).toEqual([])
      })
    })
})

for (const pairs of isEveryCase ? [fontPairIds.slice(0, 2), fontPairIds.slice(2)] : [fontPairIds.slice(1, 3)])
  test(
    `the typefaces ${pairs.join(' and ')} fit the narrowest phone, and nothing moves when they arrive`,
    inLongRuns,
    async ({ page, server }) => {
      await emptyTables(server)
      const cookie = await server.signIn()
      const post = await publishPost(server)
      for (const pair of pairs)
        await test.step(pair, async () => {
          const saved = await saveLook(server, cookie, { ...originalLook, fontPair: pair })
          expect(saved.status).toBe(200)
          await waitForPair(page, pair)

          await page.setViewportSize({ width: 320, height: 640 })
          for (const path of [paths.home, sitePaths.apps, sitePaths.waitlist, post]) {
            await page.goto(path)
            const width = await page.evaluate(() => document.scrollingElement?.scrollWidth)
            expect.soft(width, `${path} is as wide as`).toBeLessThanOrEqual(320)
          }

          for (const width of [360, 1440])
            for (const path of [paths.home, post])
              expect.soft(await measureShift(page, path, width), path).toBeLessThan(0.02)
        })
    },
  )

async function waitForPair(page: Page, pair: FontPair): Promise<void> {
  await expect(async () => {
    await page.goto(paths.home)
    const family = await page
      .getByRole('heading', { level: 1 })
      .evaluate((h1) => getComputedStyle(h1).fontFamily)
    expect(family.replaceAll('"', '').startsWith(fontPairs[pair].headlines)).toBe(true)
  }).toPass()
}

async function publishPost({ instance }: Parameters<typeof signIn>[1]): Promise<string> {
  const by = { id: 0, username: 'Ann', role: 'owner' } as const
  const content = `<p>${'Words that a neighbor would say about a plan for the week. '.repeat(12)}</p>`.repeat(
    6,
  )
  const result = await savePost(instance.db, by, {
    title: 'A plan for a quiet week',
    content,
    isPublished: true,
  })
  if (result.outcome !== 'saved') throw new Error(result.outcome)
  return postPaths.post(result.post.slug)
}

/** Layout shift (https://web.dev/cls) if the fonts arrive half a second after everything else */
async function measureShift(page: Page, path: string, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 })
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goto(path)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(200)
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          resolve(shifts.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 100)
      }),
  )
  await page.unroute('**/*.woff2')
  return shift
}
