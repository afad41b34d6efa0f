import { addDays, isoWeekday, sundayOf } from '../../contracts/calendar-days.ts'
import { paths } from '../../contracts/paths.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'
import { dayIn, join } from './training-stage.ts'

test('days of an offer are chosen by keyboard alone', async ({ page, server }) => {
  await emptyTables(server)
  await signIn(page.context(), server)
  const entry = await join(server, 'Maya')
  await page.goto(paths.adminNewOffer(entry))
  const grid = page.getByRole('grid', { name: 'Days' })
  const day = (of: string) => grid.locator(`[data-day="${of}"]`)
  const stop = grid.locator('[tabindex="0"]')
  await expect(stop).toHaveCount(1)
  await stop.focus()
  // In the second week, so that no key leaves the weeks that are shown
  let at = addDays(sundayOf(dayIn(1)), 10)
  while ((await page.locator(':focus').getAttribute('data-day')) !== at) {
    const from = (await page.locator(':focus').getAttribute('data-day')) ?? at
    await page.keyboard.press(from < at ? 'ArrowRight' : 'ArrowLeft')
    await expect(day(addDays(from, from < at ? 1 : -1))).toBeFocused()
  }
  for (const [key, step] of [
    ['ArrowDown', 7],
    ['ArrowUp', -7],
    ['Home', -(isoWeekday(at) % 7)],
    ['End', 6],
    ['PageDown', 35],
    ['PageUp', -35],
  ] as const) {
    await page.keyboard.press(key)
    at = addDays(at, step)
    await expect(day(at), key).toBeFocused()
    await expect(stop, key).toHaveCount(1)
  }
  await page.keyboard.press('Enter')
  await expect(day(at)).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  await expect(page.getByRole('list', { name: '2 of 3 days chosen.' })).toBeVisible()
  // No key goes to weeks before this one.
  for (let week = 0; week < 4; week++) await page.keyboard.press('ArrowUp')
  const last = await page.locator(':focus').getAttribute('data-day')
  expect(last).toMatch(/^\d/)
  expect(String(last) >= sundayOf(dayIn(0))).toBe(true)
})
