import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { assistantMessages as words } from '../contract/assistant.ts'
import { emptyTables, expect, microphone, test, toneWav } from './ai-fixtures.ts'

test.use({ launchOptions: microphone(toneWav(440, 10, 0)), expectedErrors: /status of 422/ })

test('silence is reported, and only sent if the user insists', async ({ page, server, context, ai }) => {
  const startRecording = async () => {
    await emptyTables(server)
    await signIn(context, server)
    ai.received.length = 0
    await page.goto(paths.adminTab('content-input'))
    await page.getByRole('button', { name: 'Start Recording' }).click()
    await expect(page.getByRole('timer')).toHaveText('0:01', { timeout: 15_000 })
  }

  await test.step('after the recording', async () => {
    await startRecording()
    await page.getByRole('button', { name: 'Stop Recording' }).click()
    await expect(page.getByText(/^We can’t hear anything in this recording\./)).toBeVisible()
    expect(ai.received).toEqual([])

    const questions: string[] = []
    page.on('dialog', async (dialog) => {
      questions.push(dialog.message())
      if (questions.length === 1) await dialog.dismiss()
      else await dialog.accept()
    })
    const question = 'We can’t hear anything in this recording. Send it anyway?'
    let uploads = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/ai/transcribe')) uploads++
    })
    await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
    await expect.poll(() => questions).toEqual([question])
    expect(uploads).toBe(0)

    // The user sends the recording anyway. The server detects the silence, too, and does not call the service.
    await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
    await expect(page.getByText(words.noSpeech, { exact: true })).toBeVisible()
    expect(questions).toEqual([question, question])
    expect(ai.received).toEqual([])
  })
  await test.step('when the send button ends the recording', async () => {
    page.removeAllListeners('dialog')
    // A new recording replaces the one that is here.
    page.once('dialog', (dialog) => dialog.accept())
    await startRecording()
    const asked = page.waitForEvent('dialog')
    const clicked = page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
    const dialog = await asked
    expect(dialog.message()).toBe('We can’t hear anything in this recording. Send it anyway?')
    await dialog.dismiss()
    await clicked
    await expect(page.getByText(/^We can’t hear anything in this recording\./)).toBeVisible()
    expect(ai.received).toEqual([])
  })
})
