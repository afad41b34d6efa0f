import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { emptyTables, expect, test } from './fixtures.ts'

// Accessibility that axe cannot check: the keyboard, the reading order of screen readers, print, and forced colors.

test.beforeEach(async ({ server }) => emptyTables(server))

/** Text or ARIA label of the focused element */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '')
      .replace(' (opens in a new tab)', '')
      .trim()
  })

test('the keyboard moves through the home page in visual order, with a visible focus', async ({ page }) => {
  await page.goto(paths.home)
  const stops: string[] = []
  do {
    await page.keyboard.press('Tab')
    stops.push(await focused(page))
    const ring = await page.evaluate(() => {
      const style = document.activeElement && getComputedStyle(document.activeElement)
      return style && { width: style.outlineWidth, style: style.outlineStyle }
    })
    expect.soft(ring, `the ring around ${stops.at(-1)}`).toEqual({ width: '3px', style: 'solid' })
  } while (stops.at(-1) !== 'Sign in' && stops.length < 80)
  const journey = [
    'Skip to main content',
    'Everyday AI',
    'Services',
    'Waitlist',
    'Book',
    'Get Started Today',
    'See how we help',
    'Learn More (Expand Details) about INFORM',
    'Book Free 30min Consultation',
    'Learn More (Expand Details) about PLAN',
    'Learn More (Expand Details) about INTEGRATE',
    'BOOK A VISION MEETING',
    'See How We Can Help You',
    'Join Our Community',
    'Try Beezy Free',
    'View All Apps',
    'Join Waitlist',
    'AI Training',
    'Privacy Policy',
    'Sign in',
  ]
  let at = -1
  for (const name of journey) {
    const next = stops.indexOf(name, at + 1)
    expect(next, `${name} after ${stops[at]}`).toBeGreaterThan(at)
    at = next
  }
  // Links in the hidden details of a closed card must not be tab stops.
  expect(stops).not.toContain('Book a FREE Consultation')

  await test.step('the menu on a phone', async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(paths.home)
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Services')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(menu).toBeFocused()
  })
})

test('a screen reader gets the structure of a page', async ({ page }) => {
  await page.goto(sitePaths.apps)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Everyday AI Family of Apps" [level=1]
      - paragraph
      - list:
        - listitem:
          - heading "Beezy" [level=2]
          - text: New
          - paragraph
          - paragraph
          - list:
            - listitem: Scheduling
            - listitem: Contact Management
            - listitem: Free Available
          - link "Try Beezy Free (opens in a new tab)"
      - complementary "Not sure which one you need?":
        - heading "Not sure which one you need?" [level=2]
        - paragraph
        - link "Book Free 30min Consultation (opens in a new tab)"
  `)
  await page.goto(sitePaths.waitlist)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - paragraph:
        - link "Back to Home"
      - heading "Join the On-Site Training Waitlist" [level=1]
      - paragraph
      - text: Name *
      - textbox "Name *"
      - text: Email *
      - textbox "Email *"
      - text: Phone
      - textbox "Phone"
      - text: Organization/Company
      - textbox "Organization/Company"
      - text: Message (Optional)
      - textbox "Message (Optional)"
      - paragraph:
        - link "How we handle your data"
      - paragraph:
        - button "Join Waitlist"
      - complementary "What happens next":
        - heading "What happens next" [level=2]
        - list
  `)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Waitlist' }),
  ).toHaveAttribute('aria-current', 'page')
})

test('pages keep content if narrow, in forced colors, in print, and without motion', async ({ page }) => {
  await test.step('nothing on the home page is cut off or covered', async () => {
    await page.goto(paths.home)
    for (const summary of await page.getByText('Learn More (Expand Details)').all()) await summary.click()
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 640 })
      const cut = await page.getByRole('main').evaluate((main) =>
        [...main.querySelectorAll<HTMLElement>('h1, h2, h3, h4, p, li, .btn, summary')]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .filter((element) => !element.closest('[aria-roledescription="carousel"], .honeypot, dialog'))
          .filter((element) => {
            const { left, right } = element.getBoundingClientRect()
            return left < -1 || right > innerWidth + 1 || element.scrollWidth > element.clientWidth + 1
          })
          .filter((element) => getComputedStyle(element).display !== 'inline')
          .map((element) => element.textContent),
      )
      expect(cut, `${width} px`).toEqual([])
    }
  })

  await test.step('with reduced motion, nothing moves by itself', async () => {
    for (const path of [paths.home, sitePaths.apps, sitePaths.waitlist, paths.privacyPolicy]) {
      await page.goto(path)
      const moving = () => page.evaluate(() => document.getAnimations().length)
      expect(await moving(), path).toBe(0)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      expect(await moving(), path).toBe(0)
    }
  })

  await test.step('with forced colors, buttons, fields, and cards keep a border', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    for (const path of [paths.home, sitePaths.apps, sitePaths.waitlist]) {
      await page.goto(path)
      // Checkboxes are left out, because the browser draws their border itself.
      const edgeless = await page
        .locator('.btn, .card, .door, input:visible:not([type="checkbox"], .honeypot *), textarea')
        .evaluateAll((elements) =>
          elements
            .filter((element) => element.checkVisibility({ visibilityProperty: true }))
            .filter((element) => !element.closest('.honeypot, .sr-only'))
            .filter((element) => {
              const { borderTopWidth, borderTopColor, borderTopStyle } = getComputedStyle(element)
              return (
                borderTopStyle === 'none' ||
                Number.parseFloat(borderTopWidth) < 1 ||
                /^rgba.*, 0\)$/.test(borderTopColor)
              )
            })
            .map((element) => `${element.className}: ${element.textContent}`),
        )
      expect(edgeless, path).toEqual([])
    }
    await page.emulateMedia({ forcedColors: 'none' })
  })

  await test.step('the printed home page is complete, black on white, and shows the booking link', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.goto(paths.home)
    for (const hidden of ['Menu', 'Pause the slides', 'Next item'])
      await expect(page.getByRole('button', { name: hidden })).toBeHidden()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    // In print, collapsed details are expanded, and every item of the carousel is visible.
    for (const name of ['The problem', 'The solution', 'What it looks like', 'Why it matters'])
      for (const part of await page.getByText(name, { exact: true }).all()) await expect(part).toBeVisible()
    for (const quote of await page.getByRole('blockquote').all()) await expect(quote).toBeVisible()
    const address = await page
      .getByText('Get Started Today')
      .evaluate((link) => getComputedStyle(link, '::after').content)
    expect(address).toMatch(/https:\/\/.+\/schedule\/info/)
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
  })
})
