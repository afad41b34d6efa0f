import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'

test.use({ expectedErrors: /status of 403/ })

test('a long list of activity loads page by page', async ({ page, server }) => {
  await signIn(page.context(), server)
  await server.query(
    `insert into activity (at, kind, action, actor) select now() - n * interval '1 minute', 'backup', 'backup-made', 'server'
     from generate_series(1, 120) n`,
  )
  await page.goto(paths.adminSettingsTab('activity'))
  const lines = page.getByRole('article')
  await expect(lines).toHaveCount(50)
  await expect(page.getByRole('status').filter({ hasText: '120 entries' })).toBeVisible()
  await page.getByRole('button', { name: 'Show more activity' }).click()
  await expect(lines).toHaveCount(100)
  await page.getByRole('button', { name: 'Show more activity' }).click()
  await expect(lines).toHaveCount(120)
})

test('a helper is told who makes tokens that publish, and has no activity', async ({ page, server }) => {
  await server.signIn()
  await signIn(page.context(), server, { username: 'Hal', role: 'helper' })
  await page.goto(paths.adminSettingsTab('tokens'))
  const publish = page.getByLabel('Publish')
  await expect(publish).toBeDisabled()
  await expect(publish).toHaveAccessibleDescription('Only editors and owners can do this. Ask one of them.')
  await expect(page.getByRole('heading', { name: 'Tokens of others' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Activity', exact: true })).toHaveCount(0)
})

test('a token that exports the site gets the few days that it may have', async ({ page, server }) => {
  await signIn(page.context(), server)
  await page.goto(paths.adminSettingsTab('tokens'))
  await page.getByLabel('Name').fill('Copy')
  await expect(page.getByLabel('Works for')).toHaveValue('90')
  await page.getByLabel('Export the site').check()
  await expect(page.getByLabel('Works for')).toHaveValue('7')
  await expect(page.getByRole('option', { name: '30 days' })).toBeDisabled()
  await page.getByRole('button', { name: 'Make token' }).click()
  await expect(page.getByLabel('API token', { exact: true })).toBeVisible()
  expect(await server.query("select expires_at < now() + interval '8 days' as soon from api_tokens")).toEqual(
    [{ soon: true }],
  )
})
