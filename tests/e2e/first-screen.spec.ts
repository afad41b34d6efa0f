import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { emptyTables, expect, test } from './fixtures.ts'

// The first screen of each page keeps its layout, no matter how long the organization's name or how wide the window is.

const widths = [320, 390, 768, 1024, 1440]
const names = [
  'Hearth & Harvest AI',
  'The Hearth & Harvest Community Technology Partnership of Greater Springfield',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
]

test.afterEach(async ({ server }) => emptyTables(server))

test('the header is one row, however long the name', async ({ page, server }) => {
  for (const name of names) {
    await server.query(
      `insert into settings (key, value) values ('organisation', $1) on conflict (key) do update set value = $1`,
      [{ name }],
    )
    await server.query(`select pg_notify('page_cache', 'site')`)
    for (const path of [paths.home, sitePaths.apps]) {
      await expect
        .poll(async () => {
          await page.goto(path)
          return page.title()
        })
        .toContain(name)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        const header = page.getByRole('banner')
        const logo = header.getByRole('link', { name, exact: true })
        const other =
          path === sitePaths.apps
            ? header.getByRole('link', { name: 'Back to Home' })
            : width < 768
              ? header.getByRole('button', { name: 'Menu' })
              : header.getByRole('navigation')
        const [bar, left, right] = [await boxOf(header), await boxOf(logo), await boxOf(other)]
        const where = `${name}, ${path} at ${width}`
        expect(bar.height, where).toBeLessThanOrEqual(80)
        expect(left.x + left.width, where).toBeLessThanOrEqual(right.x)
        expect(right.y + right.height, where).toBeLessThanOrEqual(bar.height)
        expect(right.x + right.width, where).toBeLessThanOrEqual(width)
        expect(right.x + right.width, where).toBeGreaterThan(width * 0.85)
        expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(
          width,
        )
      }
    }
  }
})

async function boxOf(locator: ReturnType<Page['getByRole']>) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}

test('the headline never ends with a lone word, and long words stay inside the window', async ({ page }) => {
  await page.goto(paths.home)
  const headline = page.getByRole('heading', { level: 1 })
  for (let width = 320; width <= 1600; width += 40) {
    await page.setViewportSize({ width, height: 900 })
    const lines = await headline.evaluate(readLines)
    expect(lines.at(-1)?.split(' ').length, `${width}: ${lines.join(' / ')}`).toBeGreaterThan(1)
  }
  await page.setViewportSize({ width: 320, height: 900 })
  await headline.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
      if (texts.currentNode.textContent?.includes('People'))
        texts.currentNode.textContent = 'Entrepreneurship-Administrators Counterrevolutionaries'
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

/** Splits the text of an element into lines as they appear on the screen. */
function readLines(element: Element): string[] {
  const lines: { bottom: number; words: string[] }[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode as Text
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const { bottom, height } = range.getBoundingClientRect()
      const last = lines.at(-1)
      if (last && Math.abs(last.bottom - bottom) < height / 2) last.words.push(word)
      else lines.push({ bottom, words: [word] })
    }
  }
  return lines.map((line) => line.words.join(' '))
}
