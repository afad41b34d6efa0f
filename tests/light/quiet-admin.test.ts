import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { button, content, listPosts, saveState, title } from '../../features/posts/e2e/post-form.ts'
import { signInPage } from '../e2e/sign-in.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(signInPage)

/** Notes the API requests from now on. */
function noteRequests(page: Page): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) seen.push(`${request.method()} ${pathname}`)
  })
  return seen
}

test('an automatic save and an AI call ask for nothing else, and a publication for what it changes', async ({
  page,
  server,
}) => {
  await page.goto(paths.admin)
  await title(page).fill('Quiet')
  await content(page).fill('A first sentence.')
  await expect(saveState(page, /^Saved \d{1,2}:\d\d [AP]M$/)).toBeVisible()
  // The form of a new post loads what belongs to the post that the first save made.
  await page.waitForLoadState('networkidle')
  const seen = noteRequests(page)
  await content(page).fill('A second sentence, from which a title can be suggested.')
  await expect.poll(async () => (await listPosts(server))[0]?.content).toContain('second')
  await button(page, 'AI Suggest').click()
  await expect(page.getByText('AI Suggestions Ready', { exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(seen.filter((request) => request.startsWith('GET'))).toEqual([])
  expect(seen).toContain('POST /api/blog')

  await page.getByRole('switch', { name: 'Draft' }).click()
  await button(page, 'Save Post').click()
  await expect.poll(async () => (await listPosts(server))[0]?.isPublished).toBe(true)
  await expect.poll(() => seen).toContain('GET /api/news')
})

test('the invitations are loaded once, and again after they change', async ({ page }) => {
  const seen = noteRequests(page)
  const loads = () => seen.filter((request) => request === 'GET /api/author/invites').length
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  await page.goto(paths.adminTab('authors'))
  await expect(page.getByText('No invitations sent yet')).toBeVisible()
  await tab(/^Manage Posts/).click()
  await expect(page.getByText('No blog posts found')).toBeVisible()
  await tab(/^Author Invites/).click()
  await expect(page.getByText('No invitations sent yet')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loads()).toBe(1)
  await page.getByLabel('Author Email').fill('gus@example.org')
  await page.getByLabel('Suggested Topic').fill('Grants')
  await button(page, 'Send Invitation').click()
  await expect(page.getByRole('article', { name: 'Invitation to gus@example.org' })).toBeVisible()
  expect(loads()).toBe(2)
})
