import { assistantMessages as words } from '../../contracts/assistant.ts'
import { paths } from '../../contracts/paths.ts'
import { signIn } from '../e2e/sign-in.ts'
import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /status of 503/ })

test.beforeEach(async ({ context, server }) => {
  await signIn(context, server)
})

test('without an AI service, a draft says so beforehand, and its error stays and links to the settings', async ({
  page,
}) => {
  await page.goto(paths.adminTab('ai-tools'))
  const button = page.getByRole('button', { name: 'Generate a draft' })
  await expect(button).toBeEnabled()
  await expect(button).toHaveAccessibleDescription(
    'This needs an AI service, and none is connected yet. Connect one',
  )
  await button.click()
  await expect(page.getByText(words.generateFailed, { exact: true })).toBeVisible()
  await expect(page.getByText('No AI service is connected yet.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Connect one' }).click()
  await expect(page).toHaveURL(paths.adminSettingsTab('connections'))
  await expect(page.getByRole('button', { name: 'Connect AI' })).toBeVisible()

  await page.goto(paths.adminTab('ai-tools'))
  await page.getByRole('link', { name: 'Connect one' }).click()
  await expect(page).toHaveURL(paths.adminSettingsTab('connections'))
})
