import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { expect, startSignedIn, test } from '../../../tests/e2e/fixtures.ts'
import { pdf } from '../../../tests/helpers/test-files.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { button, content, listPosts, readPost, title } from '../../posts/e2e/post-form.ts'

test.beforeEach(startSignedIn)

const report = { name: 'Annual_Report 2026.pdf', mimeType: 'application/pdf', buffer: pdf(45_000) }
const dialog = (page: Page) => page.getByRole('dialog')
const fileTitle = (page: Page) => dialog(page).getByRole('textbox', { name: 'Title' })

/** Opens the Insert menu by keyboard and chooses the file. */
async function insertByKeyboard(page: Page): Promise<void> {
  await content(page).press('Alt+F10')
  await button(page, 'Insert').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'PDF file' }).press('Enter')
  await expect(dialog(page)).toHaveAccessibleName('Add a PDF file')
}

/** Drops or pastes a file into the text editor, as from the desktop or with Ctrl+V. */
async function give(page: Page, type: 'drop' | 'paste', name: string): Promise<void> {
  await content(page).evaluate(
    (element, { type, name, text }) => {
      const data = new DataTransfer()
      data.items.add(new File([text], name, { type: 'application/pdf' }))
      const { left, bottom } = element.getBoundingClientRect()
      const shared = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        type === 'drop'
          ? new DragEvent('drop', { ...shared, dataTransfer: data, clientX: left + 5, clientY: bottom - 5 })
          : new ClipboardEvent('paste', { ...shared, clipboardData: data }),
      )
    },
    { type, name, text: pdf().toString() },
  )
}

test('a PDF is uploaded by keyboard, and readers download it', async ({ page, server }) => {
  await page.goto(paths.admin)
  await title(page).fill('What we did')
  await content(page).fill('Read our report.')
  await insertByKeyboard(page)
  await expect(dialog(page).getByRole('button', { name: 'Choose a PDF' })).toBeFocused()
  await dialog(page).getByLabel('PDF file').setInputFiles(report)
  await expect(fileTitle(page)).toBeFocused()
  await expect(fileTitle(page)).toHaveValue('Annual Report 2026')
  await expect(dialog(page).getByText('Uploaded.')).toBeVisible()
  await fileTitle(page).fill(' ')
  await page.keyboard.press('Enter')
  await expect(fileTitle(page)).toHaveAccessibleDescription(/Give the file a title\./)
  await fileTitle(page).fill('Our report <2026>')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(content(page)).toBeFocused()
  await page.keyboard.type('Thank you.')
  await expect(content(page).getByText('PDF, 45 KB')).toBeVisible()
  await page.getByRole('switch').check()
  await button(page, 'Save Post').click()
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()

  const [post] = await listPosts(server)
  expect(post?.content).toMatch(
    /^<p>Read our report\.<\/p><p class="file-link"><a href="\/files\/[0-9a-f]{32}\/annual-report-2026\.pdf" data-bytes="45\d{3}">Our report &lt;2026&gt;<\/a><\/p><p>Thank you\.<\/p>$/,
  )
  await page.goto(postPaths.post(post?.slug ?? ''))
  const link = page.getByRole('article').getByRole('link', { name: 'Our report <2026> PDF, 45 KB' })
  const downloading = page.waitForEvent('download')
  await link.press('Enter')
  expect((await downloading).suggestedFilename()).toBe('annual-report-2026.pdf')
  await expectAccessible(page, 'a post with a file')

  // Opening the post and saving it with another title does not change its content.
  await page.goto(postPaths.adminPost(post?.id ?? 0))
  await expect(content(page).getByText('PDF, 45 KB')).toBeVisible()
  await title(page).fill('What we all did')
  await button(page, 'Update Post').click()
  await expect.poll(async () => (await readPost(server, post?.id ?? 0)).title).toBe('What we all did')
  expect((await readPost(server, post?.id ?? 0)).content).toBe(post?.content)
})

test('PDFs are dropped and pasted, renamed, and removed from the text', async ({ page }) => {
  await page.goto(paths.admin)
  await title(page).fill('Two files')
  await content(page).fill('Before.')
  for (const [type, name] of [
    ['drop', 'one.pdf'],
    ['paste', 'two.pdf'],
  ] as const) {
    await give(page, type, name)
    await expect(dialog(page).getByText('Uploaded.')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Insert' }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await expect(content(page).getByText('PDF, 1 KB')).toHaveCount(2)
  await content(page).getByText('one', { exact: true }).click()
  await button(page, 'Edit').click()
  await expect(dialog(page)).toHaveAccessibleName('File details')
  await fileTitle(page).fill('The first')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(content(page).getByText('The first')).toBeVisible()
  await content(page).getByText('The first').click()
  await page.keyboard.press('Enter')
  await expect(fileTitle(page)).toHaveValue('The first')
  await button(page, 'Remove from the post').click()
  await expect(content(page).getByText('PDF, 1 KB')).toHaveCount(1)
})
