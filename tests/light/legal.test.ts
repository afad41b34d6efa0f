import { paths } from '../../core/contract/paths.ts'
import { expect, test } from './fixtures.ts'

// These texts are copied from the specification (sections 2 and 9). A test that imported them from content/ would not
// find mistakes there.

test.describe('the legal pages', () => {
  for (const [path, title] of [
    [paths.privacyPolicy, 'Privacy Policy'],
    [paths.termsOfService, 'Terms of Service'],
  ] as const)
    test(`${title} has its date and a link back`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(page.getByText('Last updated: June 30, 2025', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Back to Home', exact: true }).click()
      await expect(page).toHaveURL('/')
    })

  test('the privacy policy says what this software does', async ({ page }) => {
    await page.goto(paths.privacyPolicy)
    const main = page.getByRole('main')
    for (const word of [/waitlist/, /newsletter/i, /booking page/, /AI service/, /guest/i, /cookie/])
      await expect(main).toContainText(word)
    await expect(main.getByRole('link', { name: 'hello@everyday-ai.example' }).first()).toHaveAttribute(
      'href',
      'mailto:hello@everyday-ai.example',
    )
  })

  test('the privacy policy promises deletion within 30 days', async ({ page }) => {
    await page.goto(paths.privacyPolicy)
    await expect(page.getByText(/delete your account data, we delete it within 30 days/)).toBeVisible()
  })

  test('a long text has a table of contents that links to its headings', async ({ page }) => {
    for (const path of [paths.privacyPolicy, paths.termsOfService]) {
      await page.goto(path)
      const headings = page.getByRole('main').getByRole('heading', { level: 2 })
      const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
      expect(await links.allTextContents()).toEqual(await headings.allTextContents())
      await links.last().click()
      expect(new URL(page.url()).hash).toBe(`#${await headings.last().getAttribute('id')}`)
    }
  })
})
