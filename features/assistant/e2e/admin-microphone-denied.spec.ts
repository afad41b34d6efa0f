import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { assistantMessages as words } from '../contract/assistant.ts'
import { emptyTables, expect, microphone, test } from './ai-fixtures.ts'

test.use({ launchOptions: microphone(undefined) })

test('a denied microphone is explained, with instructions', async ({ page, server, context }) => {
  await emptyTables(server)
  await signIn(context, server)
  await page.goto(paths.adminTab('content-input'))
  await page.getByRole('button', { name: 'Start Recording' }).click()
  await expect(page.getByText(words.microphoneDenied, { exact: true })).toBeVisible()
  await expect(page.getByText(/^Allow microphone access/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start Recording' })).toBeFocused()
  await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
  await expect(page.getByText(words.noRecording, { exact: true })).toBeVisible()
})
