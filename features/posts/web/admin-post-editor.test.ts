import { paths } from '../../../core/contract/paths.ts'
import { signInPage } from '../../../tests/e2e/sign-in.ts'
import { closeToast, expect, test } from '../../../tests/light/fixtures.ts'
import { postPaths } from '../contract/post-paths.ts'
import { postMessages } from '../contract/posts.ts'
import { addPost, button, content, listPosts, readPost, saveState, title } from '../e2e/post-form.ts'

test.beforeEach(signInPage)

test('missing fields are named, and nothing is sent', async ({ page, server }) => {
  await page.goto(paths.admin)
  await button(page, 'Save Post').click()
  await expect(
    page.getByRole('main').getByRole('alert').filter({ hasText: postMessages.titleAndContent }),
  ).toBeVisible()
  await expect(title(page)).toBeFocused()
  await title(page).fill('Only a title')
  await expect(content(page)).toBeVisible()
  await button(page, 'Save Post').click()
  await expect(content(page)).toBeFocused()
  expect(await listPosts(server)).toEqual([])
})

test('earlier versions are compared and restored', async ({ page, server }) => {
  const first = await addPost(server, { title: 'Grown', content: '<p>One small seed.</p>' })
  await addPost(server, {
    id: first.id,
    version: first.version,
    title: 'Grown',
    content: '<p>One tall tree.</p>',
  })
  await page.goto(postPaths.adminPost(first.id))
  await button(page, 'Version history').click()
  const dialog = page.getByRole('dialog', { name: 'Version history' })
  const versions = dialog.getByRole('list', { name: 'Versions, newest first' }).getByRole('button')
  await expect(versions).toHaveCount(2)
  await versions.last().click()
  await expect(
    dialog.getByRole('region', { name: /^Content: Version from/ }).getByRole('deletion'),
  ).toHaveText(['small', 'seed'])
  await expect(dialog.getByRole('region', { name: 'Content: Now' }).getByRole('insertion')).toHaveText([
    'tall',
    'tree',
  ])
  await dialog.getByRole('button', { name: 'Restore this version' }).click()
  await expect(content(page)).toHaveText('One small seed.')
  await expect(button(page, 'Version history')).toBeFocused()
  expect((await readPost(server, first.id)).content).toBe('<p>One small seed.</p>')

  await closeToast(page)
  // Autosaves in a row replace one revision, and its preview shows the newest text.
  for (const words of ['It grows.', 'It grows and grows.']) {
    await content(page).fill(words)
    await expect.poll(async () => (await readPost(server, first.id)).content).toBe(`<p>${words}</p>`)
    await expect(saveState(page, /^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
    await button(page, 'Version history').click()
    await dialog.getByRole('button', { name: /Autosaved/ }).click()
    await expect(dialog.getByText('The two versions are identical.')).toBeVisible()
    await page.keyboard.press('Escape')
  }
})

test('a double click creates one post', async ({ page, server }) => {
  await page.goto(paths.admin)
  await title(page).fill('مرة واحدة فقط')
  await content(page).fill('Only once.')
  await button(page, 'Save Post').dblclick()
  await expect(title(page)).toHaveValue('')
  expect(await listPosts(server)).toHaveLength(1)
})

test('shortcuts: ? lists, n opens a post, Ctrl+S saves, all can be off', async ({ page, server }) => {
  await page.goto(paths.adminTab('manage'))
  await expect(page.getByText('0 posts', { exact: true })).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Save and keep writing (Cmd + S on a Mac)')).toBeVisible()
  // The shortcuts are also listed at the width of a tablet, because it may have a keyboard.
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(help.getByText('Ctrl + S', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(title(page)).toBeFocused()
  await page.keyboard.type('Is n a letter?')
  // Wait until the text editor has loaded.
  await expect(content(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Yes / no')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(postMessages.saved, { exact: true })).toBeVisible()
  await expect(content(page)).toBeFocused()
  expect(await listPosts(server)).toMatchObject([{ title: 'Is n a letter?', content: '<p>Yes / no</p>' }])

  await page.getByRole('tab', { name: 'Manage Posts' }).click()
  await page.keyboard.press('?')
  await help.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Posts' })).toBeVisible()
})
