import { paths } from '../../../core/contract/paths.ts'
import { expect, startSignedIn, test } from '../../../tests/e2e/fixtures.ts'
import { assistantMessages as words } from '../contract/assistant.ts'
import { microphone, toneWav } from './ai-fixtures.ts'

test.use({ launchOptions: microphone(toneWav(440, 10, 0.4)), expectedErrors: /status of 503/ })

test.beforeEach(startSignedIn)

test('without a service, recording and Generate AI Content say what to configure', async ({ page }) => {
  await test.step('a recording', async () => {
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
  await test.step('Generate AI Content, whose error stays', async () => {
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
})
