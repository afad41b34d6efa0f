import type { Page } from '@playwright/test'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { expect, test } from './fixtures.ts'
import { expectBooking, expectNewTab } from './links.ts'

// These texts are copied from the specification (sections 2 and 9). A test that imported them from content/ would not
// find mistakes there.

test.describe('the apps page', () => {
  const apps: { name: RegExp; tags: string[]; button: string }[] = [
    {
      name: /^Beezy$/,
      tags: ['Scheduling', 'Contact Management', 'Free Available'],
      button: 'Try Beezy Free',
    },
    {
      name: /^PriceVue$/,
      tags: ['Pricing Intelligence', 'Market Analysis', 'AI-Powered'],
      button: 'Launch PriceVue',
    },
    {
      name: /^90 Day Plan$/,
      tags: ['Strategic Planning', 'AI-Powered', 'Goal Setting'],
      button: 'Start Your Plan',
    },
    {
      name: /^CalmPath$/,
      tags: ['Mental Wellness', 'Assessments', 'Pay What You Can'],
      button: 'Explore CalmPath',
    },
    {
      name: /ADHD/,
      tags: ['Clinical Screening', 'Anonymous', 'PDF Reports'],
      button: 'Take Assessment',
    },
  ]
  const cardsOf = (page: Page) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })

  test('shows the whole family', async ({ page }) => {
    await page.goto(sitePaths.apps)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everyday AI Family of Apps')
    await expect(
      page.getByText('Powerful tools designed to make technology simple for everyday people', {
        exact: true,
      }),
    ).toBeVisible()
    const cards = cardsOf(page)
    await expect(cards).toHaveCount(5)
    for (const [position, { name, tags, button }] of apps.entries()) {
      const card = cards.nth(position)
      await expect(card.getByRole('heading')).toHaveText(name)
      await expect(card.getByText('New', { exact: true })).toBeVisible()
      await expect(card.getByRole('listitem')).toHaveText(tags)
      await expect(card.getByRole('link')).toHaveText(`${button} (opens in a new tab)`)
      await expectNewTab(card.getByRole('link'))
    }
    await expect(cards.nth(4)).toContainText(/ASRS, WFIRS-S, and WURS/)
    await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()}`)
  })

  test('has a contact link', async ({ page }) => {
    await page.goto(sitePaths.apps)
    const aside = page.getByRole('complementary', { name: 'Not sure which one you need?' })
    await expectBooking(aside.getByRole('link', { name: /^Book Free 30min Consultation/ }))
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('the logo and the button link to the home page', async ({ page }) => {
      for (const name of ['Everyday AI', 'Back to Home']) {
        await page.goto(sitePaths.apps)
        await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
        await expect(page).toHaveURL('/')
      }
    })
  })
})
