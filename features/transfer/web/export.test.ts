import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'

test.use({ expectedErrors: /Failed to load resource/ })

test('an editor learns that owners export', async ({ page, server }) => {
  await signIn(page.context(), server, { username: 'Eve', role: 'editor' })
  await page.goto(paths.adminSettingsTab('export'))
  await expect(page.getByText('Only owners see this page.')).toBeVisible()
})
