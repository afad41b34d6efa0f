import { paths } from '../../contracts/paths.ts'
import { postMessages } from '../../contracts/posts.ts'

import { emptyTables, expect, test } from './fixtures.ts'
import { button, content, listPosts, saveState, title } from './post-form.ts'
import { signIn } from './sign-in.ts'

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  await signIn(page.context(), server)
})

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

test('a new text without enough to save can be restored, too', async ({ page }) => {
  await page.goto(paths.admin)
  await title(page).fill('Half a thought')
  await expect(saveState(page, /^Not saved yet/)).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto(paths.apps)
  await page.goto(paths.admin)
  await expect(page.getByText(/^You have unsaved text from .*Half a thought$/)).toBeVisible()
  await title(page).fill('Another one')
  await button(page, 'Restore').click()
  await expect(title(page)).toHaveValue('Half a thought')
  // Restoring keeps the text that was in the form as another unsaved text.
  await expect(page.getByText(/^You have unsaved text from .*Another one$/)).toBeVisible()
  await button(page, 'Discard').click()
  await expect(title(page)).toHaveValue('Half a thought')
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await button(page, 'Discard').click()
  await page.reload()
  await expect(content(page)).toBeVisible()
  await expect(page.getByText(/^You have unsaved text/)).toHaveCount(0)
})

test.describe('when a response is lost', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('the new post is not created twice, and has the newest text', async ({ page, server }) => {
    let arrived = 0
    await page.route(`**${paths.api.blog}`, async (route) => {
      if (route.request().method() !== 'POST' || arrived > 0) return route.fallback()
      arrived++
      // The browser adds this header after interception, so the forwarded request needs it explicitly.
      await route.fetch({ headers: { ...route.request().headers(), 'sec-fetch-site': 'same-origin' } })
      await route.abort()
    })
    await page.goto(paths.admin)
    await title(page).fill('Sent once')
    await content(page).fill('The first text.')
    await expect(saveState(page, /^Not saved$/)).toBeVisible()
    expect(await listPosts(server)).toMatchObject([{ content: '<p>The first text.</p>' }])
    await content(page).fill('The newest text.')
    await page.keyboard.press('Control+s')
    await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
    expect(await listPosts(server)).toMatchObject([
      { title: 'Sent once', content: '<p>The newest text.</p>' },
    ])
  })
})
