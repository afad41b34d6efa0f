import type { Locator, Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { expect, isAlive, test } from './fixtures.ts'

const allSlides = (page: Page) => page.getByRole('group', { name: /^\d of 6$/, includeHidden: true })
const carouselOf = (page: Page) => page.getByRole('region').filter({ has: allSlides(page) })

/** Expects that only this item is visible and exposed to assistive technology. */
async function expectShown(page: Page, position: number): Promise<void> {
  const carousel = carouselOf(page)
  await expect(carousel.getByRole('group', { name: /^\d of 6$/ })).toHaveAccessibleName(`${position} of 6`)
  await expect(carousel.getByRole('group', { name: `${position} of 6` })).toBeInViewport({ ratio: 0.5 })
  await expect(carousel.getByRole('button', { name: `Item ${position} of 6` })).toHaveAttribute(
    'aria-current',
    'true',
  )
}

/** Opens the page with a paused clock, and waits until the carousel is hydrated. */
async function open(page: Page): Promise<Locator> {
  await page.clock.install({ time: '2026-01-05T09:00:00Z' })
  await page.goto(paths.home)
  const carousel = carouselOf(page)
  // Wait for the layout of the sections above, which would move the carousel after scrolling to it.
  for (const section of await page.getByRole('main').locator('> *').all())
    await expect(section).toHaveCSS('content-visibility', 'visible')
  await page.clock.pauseAt('2026-01-05T10:00:00Z')
  await carousel.scrollIntoViewIfNeeded()
  await isAlive(page, 'Carousel')
  await expectShown(page, 1)
  return carousel
}

/** Lets the time for one item (8 s) pass, plus a few milliseconds. */
const oneTurn = (page: Page) => page.clock.runFor(8010)

/** Lets the time for three items pass, and expects that the carousel does not move. */
async function expectRest(page: Page, position: number): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await oneTurn(page)
  await expectShown(page, position)
}

test('the carousel has buttons and dots, scrolls, and rests with reduced motion', async ({ page }) => {
  const carousel = await open(page)
  await test.step('rests until Play is pressed', async () => {
    await expectRest(page, 1)
    await carousel.getByRole('button', { name: /^Play/ }).click()
    await oneTurn(page)
    await expectShown(page, 2)
    await carousel.getByRole('button', { name: /^Pause/ }).click()
  })

  await test.step('a dot jumps to its item', async () => {
    const dots = carousel.getByRole('button', { name: /^Item \d of 6$/ })
    await expect(dots).toHaveCount(6)
    for (const position of [4, 2, 6, 3, 5, 1]) {
      await dots.nth(position - 1).click()
      await expectShown(page, position)
    }
    await expect(
      carousel.getByRole('button', { name: /of 6$/ }).and(page.locator('[aria-current]')),
    ).toHaveCount(1)
  })

  await test.step('forward and back, around at both ends', async () => {
    const next = carousel.getByRole('button', { name: /next/i })
    await carousel.getByRole('button', { name: /previous/i }).click()
    await expectShown(page, 6)
    await next.click()
    await expectShown(page, 1)
    for (const position of [2, 3, 4, 5, 6, 1]) {
      await next.press('Enter')
      await expectShown(page, position)
    }
    await expect(next).toBeFocused()
  })

  await test.step('follows manual scrolling', async () => {
    await carousel.getByRole('group', { name: '5 of 6', includeHidden: true }).evaluate((slide) => {
      slide.parentElement?.scrollTo({ left: 4 * slide.clientWidth, behavior: 'instant' })
    })
    await expectShown(page, 5)
  })
})

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the carousel moves every 8 seconds, and pauses for everyone who uses it', async ({ page }) => {
    const carousel = await open(page)
    await test.step('moves, and wraps around', async () => {
      for (const position of [2, 3, 4, 5, 6, 1, 2]) {
        await page.clock.runFor(7900)
        await expectShown(page, position === 1 ? 6 : position - 1)
        await page.clock.runFor(100)
        await expectShown(page, position)
      }
    })

    await test.step('pauses while it has the focus', async () => {
      const dot = carousel.getByRole('button', { name: 'Item 2 of 6' })
      await dot.focus()
      await expectRest(page, 2)
      await dot.evaluate((button: HTMLElement) => button.blur())
      await oneTurn(page)
      await expectShown(page, 3)
    })

    await test.step('shows an item for its full time after a jump', async () => {
      await page.clock.runFor(7000)
      await carousel.getByRole('button', { name: 'Item 4 of 6' }).click()
      await expectShown(page, 4)
      await page.mouse.move(0, 0)
      await page.getByRole('contentinfo').getByRole('link', { name: 'Coaching' }).focus()
      await carousel.scrollIntoViewIfNeeded()
      await page.clock.runFor(7900)
      await expectShown(page, 4)
      await page.clock.runFor(100)
      await expectShown(page, 5)
    })

    await test.step('pauses under the pointer', async () => {
      await carousel.getByRole('group', { name: '5 of 6' }).hover()
      await expectRest(page, 5)
      await page.mouse.move(0, 0)
      await oneTurn(page)
      await expectShown(page, 6)
    })

    await test.step('pauses while the tab is hidden', async () => {
      const setHidden = (hidden: boolean) =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'hidden', { value, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }, hidden)
      await setHidden(true)
      await expectRest(page, 6)
      await setHidden(false)
      await oneTurn(page)
      await expectShown(page, 1)
    })

    await test.step('continues after a click, although the button has the focus', async () => {
      const next = carousel.getByRole('button', { name: /next/i })
      await next.click()
      await page.mouse.move(0, 0)
      await expect(next).toBeFocused()
      await oneTurn(page)
      await expectShown(page, 3)
      // Once used with the keyboard, the carousel stops, so that the user has time to read.
      await next.press('Enter')
      await expectShown(page, 4)
      await expectRest(page, 4)
    })

    await test.step('stops with Pause, and continues with Play', async () => {
      await carousel.getByRole('button', { name: /^Pause/ }).click()
      const play = carousel.getByRole('button', { name: /^Play/ })
      await play.evaluate((button: HTMLElement) => button.blur())
      await page.mouse.move(0, 0)
      await expectRest(page, 4)
      await play.click()
      await expect(carousel.getByRole('button', { name: /^Pause/ })).toBeFocused()
      await oneTurn(page)
      await expectShown(page, 5)
    })
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('all six items of the carousel are below or beside each other', async ({ page }) => {
    await page.goto(paths.home)
    const slides = page.getByRole('group', { name: /^\d of 6$/ })
    await expect(slides).toHaveCount(6)
    await expect(carouselOf(page).getByRole('button')).toHaveCount(0)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      for (const slide of await slides.all()) await expect(slide).toBeVisible()
      // No item may extend beyond the window.
      const edges = await slides.evaluateAll((elements) =>
        elements.flatMap((element) => {
          const { left, right } = element.getBoundingClientRect()
          return [left, right]
        }),
      )
      expect(Math.min(...edges)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...edges)).toBeLessThanOrEqual(width)
    }
  })
})
