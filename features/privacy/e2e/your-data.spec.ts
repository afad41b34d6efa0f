import { findViolations } from '../../../tests/e2e/accessibility.ts'
import { findDataLink } from '../../../tests/e2e/every-page.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'

test('a person downloads their data, and the receipt of deletion is accessible', async ({ page, server }) => {
  await emptyTables(server)
  await page.goto(await findDataLink(server))
  const downloads = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download a copy' }).click()
  expect((await downloads).suggestedFilename()).toBe('your-data.json')
  await page.getByRole('button', { name: 'Delete My Data Now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your data is deleted' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(320)
})
