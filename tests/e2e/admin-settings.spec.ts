import { paths } from '../../core/contract/paths.ts'
import { emptyTables, expect, startSignedIn, test } from './fixtures.ts'

// These tests change the site's name, which other tests of the worker rely on.
test.afterEach(async ({ server }) => emptyTables(server))

test.beforeEach(startSignedIn)

test('a backup is made now, is listed, and can be downloaded', async ({ page }) => {
  // The form of the settings is longer than the window, but its save button stays visible.
  await page.goto(paths.adminSettings)
  await expect(page.getByRole('button', { name: 'Save settings' })).toBeInViewport()
  await page.goto(paths.adminSettingsTab('backup'))
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByText('Backup complete', { exact: true })).toBeVisible()
  const newest = page.getByRole('region', { name: 'Backups' }).getByRole('listitem').first()
  await expect(newest).toContainText('Newest')
  await expect(newest).toContainText(/^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M/)
  await expect(newest).toContainText(/\d kB/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    newest.getByRole('link', { name: /^Download the backup of/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^everyday-ai-.*\.tar\.gz$/)
})
