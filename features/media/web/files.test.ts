import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { addFile } from '../../../tests/e2e/screen-states.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { fileBlock, pdf } from '../../../tests/helpers/test-files.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { addPost, button, content, title } from '../../posts/e2e/post-form.ts'
import { fileMessages } from '../contract/files.ts'
import { mediaPaths } from '../contract/media-paths.ts'

let cookie: string
test.beforeEach(async ({ page, server }) => {
  cookie = await signIn(page.context(), server)
})

const report = { name: 'Annual_Report 2026.pdf', mimeType: 'application/pdf', buffer: pdf(45_000) }
const dialog = (page: Page) => page.getByRole('dialog')

/** Opens the Insert menu by keyboard and chooses the file. */
async function insertByKeyboard(page: Page): Promise<void> {
  await content(page).press('Alt+F10')
  await button(page, 'Insert').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'PDF file' }).press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Add a PDF file')
}

test.describe('a refusal', () => {
  test.use({ expectedErrors: /status of (404|415)/ })

  test('a file is chosen from Media, and a deleted one is refused in words', async ({ page, server }) => {
    const [kept, gone] = [
      await addFile(server, cookie, 'Kept.pdf'),
      await addFile(server, cookie, 'Gone.pdf'),
    ]
    await page.goto(paths.admin)
    await title(page).fill('From Media')
    await insertByKeyboard(page)
    const library = dialog(page).getByRole('region', { name: 'Files in Media' })
    await expect(library.getByRole('button')).toHaveCount(2)
    await server.send(`/api/files/${gone.id}`, { method: 'DELETE', cookie })
    await library.getByRole('button', { name: 'Gone.pdf' }).click()
    await dialog(page).getByRole('button', { name: 'Insert' }).click()
    await expect(dialog(page).getByText(fileMessages.missing)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Choose another file' }).click()
    await library.getByRole('button', { name: 'Kept.pdf' }).click()
    await dialog(page).getByRole('button', { name: 'Insert' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect.poll(() => content(page).innerHTML()).toContain('Kept')
    expect(kept.uses).toBe(0)
  })

  test('a file that is no PDF, or too large, is refused, and another can be chosen', async ({ page }) => {
    await page.goto(paths.admin)
    await insertByKeyboard(page)
    const choose = (name: string, buffer: Buffer) =>
      dialog(page).getByLabel('PDF file').setInputFiles({ name, mimeType: 'application/pdf', buffer })
    await choose('page.pdf', Buffer.from('<html><script>alert(1)</script></html>'))
    await expect(dialog(page).getByText(fileMessages.notPdf)).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Choose another file' }).click()
    await expect(dialog(page).getByRole('button', { name: 'Choose a PDF' })).toBeFocused()
    await choose('large.pdf', pdf(21 * 1024 * 1024))
    await expect(dialog(page).getByText(fileMessages.tooLarge)).toBeVisible()
  })
})

test('Media lists files, finds, adds, and deletes those that no post links to', async ({ page, server }) => {
  const used = await addFile(server, cookie, 'Budget.pdf')
  await addFile(server, cookie, 'Minutes.pdf')
  await addPost(server, { title: 'Money', content: fileBlock(used) })
  await page.goto(mediaPaths.adminMedia)
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Files' })).toBeVisible()
  await expect(page.getByText('2 files')).toBeVisible()
  const card = (name: string) => page.getByRole('article', { name })
  await expect(card('Budget.pdf').getByText('Used in 1 place')).toBeVisible()
  await expect(card('Budget.pdf').getByRole('button', { name: 'Delete Budget.pdf' })).toBeDisabled()
  await page.getByRole('searchbox').fill('minu')
  await expect(card('Budget.pdf')).toHaveCount(0)
  await card('Minutes.pdf').getByRole('button', { name: 'Delete Minutes.pdf' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('File deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('No files match. Try different words.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a PDF' }).click()
  await dialog(page).getByLabel('PDF file').setInputFiles(report)
  await expect(page.getByText('File added', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(card('Annual_Report 2026.pdf').getByText('PDF, 45 KB')).toBeVisible()
})
