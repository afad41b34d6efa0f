import type { Page } from '@playwright/test'
import { expect, startSignedIn, test } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { postPaths } from '../contract/post-paths.ts'
import type { Post } from '../contract/posts.ts'
import { button, content, title } from './post-form.ts'

test.beforeEach(startSignedIn)

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

const rowOf = (page: Page, name: string) => page.getByRole('article', { name })

async function listPages(server: TestServer): Promise<Post[]> {
  const cookie = await server.signIn()
  return (await server.send('/api/blog?kind=page', { cookie })).json()
}

/** What visitors get, without redirects and without a sign-in */
async function visit(server: TestServer, path: string) {
  const response = await server.send(path)
  return { status: response.status, location: response.headers.get('location') }
}

test('About is written, published, renamed, and moved to the trash and back', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(postPaths.adminOwnPages)
  await expect(page.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No pages yet' })).toBeVisible()
  await page.getByRole('link', { name: 'New page' }).click()
  await expect(page).toHaveURL(postPaths.adminNewPage)
  await expect(page.getByRole('heading', { level: 1, name: 'New page' })).toBeAttached()
  await title(page).fill('About us')
  await content(page).fill('We are two neighbors.')
  await expect(page.getByLabel('Address')).toHaveAttribute('placeholder', 'about-us')
  await page.getByLabel('Description', { exact: true }).fill('Who we are.')
  for (const label of ['Author *', 'Content type', 'Tags', 'Source URL', 'Source name', 'Excerpt'])
    await expect(page.getByLabel(label), label).toHaveCount(0)
  await page.getByRole('switch').check()
  await expect(button(page, 'Publish page')).toHaveAccessibleDescription('Publish page publishes this now')
  await button(page, 'Publish page').click()
  await expect(toast(page)).toContainText('Page savedPublished')
  await expect(page).toHaveURL(postPaths.adminOwnPages)
  const row = rowOf(page, 'About us')
  await expect(row).toContainText('/about-us')
  await expect(row.getByText('Published', { exact: true })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await button(page, 'View page').click()
  const view = await opened
  await expect(view).toHaveURL('/about-us')
  await expect(view.getByRole('heading', { level: 1, name: 'About us' })).toBeVisible()
  await expect(view.getByText('We are two neighbors.')).toBeVisible()
  await view.close()

  await page.setViewportSize({ width: 1440, height: 900 })
  await row.getByRole('button', { name: 'Edit About us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit page' })).toBeAttached()
  await expect(page.getByLabel('Address')).toHaveValue('about-us')
  await page.getByLabel('Address').fill('who-we-are')
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(
    'The old address will keep working. Leave blank to keep /about-us',
  )
  await button(page, 'Update page').click()
  await expect(row).toContainText('/who-we-are')
  await expect.poll(() => visit(server, '/about-us')).toEqual({ status: 301, location: '/who-we-are' })
  await page.goto('/about-us')
  await expect(page).toHaveURL('/who-we-are')

  await page.goto(postPaths.adminOwnPages)
  await page.setViewportSize({ width: 390, height: 900 })
  await row.getByRole('button', { name: 'More for About us' }).click()
  await row.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(page.getByRole('heading', { name: 'No pages yet' })).toBeVisible()
  await expect.poll(async () => (await visit(server, '/who-we-are')).status).toBe(410)
  await button(page, 'Show the trash').click()
  await expect(page).toHaveURL(`${postPaths.adminOwnPages}?status=trash`)
  await expect(page.getByText('1 page in the trash')).toBeVisible()
  await row.getByRole('button', { name: 'Restore About us' }).click()
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
  await button(page, 'Back to all pages').click()
  await expect(row).toBeVisible()
  await expect.poll(async () => (await visit(server, '/who-we-are')).status).toBe(200)
  expect(await listPages(server)).toMatchObject([
    { title: 'About us', slug: 'who-we-are', excerpt: 'Who we are.', kind: 'page', tags: [] },
  ])
})
