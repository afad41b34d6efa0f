import { readFile } from 'node:fs/promises'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { hasFeature } from '../../../tests/helpers/feature-testing.ts'
import { postPaths } from '../../posts/contract/post-paths.ts'
import { insightsPaths } from '../contract/insights-paths.ts'
import { seed } from '../testing/insights-stage.ts'

const [from, to] = ['2026-03-02', '2026-03-29']

test.beforeEach(async ({ server, context }) => {
  await emptyTables(server)
  await server.query('truncate calendar_clicks, page_views, left_out')
  await seed(server)
  await signIn(context, server)
})

test('plot, table, and file match the database, and print without buttons', async ({ page, server }) => {
  await test.step('on the screen', async () => {
    await page.goto(insightsPaths.adminInsightsRange(from, to))
    const numbers = page.getByRole('main').getByRole('definition')
    await expect(numbers).toHaveText([
      '442None in the previous period',
      '80None in the previous period',
      '1None in the previous period',
    ])
    const bots = page.getByText('Not counted (bots): 3 clicks and 1,234 page views.')
    await expect(bots).toBeHidden()
    await page.getByText('How we count').click()
    await expect(bots).toBeVisible()
    // Move the pointer away, because the plot would show the week under it.
    await page.mouse.move(0, 0)
    const perWeek = await server.query<{ week: string; clicks: number }>(
      `select to_char(date_trunc('week', created_at at time zone 'America/New_York'), 'FMMon FMDD') as week,
         count(*)::int as clicks from calendar_clicks where service = 'get-started' group by 1 order by min(created_at)`,
    )
    expect(perWeek).toHaveLength(4)

    const report = page.getByRole('region', { name: 'Clicks on each button', exact: true })
    await expect(report).toContainText('80 clicks. “Get Started Today” led with 64.')
    await expect(report.getByRole('list', { name: 'No clicks:' }).getByText('Launch PriceVue')).toBeVisible()

    const plot = report.getByRole('application', { name: 'Clicks, Get Started Today, by week' })
    await plot.focus()
    for (const [index, { week, clicks }] of perWeek.entries()) {
      // The focus is already on the first week.
      if (index > 0) await page.keyboard.press('ArrowRight')
      await expect(report.getByRole('status').filter({ hasText: 'Week' })).toHaveText(
        `Week of ${week}: ${clicks} clicks`,
      )
    }

    await report.getByText('Show as a table').click()
    const row = report.getByRole('row', { name: /^Get Started Today/ })
    await expect(row.getByRole('cell')).toHaveText(['64', ...perWeek.map(({ clicks }) => String(clicks))])

    const waits = page.waitForEvent('download')
    await report.getByRole('link', { name: 'Download CSV of Clicks on each button' }).click()
    const download = await waits
    expect(download.suggestedFilename()).toBe(`clicks-${from}-to-${to}.csv`)
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(lines[1]).toBe(`"Get Started Today",${perWeek.map(({ clicks }) => `"${clicks}"`).join(',')},"64"`)

    await expect(page.getByRole('region', { name: 'Sign-ups by page', exact: true })).toContainText(
      '1 sign-up. “Waitlist page” led with 1.',
    )
    if (hasFeature('trainings'))
      await expect(page.getByRole('region', { name: 'Offers and trainings', exact: true })).toContainText(
        'No offers were sent in this period.',
      )
    await expect(page.getByRole('region', { name: 'Posts and readership', exact: true })).toContainText(
      '1 post published. Posts were viewed 42 times.',
    )
    const pages = page.getByRole('region', { name: 'Views to clicks', exact: true })
    await expect(pages.getByRole('listitem').filter({ hasText: 'Home page' })).toHaveText(
      'Home page 400 views, 80 clicks: 20.0%',
    )
    await expect(pages.getByRole('link', { name: 'A post' })).toHaveAttribute(
      'href',
      postPaths.post('a-post'),
    )
  })
  await test.step('printed', async () => {
    await page.goto(insightsPaths.adminInsightsRange(from, to))
    const plot = page.getByRole('application', { name: 'Post views, by week' })
    await expect(plot).toBeVisible()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.setViewportSize({ width: 700, height: 1000 })
    await expect(plot).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden()
    await expect(page.getByRole('link', { name: /^Download CSV/ }).first()).toBeHidden()
    await expect(page.getByLabel('From', { exact: true })).toBeHidden()
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(700)
    // Text is printed in black even though the color scheme on the screen is dark.
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toMatch(
      /^(rgb\(0, 0, 0\)|black)$/,
    )
  })
})
