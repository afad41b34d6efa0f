import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { findViolations } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, inLongRuns, test } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import type { MediaItem } from '../../media/contract/media.ts'
import { addMedia } from '../../media/server/media.ts'
import { postPaths } from '../contract/post-paths.ts'
import type { Post } from '../contract/posts.ts'

// A post with everything that can break a layout: 10,000 words, 40 images of every shape, two writing directions, a
// title of 200 characters, no excerpt, and words, URLs, an author, and a tag that are long and cannot wrap.

const english =
  'Volunteers keep a small food pantry running, and the list of who comes lives in three places. '
const hebrew = 'שלום לכולם, זהו טקסט בעברית עם English words ומספרים 123 באמצע. '
const endless = `https://example.org/${'a-path-without-an-end'.repeat(12)}`
const title =
  `How volunteers of Donaudampfschifffahrtsgesellschaft and עמותת הלב found ${'one calm list and '.repeat(9)}`
    .slice(0, 199)
    .padEnd(200, '!')

test(
  'a long post keeps its width on screens and paper, and nothing shifts',
  inLongRuns,
  async ({ page, server }) => {
    test.slow()
    await emptyTables(server)
    await server.query('truncate media cascade')
    const post = await savePost(server)

    for (const viewport of [
      { width: 320, height: 640 },
      { width: 1440, height: 900 },
    ]) {
      await test.step(`${viewport.width} px wide`, async () => {
        await page.setViewportSize(viewport)
        await page.goto(postPaths.post(post.slug))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        const words = (await page.getByRole('article').innerText()).split(/\s+/).length
        expect(words).toBeGreaterThan(10_000)
        await expect(page.getByRole('img')).toHaveCount(40)

        const shift = await page.evaluate(async () => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              sum += (entry as PerformanceEntry & { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
          for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
            scrollTo(0, y)
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
          }
          return sum
        })
        expect(shift).toBeLessThan(0.01)
        expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(viewport.width)

        const boxes = await page.getByRole('img').evaluateAll((images) =>
          images.map((image) => {
            const { width, height } = image.getBoundingClientRect()
            return { width, height, isSized: image.hasAttribute('width') && image.hasAttribute('height') }
          }),
        )
        // The upper limits are those of features/posts/web/blog/post.css: 42rem (672 px) wide, and max(24rem, 85vh) high.
        for (const { width, height, isSized } of boxes) {
          expect(isSized).toBe(true)
          expect(width).toBeGreaterThan(40)
          expect(width).toBeLessThanOrEqual(Math.min(viewport.width, 672))
          expect(height).toBeGreaterThan(20)
          expect(height).toBeLessThanOrEqual(Math.max(viewport.height * 0.85 + 1, 384))
        }
        const widest = await page
          .getByRole('article')
          .locator('p, li, h2, pre, blockquote')
          .evaluateAll((blocks) => Math.max(...blocks.map((block) => block.scrollWidth - block.clientWidth)))
        expect(widest).toBeLessThanOrEqual(1)
      })
    }

    await test.step('each block has its own writing direction', async () => {
      expect(await directionOf(page, 'p', 'Volunteers keep')).toBe('ltr')
      expect(await directionOf(page, 'p', 'שלום לכולם')).toBe('rtl')
      expect(await directionOf(page, 'h2', 'A heading')).toBe('ltr')
      expect(await directionOf(page, 'h2', 'כותרת')).toBe('rtl')
      expect(await directionOf(page, 'ul', 'Volunteers')).toBe('ltr')
      expect(await directionOf(page, 'ol', 'שלום')).toBe('rtl')
      expect(await directionOf(page, 'blockquote', 'שלום')).toBe('rtl')
      expect(await directionOf(page, 'pre', 'const')).toBe('ltr')
      expect(await findViolations(page)).toEqual([])
    })

    await test.step('is as wide as the paper, and no image is split between two pages', async () => {
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 680, height: 1000 })
      expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(680)
      const tallest = await page
        .getByRole('img')
        .evaluateAll((images) => Math.max(...images.map((image) => image.getBoundingClientRect().height)))
      // 681 px are 18 cm, the maximum height of a printed image.
      expect(tallest).toBeLessThanOrEqual(681)
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    })
  },
)

async function savePost(server: TestServer): Promise<Post> {
  const cookie = await server.signIn()
  const pictures: MediaItem[] = []
  for (const [width, height] of [
    [1000, 160],
    [300, 900],
    [48, 48],
  ] as const) {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#88a070' } })
      .png()
      .toBuffer()
    const { db, media } = server.instance
    const added = await addMedia(
      db,
      media,
      { bytes, alt: `${width} by ${height}`, originalName: 'p.png' },
      null,
    )
    if (added.outcome !== 'added') throw new Error(added.detail)
    pictures.push(added.item)
  }
  let shown = 0
  const picture = () => {
    const item = pictures[shown++ % pictures.length]
    return `<p><img src="${item?.src}" srcset="${item?.srcset}" sizes="${item?.sizes}" alt="${item?.alt}" width="${item?.width}" height="${item?.height}"></p>`
  }
  const parts = Array.from(
    { length: 20 },
    (_, part) => `<h2>${part % 2 ? 'כותרת בעברית' : 'A heading in English'} ${part}</h2>
      <p>${english.repeat(22)}</p>${picture()}<p>${hebrew.repeat(12)}</p>${picture()}
      <ul><li>${english}</li><li>${hebrew}</li></ul><ol><li>${hebrew}</li></ol>
      <blockquote><p>${hebrew}</p></blockquote>
      <pre><code>const ${'endless'.repeat(30)} = "הערה"</code></pre>
      <p><a href="${endless}">${endless}</a> ${'W'.repeat(150)}</p>`,
  )
  const response = await server.send('/api/blog', {
    cookie,
    json: {
      title,
      content: parts.join(''),
      excerpt: '',
      author: 'Donaudampfschifffahrt'.repeat(5),
      authorType: 'human',
      tags: ['W'.repeat(60)],
      isPublished: true,
    },
  })
  expect(response.status).toBe(201)
  return response.json()
}

/** Writing direction of the first matching block that contains the text */
function directionOf(page: Page, selector: string, text: string): Promise<string> {
  return page
    .getByRole('article')
    .locator(selector)
    .filter({ hasText: text })
    .first()
    .evaluate((element) => getComputedStyle(element).direction)
}
