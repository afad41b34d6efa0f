import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'

test('the look says what is wrong with a color, and saves nothing', async ({ page, server }) => {
  await signIn(page.context(), server)
  await page.goto(paths.adminLook)
  const color = page.getByLabel('Main color', { exact: true })
  await color.fill('grass')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(color).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(/^Use a color like #1d4ed8/).first()).toBeVisible()
  expect(await server.query('select * from site_sections')).toEqual([])
})
