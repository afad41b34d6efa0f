import { paths } from '../../contracts/paths.ts'
import { expect, test } from './fixtures.ts'

// The words stand here once more, as the specification has them (sections 2 and 9): a test that took them
// from content/ would agree with every slip in there.

test.describe('the legal pages', () => {
  for (const [path, title] of [
    [paths.privacyPolicy, 'Privacy Policy'],
    [paths.termsOfService, 'Terms of Service'],
  ] as const)
    test(`${title} has its date and the way back`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(page.getByText('Last updated: June 30, 2025', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Back to Home', exact: true }).click()
      await expect(page).toHaveURL('/')
    })

  test('the privacy policy promises deletion within 30 days', async ({ page }) => {
    await page.goto(paths.privacyPolicy)
    await expect(page.getByText(/delete your account data, we delete it within 30 days/)).toBeVisible()
  })
})
