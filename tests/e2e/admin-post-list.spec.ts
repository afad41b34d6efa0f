import { paths } from '../../contracts/paths.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { addPost, button, listPosts } from './post-form.ts'
import { signIn } from './sign-in.ts'

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  await signIn(page.context(), server)
})

test.describe('the list of posts', () => {
  test('sorts, and moves several posts to the trash and back', async ({ page, server }) => {
    for (const title of ['Banana', 'apple', 'Cherry']) await addPost(server, { title, isPublished: true })
    const titles = page.getByRole('article').getByRole('heading', { level: 2 })
    await page.goto(paths.adminTab('manage'))
    await expect(titles).toHaveText(['Cherry', 'apple', 'Banana'])
    await page.getByLabel('Sort by').selectOption('Title, A to Z')
    await expect(titles).toHaveText(['apple', 'Banana', 'Cherry'])
    await page.reload()
    await expect(page.getByLabel('Sort by')).toHaveValue('title')
    await page.getByLabel('Sort by').selectOption('Oldest first')
    await expect(titles).toHaveText(['Banana', 'apple', 'Cherry'])

    const all = page.getByLabel('Select all shown')
    await page.getByLabel('Select apple').check()
    await expect(page.getByText('1 selected', { exact: true })).toBeVisible()
    await expect(all).toBeChecked({ indeterminate: true })
    await all.check()
    await page.getByLabel('Select Cherry').uncheck()
    await button(page, 'Move selected to trash').click()
    await expect(titles).toHaveText(['Cherry'])
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
    await expect(toast).toContainText('2 posts moved to the trash')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(titles).toHaveText(['Banana', 'apple', 'Cherry'])
    await expect(toast).toContainText('2 posts restored')

    // The last response is held back until something else is selected.
    const { promise: isSelected, resolve: goOn } = Promise.withResolvers<void>()
    let moved = 0
    await page.route('**/api/blog/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      const response = await route.fetch()
      if (++moved === 3) await isSelected
      await route.fulfill({ response })
    })
    await all.check()
    await button(page, 'Move selected to trash').click()
    await expect.poll(() => moved).toBe(3)
    await page.getByLabel('Status').selectOption('Trash')
    await page.getByLabel('Select Banana').check()
    goOn()
    await expect(toast).toContainText('3 posts moved to the trash')
    await button(page, 'Restore selected').click()
    await expect(titles).toHaveText(['apple', 'Cherry'])
    expect(await listPosts(server)).toMatchObject([{ title: 'Banana' }])
  })
})
