import { paths } from '../../contracts/paths.ts'
import { expect, test } from './fixtures.ts'

// These texts are copied from the specification (sections 2 and 9). A test that imported them from content/ would not
// find mistakes there.

test.describe('the legal pages', () => {
  test('a long text has a table of contents that links to its headings', async ({ page }) => {
    for (const path of [paths.privacyPolicy, paths.termsOfService]) {
      await page.goto(path)
      const headings = page.getByRole('main').getByRole('heading', { level: 2 })
      const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
      expect(await links.allTextContents()).toEqual(await headings.allTextContents())
      await links.last().click()
      await expect(headings.last()).toBeInViewport()
      expect(new URL(page.url()).hash).toBe(`#${await headings.last().getAttribute('id')}`)
    }
  })
})
