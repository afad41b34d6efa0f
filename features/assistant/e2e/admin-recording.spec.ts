import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { assistantMessages as words } from '../contract/assistant.ts'
import { emptyTables, expect, test } from './ai-fixtures.ts'

const spoken =
  'um so the food bank opens at nine on monday and we need twelve volunteers because last week we had only seven'
const enhanced = {
  title: 'Twelve volunteers for Monday',
  content:
    '<p>The food bank opens at nine on Monday. We need twelve volunteers, because we had only seven last week. Thank you.</p>',
  excerpt: 'We need twelve volunteers.',
  tags: ['Volunteers', 'Food bank', 'Monday'],
}

test.use({
  expectedErrors: /ERR_(FAILED|ABORTED)|status of (422|502)/,
})

test.beforeEach(async ({ context, server, ai }) => {
  await emptyTables(server)
  await signIn(context, server)
  ai.next = []
  ai.always = 'none'
  ai.reply = undefined
  ai.received.length = 0
})

test('a spoken note becomes a published post with a transcript', async ({ page, server, ai }) => {
  await page.goto(paths.adminTab('ai-tools'))
  await page.getByRole('link', { name: 'Enhance Content' }).click()
  await expect(page).toHaveURL(paths.adminTab('content-input'))
  await expect(page.getByRole('heading', { level: 1, name: 'Enhance Content' })).toBeFocused()
  await expect(page.getByRole('tab', { selected: true })).toHaveCount(0)

  await record(page)
  ai.reply = spoken
  await page.route('**/api/ai/enhance-content', async (route) => {
    await expect(page.getByText(words.transcribed, { exact: true })).toBeVisible()
    ai.reply = JSON.stringify(enhanced)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
  await expect(page.getByText(words.enhanced, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Transcript', { exact: true })).toHaveValue(spoken)

  expectWav(ai.received[0] ?? '')
  await expect(page.getByRole('heading', { name: 'Review' })).toBeFocused()
  await expect(
    page.getByText(/^1 sentence yours, 1 cleaned up, and 1 added by AI \(10% of the words\)/),
  ).toBeVisible()
  await page.getByRole('checkbox', { name: 'Thank you.' }).uncheck()
  await page.getByRole('button', { name: 'Use in a new post' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(enhanced.title)
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveText(
    'The food bank opens at nine on Monday. We need twelve volunteers, because we had only seven last week.',
  )
  await expect(page.getByText('Filled in: content, title, excerpt, tags.')).toBeVisible()
  await expect(page.getByLabel('Content type')).toHaveValue('ai')
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Save Post' }).click()
  const disclosure =
    'This post was written with the help of AI. AI helped with the title, the text, the short summary, and the tags. Someone on our team reviewed it before it was published.'
  await expect(page.getByRole('dialog', { name: 'What readers will see' })).toContainText(disclosure)
  await page.getByRole('button', { name: 'I’ve read it. Publish' }).click()
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()

  const [post] = await server.query<{ id: number; slug: string }>('select id, slug from blog_posts')
  expect(await server.query('select action, applied from ai_actions order by created_at')).toEqual([
    { action: 'transcribe', applied: 'part' },
    { action: 'enhance-content', applied: 'part' },
  ])
  const transcripts = await server.query('select post_id, text from post_transcripts')
  expect(transcripts).toEqual([{ post_id: post?.id, text: spoken }])
  await page.goto(postPaths.post(post?.slug ?? ''))
  await expect(page.getByRole('heading', { level: 1, name: enhanced.title })).toBeVisible()
  await expect(page.locator('meta[name="ai-disclosure"]')).toHaveAttribute('content', 'ai-assisted')
  await expect(page.getByText('um so the food bank')).toHaveCount(0)
  await expect(page.getByText(disclosure)).toBeVisible()
  await page.goto(postPaths.adminPost(post?.id ?? 0))
  await page.getByText('Transcript', { exact: true }).click()
  await expect(page.getByText(spoken)).toBeVisible()
  await page.goto(paths.adminTab('content-input'))
  await expect(page.getByText(/Nothing leaves this device until you click Transcribe\./)).toBeVisible()
  await expect(page.getByLabel('Transcript', { exact: true })).toHaveCount(0)
})

/** Records two seconds of the tone that the fake microphone plays. */
async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Recording' }).click()
  await expect(page.getByText(words.recordingStarted, { exact: true })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText('0:02', { timeout: 15_000 })
  await expect
    .poll(() =>
      page.getByRole('meter', { name: 'Input level' }).evaluate((meter: HTMLMeterElement) => meter.value),
    )
    .toBeGreaterThan(0.1)
  await page.getByRole('button', { name: 'Stop Recording' }).click()
  await expect(page.getByText(words.recordingStopped, { exact: true })).toBeVisible()
  await expect(page.getByText(/Recording of 0:0\d/)).toBeVisible()
  await expect(page.getByText(/We can’t hear anything|distorted/)).toHaveCount(0)
}

/** Expects that the service received the recording as a WAV file. */
function expectWav(request: string): void {
  const sent = Buffer.from(request, 'latin1')
  const wav = sent.subarray(sent.indexOf('RIFF'))
  const dataBytes = wav.readUInt32LE(40)
  expect(wav.toString('latin1', 8, 16)).toBe('WAVEfmt ')
  expect([20, 22, 34].map((offset) => wav.readUInt16LE(offset))).toEqual([1, 1, 16])
  expect(wav.readUInt32LE(24)).toBe(16_000)
  expect(wav.readUInt32LE(4)).toBe(dataBytes + 36)
  expect(dataBytes).toBeGreaterThan(16_000 * 2)
  expect(sent.toString('latin1', sent.indexOf('RIFF') + 44 + dataBytes)).toMatch(/^\r\n--/)
  const samples = Array.from({ length: dataBytes / 2 }, (_, index) => wav.readInt16LE(44 + 2 * index))
  expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(1000)
  expect(pitchOf(samples)).toBeGreaterThan(300)
  expect(pitchOf(samples)).toBeLessThan(600)
}

test('sentences that AI added beyond the limit start unchecked, can be included', async ({ page, ai }) => {
  await page.goto(paths.adminTab('content-input'))
  await page.getByRole('button', { name: 'Start Recording' }).click()
  await expect(page.getByRole('timer')).toHaveText('0:01', { timeout: 15_000 })
  await page.getByRole('button', { name: 'Stop Recording' }).click()
  ai.reply = JSON.stringify({ ...enhanced, content: '<p>Gardens grow in spring.</p><p>Ducks like rain.</p>' })
  await page.route(
    '**/api/ai/transcribe',
    (route) => route.fulfill({ json: { text: spoken, provider: 'openai-compatible' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
  await expect(page.getByText(/^AI added more than your limit of 20%/)).toBeVisible()
  const gardens = page.getByRole('checkbox', { name: 'Gardens grow in spring.' })
  const ducks = page.getByRole('checkbox', { name: 'Ducks like rain.' })
  for (const sentence of [gardens, ducks]) {
    await expect(sentence).not.toBeChecked()
    await expect(sentence).toBeEnabled()
  }
  await page.getByRole('button', { name: 'Use in a new post' }).click()
  await expect(page.getByText('There’s no text left. Include some of it.').first()).toBeVisible()
  await expect(gardens).toBeFocused()
  await gardens.check()
  await expect(page.getByText(/AI-added words now: 100%\./)).toBeVisible()
  await page.getByRole('button', { name: 'Include all' }).click()
  await expect(ducks).toBeChecked()
  await ducks.uncheck()
  await page.getByRole('button', { name: 'Use in a new post' }).click()
  await expect(page.getByRole('textbox', { name: 'Content' })).toHaveText('Gardens grow in spring.')
})

test('a recording survives a failed upload and a reload, and is sent again', async ({ page, ai }) => {
  await page.goto(paths.adminTab('content-input'))
  await page.getByRole('button', { name: 'Start Recording' }).click()
  await expect(page.getByRole('timer')).toHaveText('0:01', { timeout: 15_000 })
  await page.getByRole('button', { name: 'Stop Recording' }).click()
  await page.route('**/api/ai/transcribe', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
  await expect(page.getByText(words.transcribeFailed, { exact: true })).toBeVisible()
  ai.next = [500]
  await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
  await expect(page.getByText(/The speech service is having problems/).first()).toBeVisible()
  await expect(page.getByText(/Your recording is still here: try again, or download it\./)).toBeVisible()

  await page.reload()
  await expect(page.getByText(/Recording of 0:0\d/)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('recording.wav')

  ai.next = ['no-speech']
  await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
  await expect(page.getByText(words.noSpeech, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
  await expect(page.getByText(words.enhanced, { exact: true })).toBeVisible()

  // Replacing an edited transcript needs a confirmation.
  await page.getByLabel('Transcript', { exact: true }).fill('Fixed by hand.')
  const questions: string[] = []
  page.once('dialog', async (dialog) => {
    questions.push(dialog.message())
    await dialog.dismiss()
  })
  const requests = ai.received.length
  await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
  await expect.poll(() => questions).toEqual(['Transcribe again? This replaces your current transcript.'])
  await expect(page.getByLabel('Transcript', { exact: true })).toHaveValue('Fixed by hand.')
  expect(ai.received).toHaveLength(requests)

  // If the user leaves during the transcription, the recording is still there afterwards.
  page.once('dialog', (dialog) => dialog.accept())
  ai.next = ['silent']
  const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/ai/transcribe'))
  await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
  await expect(page.getByRole('progressbar', { name: 'Transcribing' })).toBeVisible()
  await page.getByRole('tab', { name: 'AI Tools' }).click()
  await given
  await page.getByRole('link', { name: 'Enhance Content' }).click()
  await expect(page.getByText(/Recording of 0:0\d/)).toBeVisible()
  await expect(page.getByLabel('Transcript', { exact: true })).toHaveValue('Fixed by hand.')

  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Delete' }).first().click()
  await expect(page.getByText(/Recording of 0:0\d/)).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/Nothing leaves this device until you click Transcribe\./)).toBeVisible()
  await page.getByRole('button', { name: 'Transcribe & Enhance' }).click()
  await expect(page.getByText(words.noRecording, { exact: true })).toBeVisible()
})

test('the last words before a reload are kept, too', async ({ page }) => {
  await page.goto(paths.adminTab('content-input'))
  await page.getByRole('button', { name: 'Start Recording' }).click()
  await expect(page.getByRole('timer')).toHaveText('0:03', { timeout: 15_000 })
  await page.reload()
  await expect(page.getByText(/Recording of 0:0[23]/)).toBeVisible()
})

/** Pitch of 16 kHz samples in hertz, from the zero crossings between the first and the last loud sample */
function pitchOf(samples: number[]): number {
  const loud = samples.flatMap((sample, index) => (Math.abs(sample) > 500 ? [index] : []))
  const [from, to] = [loud[0] ?? 0, loud.at(-1) ?? 0]
  let rising = 0
  for (let index = from + 1; index < to; index++)
    if ((samples[index - 1] ?? 0) < 0 && (samples[index] ?? 0) >= 0) rising++
  return (rising * 16_000) / (to - from)
}
