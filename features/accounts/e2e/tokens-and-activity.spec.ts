import { paths } from '../../../core/contract/paths.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { admin } from '../../../tests/helpers/launch-server.ts'

test.use({ expectedErrors: /status of 403/ })
test.beforeEach(({ server }) => emptyTables(server))

test('an owner makes a token, finds its use in Activity, and revokes it', async ({ page, server }) => {
  await signIn(page.context(), server)
  await page.goto(paths.adminSettingsTab('tokens'))
  await page.getByLabel('Name').fill('Import')
  await page.getByRole('button', { name: 'Make token' }).click()
  await expect(page.getByText('Choose at least one thing')).toBeVisible()
  await page.getByLabel('Publish').check()
  await server.query('update sessions set confirmed_at = null')
  await page.getByRole('button', { name: 'Make token' }).click()
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Password').fill(admin.password)
  await page.keyboard.press('Enter')
  const field = page.getByLabel('API token', { exact: true })
  const secret = await field.inputValue()
  await expect(field).toBeFocused()
  const [question] = await Promise.all([
    page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss()
      return dialog.message()
    }),
    page.getByRole('link', { name: 'Activity', exact: true }).click(),
  ])
  expect(question).toBe('You won’t see this token again. Leave without copying it?')
  await expect(field).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(field).toHaveCount(0)
  await expect(page.getByLabel('Name')).toHaveValue('')

  const headers = { authorization: `Bearer ${secret}` }
  const json = { title: 'By a script', content: '<p>Text</p>', isPublished: true }
  expect((await server.send('/api/blog', { headers, json })).status).toBe(201)

  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  const lines = page.getByRole('article')
  await expect(lines).toHaveCount(3)
  await expect(lines.first()).toContainText('Published a post: By a script')
  await expect(lines.first()).toContainText('with API token “Import”')
  await page.getByLabel('Kind').selectOption('API tokens')
  await expect(lines).toHaveCount(2)
  await page.getByLabel('User').selectOption('Ann Admin')
  await page.getByLabel('From').fill('2025-01-01')
  await expect(page).toHaveURL(/kind=token&user=1&from=2025-01-01/)
  await expect(lines).toHaveCount(2)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^activity-.*\.csv$/)
  await page.reload()
  await expect(page.getByLabel('Kind')).toHaveValue('token')
  await page.getByLabel('To').fill('2025-01-31')
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expect(page.getByLabel('From')).toHaveAttribute('max', '2025-01-31')
  await page.getByRole('button', { name: 'Show everything' }).click()
  // One line more: the download is on the list, too.
  await expect(lines).toHaveCount(4)
  await expect(page.getByLabel('To')).toHaveValue('')

  await page.getByRole('link', { name: 'API tokens', exact: true }).click()
  const revoke = page.getByRole('button', { name: 'Revoke Import' })
  await revoke.click()
  const asked = page.getByRole('dialog', { name: 'Revoke “Import”?' })
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(revoke).toBeFocused()
  await revoke.click()
  await asked.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('You have no tokens.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your tokens' })).toBeFocused()
  expect((await server.send('/api/blog', { headers })).status).toBe(401)
})
