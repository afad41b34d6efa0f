import type { Page } from '@playwright/test'
import { signInPage } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { postPaths } from '../contract/post-paths.ts'
import { addPost, button, readPost } from '../e2e/post-form.ts'

test.beforeEach(signInPage)

const searchTitle = (page: Page) => page.getByRole('textbox', { name: 'Search title' })

test('the comparison of versions names them, and a restore brings them back', async ({ page, server }) => {
  const post = await addPost(server, { title: 'Bread', seoTitle: 'Free bread' })
  await page.goto(postPaths.adminPost(post.id))
  await page.getByText('Search and social').click()
  await searchTitle(page).fill('Bread for all')
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await readPost(server, post.id)).seoTitle).toBe('Bread for all')
  await button(page, 'Version history').click()
  const dialog = page.getByRole('dialog', { name: 'Version history' })
  const versions = dialog.getByRole('list', { name: 'Versions, newest first' }).getByRole('button')
  await expect(versions).toHaveCount(2)
  await versions.last().click()
  await expect(dialog.getByRole('region', { name: 'Search title: Now' })).toContainText('Bread for all')
  await dialog.getByRole('button', { name: 'Restore this version' }).click()
  await expect(searchTitle(page)).toHaveValue('Free bread')
  expect((await readPost(server, post.id)).seoTitle).toBe('Free bread')
})
