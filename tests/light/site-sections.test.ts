import { paths } from '../../contracts/paths.ts'
import { roleLabels } from '../../contracts/roles.ts'
import { signIn } from '../e2e/sign-in.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /status of (409|422)|Failed to load resource/ })

test('a helper cannot open the site’s sections', async ({ page, server }) => {
  await signIn(page.context(), server, { username: 'Hana', role: 'helper' })
  await page.goto(paths.adminSite)
  await expect(
    page.getByText(`Only ${roleLabels.editor.toLowerCase()}s and owners see this page.`),
  ).toBeVisible()
})
