import type { Page, Route } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { postPaths } from '../contract/post-paths.ts'
import type { Post } from '../contract/posts.ts'

let cookie: string

test.beforeEach(async ({ page, server }) => {
  cookie = await signIn(page.context(), server)
})

async function addDraft(server: TestServer): Promise<Post> {
  const json = { title: 'Next Sunday', content: '<p>Some words.</p>' }
  return (await server.send('/api/blog', { cookie, json })).json()
}

const readPost = async (server: TestServer, id: number): Promise<Post> =>
  (await server.send(`/api/blog/${id}`, { cookie })).json()

async function update(page: Page, what: string): Promise<void> {
  await page.getByRole('button', { name: 'Update Post' }).click()
  const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  await expect(toast).toContainText(`Blog post saved successfully!${what}`)
}

test('a post is scheduled, rescheduled, and then published now', async ({ page, server }) => {
  const { id, slug } = await addDraft(server)
  await page.goto(postPaths.adminPost(id))
  await page.getByRole('switch').check()
  await page.getByLabel('Publish at').fill('2099-05-04T09:30')
  await expect(page.getByText('Goes live at the time below once you save.')).toBeVisible()
  const button = page.getByRole('button', { name: 'Update Post' })
  await expect(button).toHaveAccessibleDescription('Update Post schedules this for May 4, 2099, 9:30 AM')
  await update(page, 'Scheduled for May 4, 2099, 9:30 AM')
  const scheduled = await readPost(server, id)
  expect(scheduled.isPublished).toBe(true)
  expect(new Date(scheduled.publishedAt).getFullYear()).toBe(2099)
  expect((await server.send(postPaths.post(slug))).status).toBe(404)
  await page.goto(paths.adminTab('manage'))
  await expect(page.getByText('Scheduled for May 4, 2099, 9:30 AM')).toBeVisible()

  await page.goto(postPaths.adminPost(id))
  await expect(page.getByLabel('Publish at')).toHaveValue('2099-05-04T09:30')
  await page.getByLabel('Publish at').fill('')
  await expect(button).toHaveAccessibleDescription('Update Post publishes this now')
  await update(page, 'Published')
  await expect.poll(async () => (await server.send(postPaths.post(slug))).status).toBe(200)
  await page.goto(postPaths.adminPost(id))
  await expect(page.getByText('Readers see your changes when you update the post.')).toBeVisible()
  await expect(page.getByLabel('Publish at')).toHaveCount(0)
  await expect(button).toHaveAccessibleDescription('Update Post changes the live post')
  await page.getByRole('switch').uncheck()
  await expect(button).toHaveAccessibleDescription('Update Post takes the post off the site')
  await update(page, 'Unpublished')
})

test.describe('in another time zone than the site’s', () => {
  test('a post is scheduled, and its times are shown, in the zone of the site', async ({ page, server }) => {
    const { id } = await addDraft(server)
    await page.goto(postPaths.adminPost(id))
    await page.getByRole('switch').check()
    await expect(page.getByText('Optional, Eastern Time.')).toBeVisible()
    await page.getByLabel('Publish at').fill('2099-05-04T09:30')
    await update(page, 'Scheduled for May 4, 2099, 9:30 AM')
    expect((await readPost(server, id)).publishedAt).toBe('2099-05-04T13:30:00.000Z')
    await server.query(`update blog_posts set updated_at = '2025-01-05T18:30:00Z'`)
    await page.goto(paths.adminTab('manage'))
    await expect(page.getByText('Updated Jan 5, 2025, 1:30 PM')).toBeVisible()
    await page.goto(postPaths.adminPost(id))
    await expect(page.getByLabel('Publish at')).toHaveValue('2099-05-04T09:30')
  })
})

test('the URL field shows the slug that the server will create, if it is known', async ({ page, server }) => {
  await page.goto(paths.admin)
  const title = page.getByRole('textbox', { name: 'Title' })
  const url = page.getByLabel('Post URL')
  await title.fill('A great year')
  await expect(url).toHaveAccessibleDescription('Leave blank to use the title: /blog/a-great-year')
  await title.fill('Über Käse')
  await expect(url).toHaveAccessibleDescription('Leave blank to use the title.')

  const json = { title: 'Über Käse', content: '<p>Some words.</p>' }
  const { id } = await (await server.send('/api/blog', { cookie, json })).json()
  await page.goto(postPaths.adminPost(id))
  await expect(url).toHaveAccessibleDescription('Leave blank to use the title: /blog/uber-kase')
  await page.getByRole('switch').check()
  await update(page, 'Published')
  await page.goto(postPaths.adminPost(id))
  await page.getByRole('switch').uncheck()
  await update(page, 'Unpublished')
  await page.goto(postPaths.adminPost(id))
  await expect(url).toHaveValue('uber-kase')
  await expect(url).toHaveAccessibleDescription(
    'The old URL will keep working. Leave blank to keep /blog/uber-kase',
  )
})

test('a preview link shows a draft to others, until it is off', async ({ page, server, browser }) => {
  const { id } = await addDraft(server)
  // The first answer, from before the link, comes after it.
  const { promise: isCreated, resolve: goOn } = Promise.withResolvers<void>()
  let hasAsked = false
  const answerLate = async (route: Route) => {
    if (hasAsked || route.request().method() !== 'GET') return route.continue()
    hasAsked = true
    const response = await route.fetch()
    await isCreated
    await route.fulfill({ response })
  }
  await page.route('**/preview-links', answerLate)
  const openPreview = () => page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.goto(postPaths.adminPost(id))
  await openPreview()
  await page.getByRole('button', { name: 'Create preview link' }).click()
  const field = page.getByLabel('Preview link')
  await expect(field).toHaveValue(/\/preview\/[\w-]{43}$/)
  goOn()
  const { pathname } = new URL(await field.inputValue())
  const stranger = await browser.newContext()
  const seen = await stranger.newPage()
  await seen.goto(server.url + pathname)
  await expect(seen.getByRole('heading', { level: 1, name: 'Next Sunday' })).toBeVisible()
  await expect(page.getByText(/^One preview link works until \w+ \d+, \d{4}\.$/)).toBeVisible()
  await page.reload()
  await openPreview()
  await expect(page.getByText(/^One preview link works until/)).toBeVisible()
  await page.getByRole('button', { name: 'Turn off preview links' }).click()
  await expect(page.getByText('Preview links turned off').first()).toBeVisible()
  await expect(page.getByText('No preview links.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create preview link' })).toBeFocused()
  expect((await seen.goto(server.url + pathname))?.status()).toBe(404)
  await stranger.close()
})

test('sample posts are marked as samples, and are deleted with one button', async ({ page, server }) => {
  const { id } = await addDraft(server)
  await server.query(`insert into settings (key, value) values ('samples', $1)`, [
    JSON.stringify([{ id, version: 1 }]),
  ])
  await page.goto(`${paths.admin}?tab=manage`)
  await expect(page.getByText('One post is a sample that came with the site.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'trash' })).toHaveAttribute(
    'href',
    '/admin?tab=manage&status=trash',
  )
  await page.getByRole('button', { name: 'Remove samples' }).click()
  await expect(page.getByText('No blog posts found')).toBeVisible()
  await expect(page.getByText('came with the site')).toHaveCount(0)
  expect((await readPost(server, id)).deletedAt).toBeTruthy()
})
