import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { expect, test } from './fixtures.ts'

// These texts are copied from the specification (sections 2 and 9). A test that imported them from content/ would not
// find mistakes there.

const toggle = 'Learn More (Expand Details)'
const bookClosed = /^Book Free 30min Consultation/
const bookOpen = /^Book a FREE Consultation/

const serviceCard = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

test.describe('the home page', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(paths.home)
  })

  test('begins with the headline and the booking button', async ({ page }) => {
    const headline = page.getByRole('heading', { level: 1 })
    await expect(headline).toHaveAccessibleName('We Make AI Easy for Everyday People')
    const button = page.getByRole('main').getByRole('link', { name: /^Get Started Today/ })
    await expect(button).toBeInViewport()
  })

  test('has a header with links to all pages', async ({ page }) => {
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Everyday AI', exact: true })).toHaveAttribute('href', '/')
    const nav = header.getByRole('navigation')
    for (const [name, href] of [
      ['Services', '/#services'],
      ['Apps', '/apps'],
      ['Waitlist', '/waitlist'],
    ] as const)
      await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    await nav.getByRole('link', { name: 'Services' }).click()
    await expect(page.getByRole('heading', { name: 'INFORM', exact: true })).toBeInViewport()
  })

  test('ends with the footer', async ({ page }) => {
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link', { name: 'Everyday AI', exact: true })).toHaveAttribute('href', '/')
    await expect(footer.getByRole('paragraph')).toHaveText(/\w{3}/)
    const services = footer.getByRole('navigation', { name: 'Services' }).getByRole('link')
    await expect(services).toHaveText(['AI Training', 'Coaching', 'Custom Apps'])
    for (const link of await services.all()) await expect(link).toHaveAttribute('href', '/#services')
    const company = footer.getByRole('navigation', { name: 'Company' }).getByRole('link')
    await expect(company).toHaveText(['Privacy Policy', 'Terms of Service'])
    await expect(company.nth(0)).toHaveAttribute('href', '/privacy-policy')
    await expect(company.nth(1)).toHaveAttribute('href', '/terms-of-service')
    await expect(footer).toContainText(/© 2025\b/)
    await services.nth(1).click()
    await expect(page.getByRole('heading', { name: 'INFORM', exact: true })).toBeInViewport()
  })
})

for (const javaScriptEnabled of [true, false])
  test.describe(`a service card ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    for (const name of ['INFORM', 'PLAN', 'INTEGRATE'])
      test(`${name} opens and closes with the mouse and the keyboard`, async ({ page }) => {
        await page.goto(paths.home)
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
      })
  })

test.describe('the details of a service', () => {
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

  test.describe('without reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'no-preference' } })
    test('unfold in 0.3 s', async ({ page }) => {
      const { durations, grown, between } = await openAndMeasure(page)
      expect(durations).toEqual(['0.3s'])
      expect(grown).toBeGreaterThan(200)
      expect(between).toBeGreaterThan(0)
    })
  })

  test('open at once with reduced motion', async ({ page }) => {
    const { durations, grown, between } = await openAndMeasure(page)
    expect(durations).toEqual(['0s'])
    expect(grown).toBeGreaterThan(200)
    expect(between).toBe(0)
  })
})
