import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { expect, test } from './fixtures.ts'

// These texts are copied from the specification (sections 2 and 9). A test that imported them from content/ would not
// find mistakes there.

test.describe('the apps page', () => {
  const cardsOf = (page: Page) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })

  test('the logo and the button link to the home page', async ({ page }) => {
    for (const name of ['Everyday AI', 'Back to Home']) {
      await page.goto(paths.apps)
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL('/')
    }
  })

  for (const [width, columns] of [
    [1440, 2],
    [360, 1],
  ] as const)
    test(`has ${columns === 1 ? 'one column' : 'two columns'} at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(paths.apps)
      const lefts = await cardsOf(page).evaluateAll((cards) =>
        cards.map((card) => Math.round(card.getBoundingClientRect().left)),
      )
      expect(new Set(lefts).size).toBe(columns)
    })

  const moving = (page: Page) =>
    page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null
        return target instanceof HTMLLIElement ? [target.textContent] : []
      }),
    )
  test.describe('without reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })
    test('the cards rise into view', async ({ page }) => {
      await page.goto(paths.apps)
      await expect.poll(() => moving(page)).not.toHaveLength(0)
      for (const card of await cardsOf(page).all()) {
        await card.getByRole('link').scrollIntoViewIfNeeded()
        await expect(card).toHaveCSS('opacity', '1')
      }
    })
  })
  test('the cards do not move with reduced motion', async ({ page }) => {
    await page.goto(paths.apps)
    expect(await moving(page)).toEqual([])
  })
})
