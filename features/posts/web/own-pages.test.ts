import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { signInPage } from '../../../tests/e2e/sign-in.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { postPaths } from '../contract/post-paths.ts'
import type { Post } from '../contract/posts.ts'
import { addPost, button, content, readPost, title } from '../e2e/post-form.ts'

test.beforeEach(signInPage)

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
const addPage = (server: TestServer, page: object) => addPost(server, { kind: 'page', ...page })
const rowOf = (page: Page, name: string) => page.getByRole('article', { name })

async function listPages(server: TestServer): Promise<Post[]> {
  const cookie = await server.signIn()
  return (await server.send('/api/blog?kind=page', { cookie })).json()
}

test.describe('a refused address', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('is explained next to its field, and nothing that was typed is lost', async ({ page, server }) => {
    await page.goto(postPaths.adminNewPage)
    await title(page).fill('Our blog')
    await content(page).fill('Some words.')
    await page.getByRole('switch').check()
    const address = page.getByLabel('Address')
    await address.fill('blog')
    await button(page, 'Publish page').click()
    const reason = '/blog is taken by the site itself. Choose another address.'
    await expect(address).toHaveAccessibleDescription(new RegExp(reason))
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: reason }).first()).toBeVisible()
    expect(await listPages(server)).toEqual([])
    await address.fill('our-news')
    await expect(address).not.toHaveAccessibleDescription(/taken/)
    await button(page, 'Publish page').click()
    await expect(toast(page)).toContainText('Page saved')
    expect(await listPages(server)).toMatchObject([{ slug: 'our-news', title: 'Our blog' }])
  })
})

test('an address of the form without the kind opens a page as a page, and the list is one click away', async ({
  page,
  server,
}) => {
  const about = await addPage(server, { title: 'About us', isPublished: true })
  await page.goto(postPaths.adminPost(about.id))
  await expect(page.getByRole('heading', { level: 1, name: 'Edit page' })).toBeAttached()
  await expect(page).toHaveURL(postPaths.adminOwnPage(about.id))
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page).toHaveTitle(/^Edit page/)
  await button(page, 'Cancel Edit').click()
  await expect(page).toHaveURL(postPaths.adminOwnPages)
  const post = await addPost(server, { title: 'A post' })
  await page.goto(postPaths.adminOwnPage(post.id))
  await expect(page).toHaveURL(postPaths.adminPost(post.id))
  await expect(page.getByRole('tab', { name: 'Edit Post' })).toBeVisible()
  await page.goto(paths.adminTab('manage'))
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a page from the API is unchanged after it was opened and saved', async ({ page, server }) => {
  const sent =
    '<h1>Big</h1><p>Two  spaces. <a href="/blog">Here</a></p><ul><li><p>one</p></li></ul><pre><code>a\n\tb\n</code></pre><p>End</p>'
  const about = await addPage(server, { title: 'About us', content: sent, excerpt: 'Us.', isPublished: true })
  await page.goto(postPaths.adminOwnPage(about.id))
  await expect(content(page)).toContainText('Two')
  await button(page, 'Update page').click()
  await expect(toast(page)).toContainText('Page savedUpdated')
  const { version: _, updatedAt: __, ...saved } = await readPost(server, about.id)
  expect(saved).toMatchObject({ content: sent, excerpt: 'Us.', slug: 'about-us', kind: 'page' })
})

test('AI text for a page leaves out tags, and its notice says page', async ({ page, server }) => {
  await page.route('**/api/ai/generate-post', (route) =>
    route.fulfill({
      json: { title: 'Another', content: '<p>Other words.</p>', excerpt: 'Short', tags: ['x', 'y', 'z'] },
    }),
  )
  await page.goto(postPaths.adminNewPage)
  await button(page, 'Generate AI Content').click()
  await expect(page.getByText('Filled in: title, content, description.')).toBeVisible()
  await page.getByRole('switch').check()
  await button(page, 'Publish page').click()
  const dialog = page.getByRole('dialog', { name: 'What readers will see' })
  await expect(dialog).toContainText('AI helped with this page.')
  await expect(dialog.getByRole('blockquote')).toHaveText(/^This page was written by AI/)
  await dialog.getByRole('button', { name: 'I’ve read it. Publish' }).click()
  await expect(toast(page)).toContainText('Page saved')
  const [saved] = await listPages(server)
  expect(saved).toMatchObject({ title: 'Another', excerpt: 'Short', tags: [], authorType: 'ai' })
  await page.goto('/another')
  await expect(page.getByText(/This page was written by AI\. Someone on our team/)).toBeVisible()
})

test('a helper drafts a page, and can’t publish or edit a public one', async ({ page, server, context }) => {
  const about = await addPage(server, { title: 'About us', isPublished: true })
  await context.clearCookies()
  const cookie = await server.signIn({ username: 'Hana', role: 'helper' })
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/)
      return { name, value, url: server.url }
    }),
  )
  await page.goto(postPaths.adminOwnPages)
  const row = rowOf(page, 'About us')
  await expect(row.getByRole('link', { name: /^View About us/ })).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await page.goto(postPaths.adminOwnPage(about.id))
  await expect(
    page.getByText('This page is or was public, so only editors and owners can change it.'),
  ).toBeVisible()
  await page.goto(postPaths.adminNewPage)
  await expect(page.getByText('Editors and owners publish pages.')).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)
  await title(page).fill('FAQ')
  await content(page).fill('What does it cost?')
  await button(page, 'Save draft').click()
  await expect(toast(page)).toContainText('Page savedDraft saved')
  await expect(rowOf(page, 'FAQ').getByText('Draft', { exact: true })).toBeVisible()
  await rowOf(page, 'FAQ').getByRole('button', { name: 'More for FAQ' }).click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(rowOf(page, 'FAQ')).toHaveCount(0)
})

test('a draft saves itself under an address of its own kind, and offers its text only to its kind', async ({
  page,
  server,
}) => {
  await page.goto(postPaths.adminNewPage)
  await title(page).fill('Speaking')
  await content(page).fill('I speak at lunch.')
  await expect(page).toHaveURL(/\/admin\?tab=create&kind=page&post=\d+$/, { timeout: 15_000 })
  const [draft] = await listPages(server)
  expect(draft).toMatchObject({ title: 'Speaking', slug: 'speaking', isPublished: false, kind: 'page' })
  await expect(
    page.getByRole('link', { name: 'Pages', exact: true }).and(page.locator('[aria-current]')),
  ).toBeVisible()

  // Text that never reached the server stays on this device.
  await page.route('**/api/blog', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.goto(postPaths.adminNewPage)
  await title(page).fill('Half a page')
  await expect(page.getByRole('main').getByText('Not saved yet')).toBeVisible()
  page.once('dialog', (dialog) => dialog.accept())
  await page.goto(paths.admin)
  await expect(title(page)).toBeVisible()
  const offer = page.getByText('You have unsaved text from')
  await expect(offer).toHaveCount(0)
  await page.goto(postPaths.adminNewPage)
  await expect(offer).toContainText('Half a page')
})
