import { paths } from '../../contracts/paths.ts'

import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

// These tests change the site's name, which other tests of the worker rely on.
test.afterEach(async ({ server }) => emptyTables(server))

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  await signIn(page.context(), server)
})

test('the organization gets its own name and links, and they show on the site', async ({ page }) => {
  await page.goto(paths.adminSettings)
  const name = page.getByLabel('Name', { exact: true })
  const booking = page.getByLabel('Booking link')
  const save = page.getByRole('button', { name: 'Save settings' })
  await expect(name).toHaveAttribute('placeholder', /\w/)
  // The form is longer than the window, but the save button stays visible.
  await expect(save).toBeInViewport()
  await expect(page.getByLabel('Time zone')).toContainText('Eastern Time (default)')
  await name.fill('Riverside AI')
  await booking.fill('not an address')
  await page.getByRole('group', { name: 'App links' }).getByLabel('CalmPath').fill('calm')
  await save.click()
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('Please fix the highlighted fields.')
  await expect(problem).toBeFocused()
  await expect(problem.getByRole('link')).toHaveText(['Booking link', 'CalmPath'])
  await expect(booking).toHaveAccessibleDescription('Enter a full web address, like https://example.org.')
  await problem.getByRole('link', { name: 'Booking link' }).click()
  await expect(booking).toBeFocused()
  await booking.fill('booking.example/schedule/info')
  await page.getByLabel('CalmPath').fill('')
  await save.click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await expect(booking).toHaveValue('https://booking.example/schedule/info')

  await page.reload()
  await expect(name).toHaveValue('Riverside AI')
  await page.goto(paths.apps)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Riverside AI')
})

test('a backup is made now, is listed, and can be downloaded', async ({ page }) => {
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
