import { paths } from '../../../core/contract/paths.ts'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { fillRichSite } from '../../../tests/helpers/rich-site.ts'

test.use({ expectedErrors: /Failed to load resource/ })
test.beforeEach(({ server }) => emptyTables(server))

test('an owner exports everything, also with the keyboard and after a reload', async ({ page, server }) => {
  await signIn(page.context(), server)
  await fillRichSite(server)
  await page.goto(paths.adminSettingsTab('export'))
  await expect(page.getByText('No exports yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Export everything' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Exporting...' })).toBeVisible()
  await page.reload()
  const link = page.getByRole('link', { name: /^Download the export of/ })
  await expect(link).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/30 posts, 1 page, 2 images, 1 file/)).toBeVisible()
  await expect(page.getByText('The file holds personal data of everyone who wrote to you')).toBeVisible()
  const download = page.waitForEvent('download')
  await link.click()
  expect((await download).suggestedFilename()).toBe('site.zip')
  await expectAccessible(page, 'the export screen')

  const remove = page.getByRole('button', { name: /^Delete the export of/ })
  await remove.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await expectAccessible(page, 'the question before an export is deleted')
  await page.getByRole('button', { name: 'Delete export' }).click()
  await expect(page.getByText('No exports yet.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Exports', exact: true })).toBeFocused()
  await expect(page.getByText('Export deleted', { exact: true })).toBeVisible()
})
