import { assistantMessages as words } from '../../contracts/assistant.ts'
import { paths } from '../../contracts/paths.ts'
import { microphone, toneWav } from './ai-fixtures.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

test.use({ launchOptions: microphone(toneWav(440, 10, 0.4)), expectedErrors: /status of 503/ })
test.setTimeout(60_000)

test.beforeEach(async ({ context, server }) => {
  await emptyTables(server)
  await signIn(context, server)
})

test('without an AI service, the built-in helper structures a text, says that it is no AI, and the text stays human', async ({
  page,
}) => {
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

test('without a speech service, a recording says what to configure, and is kept', async ({ page }) => {
  await page.goto(paths.adminTab('content-input'))
  await expect(page.getByText(/^Transcribing needs a speech-to-text service/)).toBeVisible()
  await page.getByRole('button', { name: 'Start Recording' }).click()
  await expect(page.getByRole('timer')).toHaveText('0:01', { timeout: 15_000 })
  await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
  await expect(page.getByText(words.serviceNeeded, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect one' })).toBeVisible()
  await expect(page.getByText(/Your recording is still here/)).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: 'Start Recording' })).toBeFocused()
})

test('without an AI service, Generate AI Content says so beforehand, and its error stays', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(paths.admin)
  const button = page.getByRole('button', { name: 'Generate AI Content' })
  await expect(button).toHaveAccessibleDescription(/^Generate AI Content needs an AI service/)
  await button.click()
  const failure = page.getByText(words.generateFailed, { exact: true })
  await expect(failure).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(failure).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(failure).toHaveCount(0)
})
