import type { Page } from '@playwright/test'
import { emptyTables, expect, isAlive, test } from '../../../tests/e2e/fixtures.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'

test('toasts come one at a time, for five seconds, and a swipe dismisses them', async ({ page, server }) => {
  await emptyTables(server)
  let requests = 0
  await page.route('**/api/training-waitlist', (route) =>
    route.fulfill({ json: { success: false, message: `Please call us. (${++requests})` } }),
  )
  await page.clock.install()
  await page.goto(sitePaths.waitlist)
  await page.getByLabel('Name *').focus()
  await isAlive(page, 'WaitlistPanel')
  // Pause the clock, so that a toast does not close while the test runs.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const toast = page.getByRole('listitem').filter({ hasText: 'Error' })

  await test.step('one at a time, for five seconds', async () => {
    await failOnce(page)
    await expect(toast).toContainText('(1)')
    await failOnce(page)
    await expect(toast).toContainText('(2)')
    await expect(toast).toHaveCount(1)
    await page.clock.runFor(4800)
    await expect(toast).toBeVisible()
    await page.clock.runFor(400)
    await expect(toast).toBeHidden()
  })

  await test.step('closed with their button', async () => {
    await failOnce(page)
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toast).toBeHidden()
  })

  await test.step('swiped away', async () => {
    await failOnce(page)
    await swipe(page, 40)
    await page.clock.runFor(1000)
    await expect(toast).toBeVisible()
    await swipe(page, 70)
    await page.clock.runFor(1000)
    await expect(toast).toBeHidden()
  })
})

async function failOnce(page: Page): Promise<void> {
  await page.getByLabel('Name *').fill('Ann Example')
  await page.getByLabel('Email *').fill('ann@example.org')
  await page.getByRole('button', { name: 'Join Waitlist' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Error' })).toBeVisible()
}

/** Swipes the toast to the right. */
async function swipe(page: Page, distance: number): Promise<void> {
  const box = await page.getByRole('listitem').filter({ hasText: 'Error' }).boundingBox()
  if (!box) throw new Error('no toast')
  await page.mouse.move(box.x + 20, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x + 20 + distance / 2, box.y + 12, { steps: 4 })
  await page.mouse.move(box.x + 20 + distance, box.y + 12, { steps: 4 })
  await page.mouse.up()
}
