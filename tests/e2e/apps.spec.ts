import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { expect, test } from './fixtures.ts'

test('the cards of the apps page are in one or two columns, and rise into view', async ({ page }) => {
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  await page.goto(sitePaths.apps)
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
  const countMoving = () => cards.evaluateAll((all) => all.flatMap((card) => card.getAnimations()).length)
  await expect.poll(countMoving).toBeGreaterThan(0)
  for (const card of await cards.all()) {
    await card.getByRole('link').scrollIntoViewIfNeeded()
    await expect(card).toHaveCSS('opacity', '1')
  }
})
