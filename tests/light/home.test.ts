import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { expect, test } from './fixtures.ts'
import { expectBooking, expectNewTab } from './links.ts'

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

  test('has its sections in order', async ({ page }) => {
    const landmarks = [
      'We Make AI Easy for Everyday People',
      'Get Started Today',
      'INFORM',
      'PLAN',
      'INTEGRATE',
      'BOOK A VISION MEETING',
      'See How We Can Help You',
      'For the People Who Help People',
      'Join Our Community',
      'Family of Apps',
      'Beezy',
      'PriceVue',
      '90 Day Plan',
      'CalmPath',
      'View All Apps',
      '1 of 6',
      'Get On-Site Training',
      'Join Waitlist',
      'AI Training',
      'Coaching',
      'Custom Apps',
      'Privacy Policy',
      'Terms of Service',
    ]
    const stops = page
      .getByRole('heading')
      .or(page.getByRole('link'))
      .or(page.getByRole('group', { name: '1 of 6', exact: true }))
    const names = await stops.evaluateAll((elements) =>
      elements.map((element) => element.getAttribute('aria-label') ?? element.textContent),
    )
    const seen = names.map((name) => name.replace(' (opens in a new tab)', '').trim())
    expect(seen.filter((name) => landmarks.includes(name))).toEqual(landmarks)
  })

  test('describes each service', async ({ page }) => {
    for (const [name, words] of [
      ['INFORM', [/AI training bootcamps/i, /monthly AI workshops/i, /AI networking events/i]],
      ['PLAN', [/1-on-1 AI coaching/i, /strategic AI planning/i, /90-day action plan/i, /cybersecurity/i]],
      ['INTEGRATE', [/custom AI apps/i, /AI automations/i, /an app suite/i]],
    ] as const)
      for (const word of words)
        await expect(serviceCard(page, name).getByRole('list').first()).toContainText(word)
  })

  test('shows the four steps to a 90-day action plan', async ({ page }) => {
    const card = serviceCard(page, 'PLAN')
    await card.getByText(toggle).click()
    const steps = card.getByRole('group').getByRole('listitem')
    await expect(steps).toHaveText([/^Mission\b/, /^Objectives\b/, /^Strategy\b/, /^Tactics\b/])
    await expect(card.getByRole('group')).toContainText('90-day action plan')
  })

  test('shows the two figures of INTEGRATE', async ({ page }) => {
    const card = serviceCard(page, 'INTEGRATE')
    await card.getByText(toggle).click()
    await expect(card.getByRole('listitem').filter({ hasText: '35%' })).toHaveText(
      /35% average productivity gain/,
    )
    await expect(card.getByRole('listitem').filter({ hasText: '25%' })).toHaveText(
      /up to 25% lower operating costs/,
    )
  })

  test('offers an app of your own', async ({ page }) => {
    await expectBooking(page.getByRole('link', { name: /^BOOK A VISION MEETING/ }))
    await expect(page.getByRole('main')).toContainText('$150k-600k')
  })

  test('shows three figures, and links to the community twice', async ({ page }) => {
    for (const [figure, words] of [
      ['10+', /10\+\s*hours saved weekly/],
      ['90%', /90%\s*report increased productivity/],
      ['100%', /100%\s*feel confident/],
    ] as const)
      await expect(page.getByRole('listitem').filter({ hasText: figure })).toHaveText(words)
    const help = page.getByRole('link', { name: /^See How We Can Help You/ })
    const join = page.getByRole('link', { name: /^Join Our Community/ })
    await expectNewTab(help)
    await expectNewTab(join)
    expect(await join.getAttribute('href')).toBe(await help.getAttribute('href'))
  })

  test('shows four apps, each new, and a link to all of them', async ({ page }) => {
    const section = page.getByRole('region', { name: 'Family of Apps' })
    const cards = section.getByRole('listitem')
    await expect(cards).toHaveCount(4)
    for (const [position, [name, button]] of [
      ['Beezy', /^Try Beezy Free \(opens/],
      ['PriceVue', /^Launch PriceVue \(opens/],
      ['90 Day Plan', /^Start Your Plan \(opens/],
      ['CalmPath', /^Explore CalmPath \(opens/],
    ].entries() as ArrayIterator<[number, [string, RegExp]]>) {
      const card = cards.nth(position)
      await expect(card.getByRole('heading')).toHaveText(name)
      await expect(card.getByText('New', { exact: true })).toBeVisible()
      // The two paragraphs are the tagline and the short description.
      await expect(card.getByRole('paragraph')).toHaveText([/\w{3}/, /\w{3}/])
      await expectNewTab(card.getByRole('link', { name: button }))
    }
    await section.getByRole('link', { name: 'View All Apps' }).click()
    await expect(page).toHaveURL('/apps')
  })

  test('offers on-site training', async ({ page }) => {
    const section = page.getByRole('region', { name: 'Get On-Site Training' })
    await expect(section).toContainText(/100\+\s*teams trained/)
    for (const word of [
      /workshops or bootcamps/i,
      /leadership/i,
      /strategic planning/i,
      /fundraising strategies/i,
      /AI implementation/i,
    ])
      await expect(section).toContainText(word)
    await expectBooking(section.getByRole('link', { name: bookClosed }))
    await expect(section.getByRole('link', { name: 'Join Waitlist' })).toBeVisible()
  })

  test('every booking link has the same URL and opens a new tab', async ({ page }) => {
    // First all cards are closed, then all are open.
    const booking = page.getByRole('link', { name: /\bbook\b|^Get Started Today/i })
    await expect(booking).toHaveCount(7)
    for (const link of await booking.all()) await expectBooking(link)
    for (const name of ['INFORM', 'PLAN', 'INTEGRATE'])
      await serviceCard(page, name).getByText(toggle).click()
    await expect(page.getByRole('link', { name: bookOpen })).toHaveCount(3)
    for (const link of await booking.all()) await expectBooking(link)
  })

  test('has a header with links to all pages', async ({ page }) => {
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Everyday AI', exact: true })).toHaveAttribute('href', '/')
    for (const [name, href] of [
      ['Services', '/#services'],
      ['Apps', '/apps'],
      ['Waitlist', '/waitlist'],
    ] as const)
      await expect(header.getByRole('navigation').getByRole('link', { name, exact: true })).toHaveAttribute(
        'href',
        href,
      )
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
  })

  test('has six items in its carousel, and quotes have an author', async ({ page }) => {
    const slides = page.getByRole('group', { name: /^\d of 6$/, includeHidden: true })
    const carousel = page.getByRole('region').filter({ has: slides })
    await expect(carousel).toHaveAttribute('aria-roledescription', 'carousel')
    await expect(slides).toHaveCount(6)
    for (const [index, slide] of (await slides.all()).entries()) {
      await expect(slide).toHaveAttribute('aria-label', `${index + 1} of 6`)
      await expect(slide).toHaveAttribute('aria-roledescription', 'slide')
      await expect(slide).toHaveText(/^(Insight|Trend|Quote)/)
    }
    for (const kind of [/^Insight/, /^Trend/])
      expect(await slides.filter({ hasText: kind }).count()).toBeGreaterThan(0)
    const quotes = slides.filter({ hasText: /^Quote/ })
    expect(await quotes.count()).toBeGreaterThan(0)
    for (const quote of await quotes.all()) {
      await expect(quote.getByRole('blockquote', { includeHidden: true })).toHaveText(/(\w+\W+){5}/)
      // The caption has the format "Name Surname, source".
      await expect(quote.getByRole('figure', { includeHidden: true })).toHaveText(/”\s*\w+ \w+, .+/)
    }
  })
})
