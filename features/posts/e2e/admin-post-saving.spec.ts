import { paths } from '../../../core/contract/paths.ts'
import { expect, startSignedIn, test } from '../../../tests/e2e/fixtures.ts'
import { content, listPosts, saveState, title } from './post-form.ts'

test.beforeEach(startSignedIn)

test('a draft is saved automatically, and keeps its URL', async ({ page, server }) => {
  await page.goto(paths.admin)
  await title(page).fill('By itself')
  await content(page).fill('A first sentence.')
  await expect(saveState(page, /^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  const [first] = await listPosts(server)
  expect(first).toMatchObject({ title: 'By itself', isPublished: false })
  expect(new URL(page.url()).search).toBe(`?tab=create&post=${first?.id}`)
  await expect(page.getByRole('tab', { name: 'Create Post' })).toBeVisible()
  await expect(content(page)).toBeFocused()

  await page.keyboard.press('Control+End')
  await page.keyboard.type(' And a second one.')
  await expect.poll(async () => (await listPosts(server))[0]?.content).toContain('And a second one.')
  expect(await listPosts(server)).toHaveLength(1)
  await page.reload()
  await expect(content(page)).toHaveText('A first sentence. And a second one.')
  await expect(page.getByRole('tab', { name: 'Edit Post' })).toBeVisible()
})
