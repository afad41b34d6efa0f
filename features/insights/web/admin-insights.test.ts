import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { insightsPaths } from '../contract/insights-paths.ts'
import { seed } from '../testing/insights-stage.ts'

const [from, to] = ['2026-03-02', '2026-03-29']

test.beforeEach(async ({ server, context }) => {
  await server.query('truncate calendar_clicks, page_views, left_out')
  await seed(server)
  await signIn(context, server)
})

test('a tie has no leader, and a shortened list says so', async ({ page, server }) => {
  await server.query('truncate calendar_clicks, page_views')
  await server.query(
    `insert into calendar_clicks (service, created_at) values ('plan', '2026-03-10'), ('inform', '2026-03-10')`,
  )
  await server.query(
    `insert into page_views (day, path, views) select '2026-03-05', '/blog/a-' || n, n from generate_series(1, 13) as n`,
  )
  await server.query(
    `insert into training_waitlist (name, email, source, created_at) values ('Q', 'q@example.org', '/', '2026-03-10')`,
  )
  await page.goto(insightsPaths.adminInsightsRange(from, to))
  await expect(page.getByText('2 clicks.', { exact: true })).toBeVisible()
  await expect(page.getByText('2 sign-ups.', { exact: true })).toBeVisible()
  await expect(page.getByText('Top 12 pages. The table has 13.')).toBeVisible()
})

test('the headline numbers are compared with the period before', async ({ page }) => {
  await page.goto(insightsPaths.adminInsightsRange('2026-03-06', '2026-03-09'))
  await expect(page.getByRole('status').first()).toContainText(
    'Mar 6, 2026 to Mar 9, 2026 (Eastern Time), compared with Mar 2, 2026 to Mar 5, 2026',
  )
  await expect(page.getByRole('main').getByRole('definition').first()).toHaveText('0Down 100% from 440')
})

test('the insights work in a browser that formats dates in another order', async ({ page }) => {
  await page.addInitScript(() => {
    Date.prototype.toLocaleDateString = () => '11/22/2026'
  })
  await page.goto(insightsPaths.adminInsights)
  await expect(page.getByRole('link', { name: 'Last 12 weeks' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d$/)
})

test('the range is chosen with links or dates, is in the URL, and goes back', async ({ page }) => {
  await page.goto(paths.admin)
  await page.getByRole('link', { name: 'Insights' }).click()
  await expect(page.getByRole('link', { name: 'Last 12 weeks' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'Last 4 weeks' }).click()
  await expect(page).toHaveURL(/\/admin\/insights\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
  await expect(page.getByRole('link', { name: 'Last 4 weeks' })).toHaveAttribute('aria-current', 'true')

  await page.getByLabel('From', { exact: true }).fill(to)
  await page.getByLabel('To', { exact: true }).fill(from)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByLabel('From', { exact: true })).toHaveAccessibleDescription(/start date is after/)
  await page.getByLabel('From', { exact: true }).fill(from)
  await page.getByLabel('To', { exact: true }).fill(to)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(insightsPaths.adminInsightsRange(from, to))
  await expect(page.getByRole('main')).toContainText('Mar 2, 2026 to Mar 29, 2026')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Last 4 weeks' })).toHaveAttribute('aria-current', 'true')
})

test('numbers are updated with the button only', async ({ page, server }) => {
  await page.goto(insightsPaths.adminInsightsRange(from, to))
  const report = page.getByRole('region', { name: 'Clicks on each button', exact: true })
  await expect(report).toContainText('80 clicks')
  await server.query(`insert into calendar_clicks (service, created_at) values ('plan', '2026-03-10')`)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(report).toContainText('81 clicks')
})

test.describe('with an invalid range', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('says so and lets the user choose another one', async ({ page }) => {
    await page.goto(insightsPaths.adminInsightsRange(to, from))
    await expect(page.getByRole('alert')).toContainText('The start date is after the end date.')
    await page.getByRole('link', { name: 'Last 4 weeks' }).click()
    await expect(page.getByRole('region', { name: 'Clicks on each button', exact: true })).toContainText(
      'No clicks in this period.',
    )
  })
})
