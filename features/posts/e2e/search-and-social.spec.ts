import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { expect, startSignedIn, test } from '../../../tests/e2e/fixtures.ts'
import { addImage } from '../../../tests/e2e/screen-states.ts'
import { postPaths } from '../contract/post-paths.ts'
import { button, content, listPosts, title } from './post-form.ts'

test.beforeEach(startSignedIn)

const result = (page: Page) => page.getByRole('figure', { name: 'In search results' })
const card = (page: Page) => page.getByRole('figure', { name: 'When someone shares the link' })
const searchTitle = (page: Page) => page.getByRole('textbox', { name: 'Search title' })
const searchDescription = (page: Page) => page.getByRole('textbox', { name: 'Search description' })

test('the preview follows the typing, and falls back to title and text', async ({ page, server }) => {
  await page.goto(paths.admin)
  await page.getByText('Search and social').click()
  await expect(result(page)).toContainText('Your title - Everyday AI')
  await title(page).fill('Bread on Friday')
  await content(page).fill('We bake for everyone.')
  await expect(result(page)).toContainText('Bread on Friday - Everyday AI')
  await expect(result(page)).toContainText('› blog › bread-on-friday')
  await expect(result(page)).toContainText('We bake for everyone.')
  const drawn = card(page).getByRole('img', { name: 'Bread on Friday' })
  await expect
    .poll(() => drawn.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1200, 630])
  await page.getByRole('textbox', { name: 'Excerpt' }).fill('An excerpt.')
  await expect(result(page)).toContainText('An excerpt.')
  await searchTitle(page).fill('Free bread')
  await expect(searchTitle(page)).toHaveAccessibleDescription('10 of about 70 characters.')
  await searchDescription(page).fill('x'.repeat(161))
  await expect(searchDescription(page)).toHaveAccessibleDescription(
    /^161 characters\. Search engines show about 160/,
  )
  await expect(result(page)).toContainText('Free bread - Everyday AI')
  await expect(result(page)).toContainText(`${'x'.repeat(159)}…`)
  // The drawn picture keeps the title of the post.
  await expect(drawn).toBeVisible()
  await expect(card(page)).toContainText('Free bread')
  await searchDescription(page).fill('What, when, and where.')

  const src = await addImage(server)
  await button(page, 'Choose a social image').click()
  await page.getByRole('region', { name: 'Images in Media' }).getByRole('button').click()
  await button(page, 'Use image').click()
  await expect(drawn).toHaveCount(0)
  await page.getByRole('switch').check()
  await button(page, 'Save Post').click()
  await expect(page.getByText('Blog post saved successfully!', { exact: true })).toBeVisible()
  const [post] = await listPosts(server)
  expect(post).toMatchObject({
    seoTitle: 'Free bread',
    seoDescription: 'What, when, and where.',
    socialImageUrl: src,
  })
  await page.goto(postPaths.post(post?.slug ?? ''))
  await expect(page).toHaveTitle('Free bread - Everyday AI')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bread on Friday')
})
