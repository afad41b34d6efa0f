import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { signInPage } from '../../../tests/e2e/sign-in.ts'
import { admin, type TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { postPaths } from '../contract/post-paths.ts'
import { type Post, postMessages } from '../contract/posts.ts'
import { addPost, button, content, listPosts, readPost, saveState, title } from '../e2e/post-form.ts'

test.beforeEach(signInPage)

test('text that never reached the server can be restored', async ({ page, server }) => {
  const post = await addPost(server, { title: 'Public', isPublished: true })
  await page.goto(postPaths.adminPost(post.id))
  await content(page).fill('Changed, and not yet published.')
  await expect(saveState(page, /^Not saved yet. Backed up on this device \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await expect(page.getByText(/^You have unsaved text from \d{1,2}:\d\d [AP]M/)).toBeVisible()
  await expect(content(page)).toHaveText('Some words.')
  expect((await readPost(server, post.id)).content).toBe('<p>Some words.</p>')

  await button(page, 'Restore').click()
  await expect(content(page)).toHaveText('Changed, and not yet published.')
  await button(page, 'Update Post').click()
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
  expect((await readPost(server, post.id)).content).toBe('<p>Changed, and not yet published.</p>')
  await page.goto(postPaths.adminPost(post.id))
  await expect(content(page)).toHaveText('Changed, and not yet published.')
  await expect(page.getByText(/^You have unsaved text/)).toHaveCount(0)
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('the text is kept on this device and saved when the network is back', async ({ page, server }) => {
    await page.goto(paths.admin)
    await title(page).fill('On the train')
    await expect(content(page)).toBeVisible()
    await page.context().setOffline(true)
    await content(page).fill('In the tunnel.')
    await expect(saveState(page, 'Not saved: you’re offline')).toBeVisible()

    // The status line gives the reason, and the toast says what will happen to the text.
    await page.keyboard.press('Control+s')
    const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
    await expect(toast).toContainText(postMessages.saveFailed)
    await expect(toast).toContainText('We’ll save it when you’re back online.')
    await expect(page.getByRole('main').getByText(postMessages.saveFailed)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Manage Posts' }).click()
    const dialog = page.getByRole('dialog', { name: 'You have unsaved changes' })
    await expect(dialog).toContainText('You’re offline')
    await expect(dialog.getByRole('button', { name: 'Save and leave' })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await page.context().setOffline(false)
    await expect(saveState(page, /^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    expect(await listPosts(server)).toMatchObject([
      { title: 'On the train', content: '<p>In the tunnel.</p>' },
    ])
  })
})

test('unsaved changes are not left without a question', async ({ page, server }) => {
  const post = await addPost(server, { isPublished: true })
  await page.goto(paths.adminTab('manage'))
  await page.getByRole('button', { name: 'Edit A post' }).click()
  await content(page).fill('Changed.')
  await page.getByRole('tab', { name: 'Manage Posts' }).click()
  const dialog = page.getByRole('dialog', { name: 'You have unsaved changes' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(content(page)).toHaveText('Changed.')
  await expect(page.getByRole('tab', { name: 'Manage Posts' })).toBeFocused()

  await page.goBack()
  await expect(dialog).toBeVisible()
  expect(new URL(page.url()).search).toBe(`?tab=create&post=${post.id}`)
  await dialog.getByRole('button', { name: 'Save and leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Posts' })).toBeVisible()
  expect((await readPost(server, post.id)).content).toBe('<p>Changed.</p>')
})

test.describe('a refused autosave', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('names the problem while the user types, without moving the focus', async ({ page }) => {
    await page.goto(paths.admin)
    await title(page).fill('Half an address')
    await page.getByLabel('Source URL').fill('example.org/source')
    await content(page).fill('Written in a hurry.')
    const why = page
      .getByRole('main')
      .getByText(/^Failed to save blog post. Enter the full web address of the source/)
    await expect(why).toBeVisible()
    await expect(content(page)).toBeFocused()
    await page.keyboard.press('Control+s')
    await expect(page.getByText(postMessages.saveFailed, { exact: true })).toBeVisible()
    await expect(content(page)).toBeFocused()
    await page.getByLabel('Source URL').fill('https://example.org/source')
    await expect(saveState(page, /^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    await expect(why).toHaveCount(0)
  })
})

test('after a new post is saved, the empty form says where it is', async ({ page, server }) => {
  await page.goto(paths.admin)
  const notice = page.getByRole('status').filter({ hasText: 'You’ll find it under' })
  for (const [name, where] of [
    ['Soup night', 'saved as a draft'],
    ['Bread night', 'on your site'],
  ] as const) {
    await title(page).fill(name)
    await content(page).fill('Bring a bowl.')
    if (name === 'Bread night') await page.getByRole('switch').check()
    await button(page, 'Save Post').click()
    await expect(notice).toContainText(`${name} is ${where}. You’ll find it under Manage Posts.`)
    await expect(title(page)).toHaveValue('')
    await expect(title(page)).toBeFocused()
  }
  const view = notice.getByRole('link', { name: /^View post/ })
  await expect(view).toHaveAttribute('href', postPaths.post('bread-night'))
  await expect(view).toHaveAttribute('target', '_blank')
  await notice.getByRole('link', { name: 'Keep editing' }).click()
  await expect(title(page)).toHaveValue('Bread night')
  await expect(notice).toHaveCount(0)

  await button(page, 'Cancel Edit').click()
  await expect(title(page)).toHaveValue('')
  await expect(notice).toHaveCount(0)
  await title(page).fill('Tea night')
  await content(page).fill('Bring a cup.')
  await button(page, 'Save Post').click()
  await notice.getByRole('button', { name: 'OK' }).click()
  await expect(notice).toHaveCount(0)
  await expect(title(page)).toBeFocused()
  expect(await listPosts(server)).toHaveLength(3)
})

test('a user who has left while a new post is saved is not sent elsewhere', async ({ page, server }) => {
  const saving = Promise.withResolvers<void>()
  await page.route('**/api/blog', async (route) => {
    if (route.request().method() === 'POST') await saving.promise
    await route.continue()
  })
  await page.goto(paths.admin)
  await title(page).fill('Slow')
  await content(page).fill('Very slow.')
  await button(page, 'Save Post').click()
  await page.getByRole('tab', { name: 'Manage Posts' }).click()
  await button(page, 'Leave without saving').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Posts' })).toBeVisible()
  saving.resolve()
  await expect(page.getByRole('article', { name: 'Slow' })).toBeVisible()
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
  expect(new URL(page.url()).search).toBe('?tab=manage')
  expect(await listPosts(server)).toHaveLength(1)
})

test.describe('when the session has ended', () => {
  test.use({ expectedErrors: /status of 401/ })

  test('the user signs in again over the editor, and the save goes through', async ({ page, server }) => {
    const post = await addPost(server, { isPublished: true })
    await page.goto(postPaths.adminPost(post.id))
    await content(page).fill('Written while the session ended.')
    await server.query('delete from sessions')
    await button(page, 'Update Post').click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(dialog.getByLabel('Username')).toHaveValue(admin.username)
    await expect(dialog.getByLabel('Password')).toBeFocused()
    await dialog.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(/don’t match/)
    await dialog.getByLabel('Password').fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
    expect((await readPost(server, post.id)).content).toBe('<p>Written while the session ended.</p>')
  })

  test('a user who does not sign in keeps the text', async ({ page, server }) => {
    // Published posts have no autosave, so nothing is saved before the session ends.
    const post = await addPost(server, { isPublished: true })
    await page.goto(postPaths.adminPost(post.id))
    await content(page).fill('Kept text.')
    await server.query('delete from sessions')
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText(postMessages.saveFailed, { exact: true }).first()).toBeVisible()
    await expect(saveState(page, /^Not saved$/)).toBeVisible()
    await expect(content(page)).toHaveText('Kept text.')
  })
})

test.describe('when another user has saved the post', () => {
  test.use({ expectedErrors: /status of 409/ })

  async function openConflict(page: Page, server: TestServer): Promise<Post> {
    const post = await addPost(server, { isPublished: true })
    await page.goto(postPaths.adminPost(post.id))
    await content(page).fill('My words.')
    await addPost(server, { id: post.id, version: post.version, content: '<p>Their words.</p>' })
    await button(page, 'Update Post').click()
    const dialog = page.getByRole('dialog', { name: 'Two versions of this post' })
    await expect(dialog.getByRole('region', { name: 'Content: Theirs' })).toContainText('Their words.')
    await expect(dialog.getByRole('region', { name: 'Content: Yours' })).toContainText('My words.')
    // Both excerpts were generated from the content, so the dialog does not compare them.
    await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Content'])
    return post
  }

  test('the user can keep their own version', async ({ page, server }) => {
    const post = await openConflict(page, server)
    await button(page, 'Keep mine').click()
    await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
    expect((await readPost(server, post.id)).content).toBe('<p>My words.</p>')
    await expect(content(page)).toHaveText('My words.')
  })

  test('the user can use the other version, and restore their own afterwards', async ({ page, server }) => {
    const post = await openConflict(page, server)
    await button(page, 'Use theirs').click()
    await expect(content(page)).toHaveText('Their words.')
    await expect(saveState(page, /^Saved/)).toBeVisible()
    expect((await readPost(server, post.id)).content).toBe('<p>Their words.</p>')

    // The choice can be undone.
    await page.reload()
    await button(page, 'Restore').click()
    await expect(content(page)).toHaveText('My words.')
  })

  test('the dialog can be closed without losing anything', async ({ page, server }) => {
    const post = await openConflict(page, server)
    await page.keyboard.press('Escape')
    await expect(content(page)).toHaveText('My words.')
    await expect(saveState(page, /^Not saved$/)).toBeVisible()
    expect((await readPost(server, post.id)).content).toBe('<p>Their words.</p>')
  })
})

test('a new text without enough to save can be restored, too', async ({ page }) => {
  await page.goto(paths.admin)
  await title(page).fill('Half a thought')
  await expect(saveState(page, /^Not saved yet/)).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto(sitePaths.apps)
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
    await page.route('**/api/blog', async (route) => {
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
