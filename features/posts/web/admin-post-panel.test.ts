import type { Page } from '@playwright/test'
import { signInPage } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { postPaths } from '../contract/post-paths.ts'
import { addPost, content, title } from '../e2e/post-form.ts'

test.beforeEach(signInPage)

const fold = (page: Page, title: string) => page.getByText(title, { exact: true }).click()

test('the groups of the panel stay as they were left', async ({ page, server }) => {
  const post = await addPost(server, {})
  await page.goto(postPaths.adminPost(post.id))
  const published = page.getByRole('switch')
  const author = page.getByLabel('Author *')
  const searchTitle = page.getByLabel('Search title')
  await expect(published).toBeVisible()
  await expect(author).toBeVisible()
  await expect(searchTitle).toBeHidden()
  await fold(page, 'Details')
  await fold(page, 'Search and social')
  await expect(author).toBeHidden()
  await page.reload()
  await expect(searchTitle).toBeVisible()
  await expect(published).toBeVisible()
  await expect(author).toBeHidden()
})

test.describe('an error', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('opens the group of its field', async ({ page, server }) => {
    const post = await addPost(server, {})
    await page.goto(postPaths.adminPost(post.id))
    await page.getByLabel('Author *').fill('')
    await fold(page, 'Details')
    await page.keyboard.press('Control+s')
    await expect(page.getByLabel('Author *')).toBeFocused()
    await page.keyboard.type('Ann')

    await page.goto(postPaths.adminNewPage)
    await title(page).fill('Our apps')
    await content(page).fill('Words.')
    await page.getByLabel('Address').fill('apps')
    await fold(page, 'Publishing')
    await page.keyboard.press('Control+s')
    await expect(page.getByLabel('Address')).toBeVisible()
  })
})
