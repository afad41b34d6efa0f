import { paths } from '../../../core/contract/paths.ts'
import { signInPage } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { assistantMessages as words } from '../contract/assistant.ts'

test.use({ expectedErrors: /status of 503/ })

test.beforeEach(signInPage)

test('without an AI service, a draft says so beforehand, and its error stays and links to the settings', async ({
  page,
}) => {
  await page.goto(paths.adminTab('ai-tools'))
  await expect(page.getByText('about one of your topics: the one it has written about least.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'a new post' })).toHaveAttribute(
    'href',
    paths.adminTab('create'),
  )
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

test('without an AI service, the built-in helper structures a text, which stays human', async ({ page }) => {
  await page.goto(paths.adminTab('content-input'))
  await page.getByLabel('Your text').fill('# Supper\n\nBring to the hall:\ntables\nchairs')
  await page.getByRole('button', { name: 'Enhance with AI' }).click()
  await expect(page.getByText(words.enhanced, { exact: true })).toBeVisible()
  await expect(page.getByText('From the built-in helper, no AI service used.').first()).toBeVisible()
  await expect(page.getByText(/^3 sentences yours, 0 cleaned up, and 0 added by AI/)).toBeVisible()
  await page.getByRole('button', { name: 'Use in a new post' }).click()
  await expect(page.getByText(/^Filled in: .* From the built-in helper, no AI service used\./)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Supper')
  await expect(page.getByRole('textbox', { name: 'Content' }).getByRole('listitem')).toHaveText([
    'tables',
    'chairs',
  ])
  await expect(page.getByLabel('Content type')).toHaveValue('human')
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Save Post' }).click()
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()
})

test('without a speech service, the microphone of the editor says what to do', async ({ page }) => {
  await page.goto(paths.admin)
  await page.getByRole('button', { name: 'Dictate' }).click()
  await expect(page.getByText(/^Dictation needs a speech-to-text service/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect one' })).toBeVisible()
})
