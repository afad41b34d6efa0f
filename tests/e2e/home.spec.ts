import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { expect, test } from './fixtures.ts'

// These texts are copied from the specification (sections 2 and 9). A test that imported them from content/ would not
// find mistakes there.

const toggle = 'Learn More (Expand Details)'
const bookClosed = /^Book Free 30min Consultation/
const bookOpen = /^Book a FREE Consultation/

const serviceCard = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

test('the home page begins with the booking button, and links scroll to their part', async ({ page }) => {
  await page.goto(paths.home)
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(
    'We Make AI Easy for Everyday People',
  )
  await expect(page.getByRole('main').getByRole('link', { name: /^Get Started Today/ })).toBeInViewport()
  const services = page.getByRole('heading', { name: 'INFORM', exact: true })
  await page.getByRole('banner').getByRole('navigation').getByRole('link', { name: 'Services' }).click()
  await expect(services).toBeInViewport()
  const footer = page.getByRole('contentinfo').getByRole('navigation', { name: 'Services' })
  await footer.getByRole('link', { name: 'Coaching' }).click()
  await expect(services).toBeInViewport()
  for (const path of [paths.privacyPolicy, paths.termsOfService]) {
    await page.goto(path)
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last().click()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).last()).toBeInViewport()
  }
})

for (const javaScriptEnabled of [true, false])
  test.describe(`a service card ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('opens and closes with the mouse and the keyboard', async ({ page }) => {
      await page.goto(paths.home)
      for (const name of ['INFORM', 'PLAN', 'INTEGRATE']) {
        const card = serviceCard(page, name)
        const summary = card.getByText(toggle)
        const details = card.getByRole('group')
        const expectClosed = async () => {
          await expect(details).not.toHaveAttribute('open')
          await expect(card.getByRole('link', { name: bookClosed })).toBeVisible()
          await expect(card.getByRole('link', { name: bookOpen })).toBeHidden()
          await expect(card.getByRole('heading', { name: /problem/i })).toBeHidden()
        }
        const expectOpen = async () => {
          await expect(details).toHaveAttribute('open')
          await expect(card.getByRole('link', { name: bookOpen })).toBeVisible()
          await expect(card.getByRole('link', { name: bookClosed })).toBeHidden()
        }
        await expectClosed()
        await summary.click()
        await expectOpen()
        const parts = card.getByRole('group').getByRole('heading')
        await expect(parts).toHaveText([/problem/i, /solution/i, /what it looks like/i, /why it matters/i])
        for (const part of await parts.all()) {
          await expect(part).toBeVisible()
          expect(await part.evaluate((heading) => heading.nextElementSibling?.textContent)).toMatch(
            /(\w+\W+){5}/,
          )
        }
        await summary.click()
        await expectClosed()
        for (const key of ['Enter', 'Space']) {
          await summary.press(key)
          await expectOpen()
          await expect(summary).toBeFocused()
          await summary.press(key)
          await expectClosed()
        }
      }
    })
  })

test('the details of a service unfold in 0.3 s, or at once with reduced motion', async ({ page }) => {
  const still = await openAndMeasure(page)
  expect(still.durations).toEqual(['0s'])
  expect(still.grown).toBeGreaterThan(200)
  expect(still.between).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const moving = await openAndMeasure(page)
  expect(moving.durations).toEqual(['0.3s'])
  expect(moving.grown).toBeGreaterThan(200)
  expect(moving.between).toBeGreaterThan(0)
})

/**
 * Opens a card. `between` counts the different heights of its details, frame by frame. Chromium's
 * `getAnimations()` cannot tell, because it does not include animations of `::details-content`.
 */
async function openAndMeasure(page: Page) {
  await page.goto(paths.home)
  return serviceCard(page, 'PLAN')
    .getByText(toggle)
    .evaluate(async (summary: HTMLElement) => {
      const details = summary.closest('details')
      const fold = details?.parentElement
      if (!details || !fold) throw new Error('the toggle is not in a details element')
      const heights = [details.offsetHeight]
      summary.click()
      do {
        await new Promise(requestAnimationFrame)
        heights.push(details.offsetHeight)
      } while (fold.getAnimations({ subtree: true }).length > 0)
      const end = heights.at(-1) ?? 0
      const { transitionDuration } = getComputedStyle(details, '::details-content')
      return {
        durations: [...new Set(transitionDuration.split(', '))],
        grown: end - (heights[0] ?? 0),
        between: heights.filter((height) => height > (heights[0] ?? 0) && height < end - 1).length,
      }
    })
}
