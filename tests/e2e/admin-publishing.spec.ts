import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import type { Post } from '../../contracts/posts.ts'
import type { TestServer } from '../helpers/launch-server.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

let cookie: string

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  cookie = await signIn(page.context(), server)
})

async function addDraft(server: TestServer): Promise<Post> {
  const json = { title: 'Next Sunday', content: '<p>Some words.</p>' }
  return (await server.send(paths.api.blog, { cookie, json })).json()
}

const readPost = async (server: TestServer, id: number): Promise<Post> =>
  (await server.send(paths.api.post(id), { cookie })).json()

async function update(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Update Post' }).click()
  await expect(page.getByText('Blog post saved successfully!').first()).toBeVisible()
}

test('a post is given a time to come, another one, and then the present', async ({ page, server }) => {
  const { id, slug } = await addDraft(server)
  await page.goto(paths.adminPost(id))
  await page.getByRole('switch').check()
  await page.getByLabel('Publish at').fill('2099-05-04T09:30')
  await expect(page.getByText('Readers see it from the time below')).toBeVisible()
  await update(page)
  const scheduled = await readPost(server, id)
  expect(scheduled.isPublished).toBe(true)
  expect(new Date(scheduled.publishedAt).getFullYear()).toBe(2099)
  expect((await server.send(paths.post(slug))).status).toBe(404)
  await page.goto(paths.adminTab('manage'))
  await expect(page.getByText('Scheduled for May 4, 2099, 9:30 AM')).toBeVisible()

  await page.goto(paths.adminPost(id))
  await expect(page.getByLabel('Publish at')).toHaveValue('2099-05-04T09:30')
  await page.getByLabel('Publish at').fill('')
  await update(page)
  await expect.poll(async () => (await server.send(paths.post(slug))).status).toBe(200)
  await page.goto(paths.adminPost(id))
  await expect(page.getByText('Readers see your changes when you update the post.')).toBeVisible()
  await expect(page.getByLabel('Publish at')).toHaveCount(0)
})

test('a preview link shows a draft to somebody else, until it is taken back', async ({
  page,
  server,
  browser,
}) => {
  const { id } = await addDraft(server)
  await page.goto(paths.adminPost(id))
  await page.getByRole('button', { name: 'Create preview link' }).click()
  const field = page.getByLabel('Preview link')
  await expect(field).toHaveValue(/\/preview\/[\w-]{43}$/)
  const { pathname } = new URL(await field.inputValue())
  const stranger = await browser.newContext()
  const seen = await stranger.newPage()
  await seen.goto(server.url + pathname)
  await expect(seen.getByRole('heading', { level: 1, name: 'Next Sunday' })).toBeVisible()
  await page.getByRole('button', { name: 'Turn off preview links' }).click()
  await expect(page.getByText('Preview links turned off').first()).toBeVisible()
  expect((await seen.goto(server.url + pathname))?.status()).toBe(404)
  await stranger.close()
})

test('sample posts say that they are samples, and go at one word', async ({ page, server }) => {
  const { id } = await addDraft(server)
  await server.query(`insert into settings (key, value) values ('samples', $1)`, [
    JSON.stringify([{ id, version: 1 }]),
  ])
  await page.goto(`${paths.admin}?tab=manage`)
  await expect(page.getByText('One post is a sample that came with the site.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove samples' }).click()
  await expect(page.getByText('No blog posts found')).toBeVisible()
  await expect(page.getByText('came with the site')).toHaveCount(0)
  expect((await readPost(server, id)).deletedAt).toBeTruthy()
})
