import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'

/** Opens the dialog "Publish and email" of a draft, with words typed into it. */
async function openDialog(page: Page, server: TestServer) {
  await server.query(`insert into newsletter_subscriptions (email) values ('ann@example.org')`)
  const cookie = await signIn(page.context(), server)
  const json = { title: 'Bread and data', content: '<p>Knead it well.</p>' }
  const { id } = await (await server.send('/api/blog', { cookie, json })).json()
  await page.goto(postPaths.adminPost(id))
  const preview = () => page.waitForResponse('**/api/newsletter/preview')
  const first = preview()
  await page.getByRole('button', { name: 'Publish and email' }).click()
  await first
  const second = preview()
  const words = page.getByLabel('A few words above the post')
  await words.fill('Dear friends')
  await second
  return words
}

async function setPostalAddress(server: TestServer) {
  await server.query(`insert into settings values ('organisation', '{"postalAddress":"1 Main St"}')`)
  await server.query(`select pg_notify('page_cache', 'site')`)
}

test.describe('with a refused request', () => {
  test.use({ expectedErrors: /status of (422|503)/ })

  test('a missing postal address is added in another tab, and what was typed stays', async ({
    page,
    server,
  }) => {
    const words = await openDialog(page, server)
    const link = page.getByRole('link', { name: 'Settings > Organization (opens in a new tab)' })
    await expect(link).toHaveAttribute('href', paths.adminSettingsTab('organisation'))
    await expect(link).toHaveAttribute('target', '_blank')
    await setPostalAddress(server)
    // Browsers fire it when the user comes back to the tab.
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
        return page.getByRole('button', { name: 'Publish and email 1 person' }).count()
      })
      .toBe(1)
    await expect(link).toHaveCount(0)
    await expect(words).toHaveValue('Dear friends')
  })

  test('a post whose email could not be queued says so, and is not published or emailed twice', async ({
    page,
    server,
  }) => {
    await setPostalAddress(server)
    const words = await openDialog(page, server)
    await page.route('**/api/newsletter/issues', (route) => route.fulfill({ status: 503, body: '' }), {
      times: 1,
    })
    await page.getByRole('button', { name: 'Publish and email 1 person' }).click()
    await expect(
      page.getByText(/^The post is published, but we couldn’t queue its email\. .* no one gets it twice\.$/),
    ).toBeVisible()
    await expect(words).toHaveValue('Dear friends')
    const posts = () => server.query('select is_published, published_at from blog_posts')
    const [published] = await posts()
    expect(published).toMatchObject({ is_published: true })
    expect(await server.query('select 1 from newsletter_issues')).toEqual([])
    await page.getByRole('button', { name: 'Update and email 1 person' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await posts()).toEqual([published])
    expect(await server.query('select subject from newsletter_issues')).toEqual([
      { subject: 'Bread and data' },
    ])
  })
})
