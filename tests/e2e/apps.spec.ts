import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { expect, test } from './fixtures.ts'

test('the cards of the apps page are in one or two columns, and rise into view unless motion is reduced', async ({
  page,
}) => {
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  await page.goto(paths.apps)
  expect(await findMoving(page)).toEqual([])
  for (const [width, columns] of [
    [1440, 2],
    [360, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const lefts = await cards.evaluateAll((all) =>
      all.map((card) => Math.round(card.getBoundingClientRect().left)),
    )
    expect(new Set(lefts).size, `columns at ${width} px`).toBe(columns)
  }

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  await expect.poll(() => findMoving(page)).not.toHaveLength(0)
  for (const card of await cards.all()) {
    await card.getByRole('link').scrollIntoViewIfNeeded()
    await expect(card).toHaveCSS('opacity', '1')
  }
})

const findMoving = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null
      return target instanceof HTMLLIElement ? [target.textContent] : []
    }),
  )
