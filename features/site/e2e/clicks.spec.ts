import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { sitePaths } from '../contract/site-paths.ts'

// Headless Chromium's default user agent counts as a bot, whose clicks are left out.
const userAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

test.use({ userAgent })

test.beforeEach(async ({ server }) => {
  await emptyTables(server)
  await server.query('truncate calendar_clicks, page_views, left_out')
  // By default, the buttons lead to other sites, and a request to another host would fail the test.
  const elsewhere = `${server.url}${paths.healthz}`
  await server.query(`insert into settings (key, value) values ('organisation', $1)`, [
    JSON.stringify({ bookingUrl: elsewhere, appUrls: { 'ninety-day-plan': elsewhere } }),
  ])
  await server.query(`select pg_notify('page_cache', 'site posts')`)
})

const clicks = (server: TestServer) =>
  server.query<{ service: string; user_agent: string; source: string | null }>(
    'select service, user_agent, source from calendar_clicks order by id',
  )

async function follow(page: Page, name: RegExp, options: { button?: 'middle' } = {}): Promise<void> {
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name }).first().click(options)
  await (await opened).close()
}

/** Follows a button of the home page and one of the apps, and expects that each click is counted once, with its page. */
async function expectClicksToCount(page: Page, server: TestServer): Promise<void> {
  const sent: string[] = []
  page.context().on('request', (request) => {
    if (request.url().includes('/api/calendar-clicks')) sent.push(request.headers()['content-type'] ?? '')
  })
  await page.goto(paths.home)
  await page.waitForLoadState('networkidle')
  await follow(page, /^Get Started Today/)
  await expect.poll(() => clicks(server)).toHaveLength(1)
  await page.goto(`${sitePaths.apps}?from=mail`)
  await page.waitForLoadState('networkidle')
  await follow(page, /^Start Your Plan/, { button: 'middle' })
  const expected = [
    { service: 'get-started', user_agent: 'Chrome, phone', source: paths.home },
    { service: 'ninety-day-plan', user_agent: 'Chrome, phone', source: sitePaths.apps },
  ]
  await expect.poll(() => clicks(server)).toEqual(expected)
  expect(sent).toHaveLength(2)
}

test('clicks on buttons are counted once, by a beacon instead of the ping', async ({ page, server }) => {
  await expectClicksToCount(page, server)
  const types: string[] = []
  page.context().on('request', (request) => {
    if (request.url().includes('/api/calendar-clicks')) types.push(request.resourceType())
  })
  await page.goto(paths.home)
  await page.waitForLoadState('networkidle')
  const button = page.getByRole('link', { name: /^Get Started Today/ })
  await expect(button).toHaveAttribute('ping', paths.api.calendarClick('get-started'))
  await follow(page, /^Get Started Today/)
  await expect(button).not.toHaveAttribute('ping')
  await follow(page, /^Get Started Today/)
  await expect.poll(() => types).toHaveLength(2)
  // Another click by the same visitor within half a minute is not counted.
  await expect.poll(() => clicks(server)).toHaveLength(2)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('clicks on buttons are counted once', ({ page, server }) => expectClicksToCount(page, server))
})

test('an opened post is counted once, and its button, without script, by ping', async ({ page, server }) => {
  await server.query(
    `insert into blog_posts (title, slug, excerpt, content, author, author_type)
     values ('A post', 'a-post', 'e', '<p>c</p>', 'Ann', 'human')`,
  )
  await server.query('insert into post_slugs select slug, id from blog_posts')
  await server.query(`select pg_notify('page_cache', 'posts')`)
  const count = async () => {
    await server.instance.tally.flush()
    const views = await server.query<{ views: number }>('select views from page_views where path = $1', [
      postPaths.post('a-post'),
    ])
    const ahead = await server.query<{ count: number }>(
      `select count from left_out where what = 'view-prefetches'`,
    )
    return { views: views[0]?.views ?? 0, ahead: ahead[0]?.count ?? 0 }
  }
  await page.goto(postPaths.blog)
  const link = page.getByRole('link', { name: 'A post' })
  await link.hover()
  await expect.poll(count).toEqual({ views: 0, ahead: 1 })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'A post' })).toBeVisible()
  await expect.poll(count).toEqual({ views: 1, ahead: 1 })
  await page.reload()
  await expect.poll(count).toEqual({ views: 2, ahead: 1 })

  await page.getByRole('complementary').getByRole('link', { name: /^Book/ }).press('Enter')
  await expect
    .poll(() => clicks(server))
    .toEqual([{ service: 'blog-post', user_agent: 'Chrome, phone', source: postPaths.post('a-post') }])
})
