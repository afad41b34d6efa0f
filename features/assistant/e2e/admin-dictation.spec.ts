import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { button, content, title } from '../../posts/e2e/post-form.ts'
import { assistantMessages as words } from '../contract/assistant.ts'
import { emptyTables, expect, test } from './ai-fixtures.ts'

test.beforeEach(async ({ context, server, ai }) => {
  await emptyTables(server)
  await signIn(context, server)
  ai.next = []
  ai.always = 'none'
  ai.received.length = 0
})

test('what is dictated goes into the text where the caret was', async ({ page, server, ai }) => {
  ai.reply = 'we need twelve volunteers'
  await page.goto(paths.admin)
  await title(page).fill('Monday')
  await content(page).fill('On Monday.')
  const microphone = button(page, 'Dictate')
  await microphone.click()
  await expect(page.getByText(words.recordingStarted, { exact: true })).toBeVisible()
  await expect(microphone).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('timer')).toHaveText('0:02', { timeout: 15_000 })
  // The place moves with the text that is typed in the meantime.
  await content(page).press('Home')
  await page.keyboard.type('Hi! ')
  await microphone.click()
  await expect(page.getByText(words.transcribed, { exact: true })).toBeVisible()
  await expect(content(page)).toHaveText('Hi! On Monday. we need twelve volunteers')
  await expect(content(page)).toBeFocused()
  await expect(page.getByRole('timer')).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()
  expect(await server.query('select action, applied, fields from ai_actions')).toEqual([
    { action: 'transcribe', applied: 'part', fields: ['content'] },
  ])
})
