import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import type { AiFault } from '../../../tests/fakes/fake-ai.ts'
import { assistantMessages as messages } from '../contract/assistant.ts'
import { enhance, openInput, reply, toast, yourText } from '../testing/ai-stage.ts'
import { expect, test } from '../testing/light-ai.ts'

test.use({ expectedErrors: /status of (4\d\d|50[23])|ERR_INTERNET_DISCONNECTED/ })

test.beforeEach(async ({ context, server, ai }) => {
  await server.query('truncate ai_draft_jobs')
  await signIn(context, server)
  ai.next = []
  ai.always = 'none'
  ai.reply = undefined
  ai.received.length = 0
})

test.describe('a document', () => {
  test('of any kind but plain text is refused, and the text is kept', async ({ page }) => {
    await openInput(page)
    await enhance(page)
    await expect(toast(page, messages.enhanceBlank)).toBeVisible()
    const files: [string, Buffer, string | RegExp][] = [
      ['letter.docx', Buffer.from('text'), messages.fileType],
      ['page.html', Buffer.from('<p>text</p>'), messages.fileType],
      ['picture.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), messages.fileFailed],
      ['empty.md', Buffer.alloc(0), messages.fileFailed],
      ['unmarked.txt', Buffer.from('Zoë', 'utf16le'), messages.fileFailed],
      ['large.txt', Buffer.alloc(26 * 1024 * 1024, 'x'), /^That file is over 1 MB\./],
    ]
    for (const [name, buffer, message] of files) {
      await page.getByLabel('Text file').setInputFiles({ name, mimeType: 'text/plain', buffer })
      await expect(toast(page, message), name).toBeVisible()
      await page.keyboard.press('F8')
      await page.keyboard.press('Escape')
      await expect(toast(page, message), name).toHaveCount(0)
    }
    await expect(yourText(page)).toHaveValue('')
  })

  test('is read in any encoding, appended to the text, and kept after a reload', async ({ page }) => {
    await openInput(page, 'Pasted.')
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Zoë’s notes', 'utf16le')])
    await page
      .getByLabel('Text file')
      .setInputFiles({ name: 'Notes.MD', mimeType: 'text/markdown', buffer: utf16 })
    await expect(yourText(page)).toHaveValue('Pasted.\n\nZoë’s notes')
    await page.reload()
    await expect(yourText(page)).toHaveValue('Pasted.\n\nZoë’s notes')
  })

  const faults: [AiFault, RegExp][] = [
    ['silent', /took too long to answer/],
    ['stalled', /took too long to answer/],
    ['cut', /stopped in the middle/],
    ['html', /can’t use/],
    ['half-json', /can’t use/],
    ['wrong-types', /can’t use/],
    ['endless', /far more than we asked for/],
    [401, /didn’t accept our key/],
    [429, /is busy right now/],
    [500, /is having problems/],
  ]
  for (const [fault, detail] of faults)
    test(`is kept if the service fails: ${fault}`, async ({ page, ai, server }) => {
      await openInput(page, 'we open at nine')
      ai.always = fault
      ai.retryAfter = '30'
      ai.reply = reply(`<p>${'cake '.repeat(60)}</p>`)
      await enhance(page)
      await expect(toast(page, messages.enhanceFailed)).toBeVisible({ timeout: 20_000 })
      await expect(toast(page, detail)).toBeVisible()
      await expect(yourText(page)).toHaveValue('we open at nine')
      await expect(page.getByText(/sk-the-key|secret words|hotel network/)).toHaveCount(0)
      expect(server.logged.join('')).not.toContain('sk-the-key')
    })
})

test('a slow draft shows its progress on every screen, then a link to the post', async ({ page, ai }) => {
  ai.always = 'slow'
  ai.reply = reply(`<p>${'Words of a draft. '.repeat(20)}</p>`)
  await page.goto(paths.adminTab('ai-tools'))
  await page.getByRole('button', { name: 'Generate a draft' }).click()
  await expect(toast(page, messages.started)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Writing a draft' })).toBeVisible()
  await page.getByRole('tab', { name: 'Manage Posts' }).click()
  await page.getByRole('tab', { name: 'AI Tools' }).click()
  await expect(page.getByText(/^Your draft is ready: A title/)).toBeVisible({ timeout: 15_000 })
  await page.getByRole('link', { name: 'A title' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A title')
  await page.getByRole('tab', { name: 'Manage Posts' }).click()
  await expect(page.getByRole('article', { name: 'A title' })).toBeVisible()
})

test('the progress of a draft is shown again after a reload without a connection', async ({ page, ai }) => {
  ai.always = 'slow'
  // With slow chunks, this draft takes longer than `draftWait`, so the server responds with a job to poll.
  ai.reply = reply(`<p>${'Words of a draft. '.repeat(6)}</p>`)
  await page.goto(paths.adminTab('ai-tools'))
  await page.getByRole('button', { name: 'Generate a draft' }).click()
  await expect(toast(page, messages.started)).toBeVisible()
  const jobs = '**/api/blog/generate-ai-content/*'
  await page.route(jobs, (route) => route.abort('internetdisconnected'))
  await page.reload()
  await expect(toast(page, 'We can’t check the progress right now. We’ll keep trying.')).toBeVisible()
  await page.unroute(jobs)
  await expect(page.getByText(/^Your draft is ready: A title/)).toBeVisible({ timeout: 15_000 })
})

test('a failed draft says why, and can be tried again', async ({ page, ai, context }) => {
  ai.always = 'stalled'
  await page.goto(paths.adminTab('ai-tools'))
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Generate a draft' }).click()
  await expect(toast(page, messages.generateFailed)).toBeVisible()
  await expect(toast(page, 'You’re offline. Try again when you’re back online.')).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Generate a draft' }).click()
  await expect(toast(page, messages.generateFailed)).toBeVisible({ timeout: 15_000 })
  await expect(toast(page, /took too long to answer/)).toBeVisible()
  ai.always = 'none'
  await page.getByRole('button', { name: 'Generate a draft' }).click()
  await expect(page.getByText(/^Your draft is ready:/)).toBeVisible({ timeout: 15_000 })
})
