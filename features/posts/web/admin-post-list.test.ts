import { formatDate } from '../../../core/contract/format-date.ts'
import { paths } from '../../../core/contract/paths.ts'
import { brand } from '../../../core/words/brand.ts'
import { signInPage } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { postPaths } from '../contract/post-paths.ts'
import { addPost, button, listPosts, readPost, title } from '../e2e/post-form.ts'

test.beforeEach(signInPage)

test.describe('the list of posts', () => {
  test('shows every post, finds by word and status, and reaches the last one', async ({ page, server }) => {
    await server.query(
      `insert into blog_posts (title, slug, excerpt, content, author, author_type, is_published, published_at)
       select 'Post ' || n, 'post-' || n, 'About ' || n, '<p>Text</p>', 'Bea Baker', 'ai', false,
              now() - make_interval(mins => n)
       from generate_series(1, 30) as n`,
    )
    const live = await addPost(server, { title: 'Prayer lists', excerpt: 'Short.', isPublished: true })
    await page.goto(paths.adminTab('manage'))
    await expect(page.getByText('31 posts', { exact: true })).toBeVisible()
    const row = page.getByRole('article', { name: 'Prayer lists' })
    const today = formatDate(live.publishedAt, { timeZone: brand.timeZone })
    for (const words of ['Short.', 'Published', 'Human Written', 'Admin', today])
      await expect(row.getByText(words, { exact: true })).toBeVisible()
    const draft = page.getByRole('article', { name: 'Post 1', exact: true })
    for (const words of ['About 1', 'Draft', 'AI Generated', 'Bea Baker'])
      await expect(draft.getByText(words, { exact: true })).toBeVisible()
    const view = row.getByRole('link', { name: /^View/ })
    await expect(view).toHaveAttribute('href', postPaths.post(live.slug))
    await expect(view).toHaveAttribute('target', '_blank')
    await expect(row.getByRole('link', { name: 'Prayer lists', exact: true })).toHaveAttribute(
      'href',
      postPaths.adminPost(live.id),
    )

    await button(page, 'Show more posts').click()
    await expect(page.getByRole('article', { name: 'Post 30' })).toBeVisible()
    await expect(button(page, 'Show more posts')).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(31)

    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('/')
    await expect(page.getByLabel('Search')).toBeFocused()
    await page.keyboard.type('prayer')
    await expect(page.getByText('1 post', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Search')).toBeFocused()
    await expect(page).toHaveURL(/[?&]q=prayer(&|$)/)
    await page.getByLabel('Status').selectOption('Drafts')
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    // In a narrow window, the filters fold behind this button.
    await expect(button(page, 'Filter (1)')).toBeAttached()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await page.getByLabel('Search').fill('')
    await expect(page.getByText('30 posts', { exact: true })).toBeVisible()
  })

  test('publishes, unpublishes, and moves to the trash and back', async ({ page, server }) => {
    const post = await addPost(server, { title: 'Back and forth', isPublished: false })
    await page.goto(paths.adminTab('manage'))
    const row = page.getByRole('article', { name: 'Back and forth' })
    const choose = async (name: string) => {
      await row.getByRole('button', { name: /^More/ }).click()
      await row.getByRole('menuitem', { name, exact: true }).click()
    }
    await choose('Publish')
    await expect(row.getByText('Published', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: /^More/ })).toBeFocused()
    expect((await server.send(`/api/blog/${post.slug}`)).status).toBe(200)
    await choose('Unpublish')
    await expect(row.getByText('Draft', { exact: true })).toBeVisible()
    expect((await server.send(`/api/blog/${post.slug}`)).status).toBe(404)

    await choose('Move to trash')
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await button(page, 'Undo').click()
    await expect(row).toBeVisible()

    await choose('Move to trash')
    await page.getByLabel('Status').selectOption('Trash')
    await expect(row.getByText(/^In the trash since/)).toBeVisible()
    await row.getByRole('button', { name: /^Restore/ }).click()
    await expect(row).toHaveCount(0)
    expect((await readPost(server, post.id)).deletedAt).toBeUndefined()
  })

  test('says that it is loading, and links to a new post if there is none', async ({ page }) => {
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/blog?*', async (route) => {
      await answer.promise
      await route.fulfill({ json: [] })
    })
    await page.goto(paths.adminTab('manage'))
    await expect(page.getByText('Loading posts...', { exact: true })).toBeVisible()
    answer.resolve()
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await page.getByRole('link', { name: 'Write the first post' }).click()
    await expect(title(page)).toBeVisible()
  })
})

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
  await expect(all).toHaveJSProperty('indeterminate', true)
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
