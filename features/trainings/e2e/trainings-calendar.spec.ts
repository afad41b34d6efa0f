import { addDays } from '../../../core/contract/calendar-days.ts'
import { formatWeekday } from '../../../core/contract/format-date.ts'
import { findViolations } from '../../../tests/e2e/accessibility.ts'
import { expect, inLongRuns, startSignedIn, test } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { findUnplainWordsOn } from '../../../tests/words/read-words.ts'
import { addPromise, addTrainer, dayFromNow } from '../../calendar/testing/calendar.ts'
import { trainingPaths } from '../contract/training-paths.ts'

const tab = trainingPaths.adminTab('calendar')
/** The first day of the month after next, so that the days around it are ahead and in no other test's way */
const first = `${addDays(`${dayFromNow(0).slice(0, 7)}-01`, 70).slice(0, 7)}-01`
const month = first.slice(0, 7)
const day = (count: number) => addDays(first, count - 1)
const at = (query: string) => `${tab}&${query}`

/** The signed-in admin gives trainings, and so does Tina if she is wanted. Returns their ids. */
async function startCalendar(server: TestServer, { withTina = false } = {}) {
  await server.query('update users set trainer_since = now()')
  const [admin] = await server.query<{ id: number }>('select id from users')
  return { admin: admin?.id ?? 0, tina: withTina ? await addTrainer(server, 'Tina Trainer') : 0 }
}

test.beforeEach(startSignedIn)

test('a click chooses one day after the other, and with Shift a range', async ({ page, server }) => {
  await startCalendar(server)
  await page.goto(at(`month=${month}`))
  const cell = (count: number) => page.locator(`[data-day="${day(count)}"]`)
  const chosen = page.locator('[role=gridcell][aria-selected=true]')
  await cell(10).click()
  await cell(14).click()
  await expect(page.getByRole('heading', { name: formatWeekday(day(14)) })).toBeVisible()
  await expect(chosen).toHaveCount(1)
  await cell(12).click({ modifiers: ['Shift'] })
  await expect(chosen).toHaveCount(3)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } })

  test('two taps choose a range, and a third one starts again', async ({ page, server }) => {
    await startCalendar(server)
    await page.goto(at(`month=${month}`))
    const cell = (count: number) => page.locator(`[data-day="${day(count)}"]`)
    await cell(10).tap()
    await expect(page.getByRole('heading', { name: formatWeekday(day(10)) })).toBeVisible()
    await cell(12).tap()
    await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(3)
    await page.getByRole('button', { name: 'Block these 3 days' }).tap()
    await expect(page.getByRole('gridcell', { name: /Blocked/ })).toHaveCount(3)
    await cell(20).tap()
    await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(1)
    const small = await page
      .locator('[role=gridcell], .calendar button, .calendar .chip')
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.getClientRects().length > 0)
          .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 44 || box.height < 44)
          .map(({ name, box }) => `${name}: ${box.width} x ${box.height}`),
      )
    expect(small).toEqual([])
  })
})

test('month and list are accessible and fit 320, 390, and 1440 px', inLongRuns, async ({ page, server }) => {
  const { admin, tina } = await startCalendar(server, { withTina: true })
  await addPromise(server, { trainerId: admin, day: day(5), state: 'held', name: 'Maya Okafor' })
  await addPromise(server, { trainerId: admin, day: day(6), state: 'booked', name: 'Ed Cole' })
  await addPromise(server, { trainerId: tina, day: day(6), state: 'booked', name: 'Flo Dunn' })
  await server.query(
    `insert into blocked_days (trainer_id, first_day, last_day, reason)
       values ($1, $2, $3, 'Vacation with the family'), ($1, $4, $4, 'Sick')`,
    [admin, day(12), day(14), day(6)],
  )
  for (const query of [`month=${month}&trainer=${admin}`, `month=${month}`, 'view=list']) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(at(query))
    if (query.startsWith('month')) {
      const cell = page.locator(`[data-day="${day(6)}"]`)
      await expect(cell).toContainText(/booked/i)
      await cell.click()
      await expect(page.getByRole('link', { name: /^Ed Cole/ })).toBeVisible()
    } else {
      await expect(page.getByRole('article')).toHaveCount(5)
      await page.getByRole('radio', { name: 'Weekdays that repeat' }).check()
    }
    await expect(page.getByRole('button', { name: 'Make a link' })).toBeVisible()
    for (const width of [320, 390, 1440])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        expect(await findViolations(page), `${query} ${width} px ${colorScheme}`).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(overflow, `${query} ${width} px`).toBeLessThanOrEqual(0)
      }
  }
  expect(await findUnplainWordsOn(page)).toEqual([])
})
