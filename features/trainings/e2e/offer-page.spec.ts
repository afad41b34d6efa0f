import { formatFullDay } from '../../../core/contract/format-date.ts'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, inLongRuns, test } from '../../../tests/e2e/fixtures.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import type { Offer } from '../contract/offers.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { addEntry, dayIn, openTrainingOffice, tokenOf } from '../testing/trainings.ts'
import { offerPage as words } from '../words/offer.ts'

test.beforeEach(({ server }) => emptyTables(server))

async function sendOffer(server: TestServer, days = [dayIn(20), dayIn(21), dayIn(22)]) {
  const office = await openTrainingOffice(server)
  const offer: Offer = await office.sendNew(await addEntry(server), days)
  const path = trainingPaths.offer(tokenOf(offer))
  return {
    ...office,
    offer,
    path,
    answer: (form: Record<string, string>, to = path) => server.send(to, { form }),
  }
}

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript, at 390 and 1440 px`, () => {
    test.use({ javaScriptEnabled })

    test('a client answers an offer in each way', async ({ page, server }) => {
      for (const viewport of sizes) {
        await page.setViewportSize(viewport)
        await test.step('accepts one of the days with two clicks, gets the file, and cancels', async () => {
          const { path } = await sendOffer(server)
          await page.goto(path)
          await page.getByRole('radio', { name: formatFullDay(dayIn(21)) }).check()
          await page.getByRole('button', { name: words.open.accept }).click()
          await expect(page.getByRole('heading', { level: 1, name: words.booked.title })).toBeVisible()
          await expect(page.getByText(`${formatFullDay(dayIn(21))}, 9:00 AM to 4:00 PM`)).toBeVisible()
          const [file] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('link', { name: words.booked.download }).click(),
          ])
          expect(file.suggestedFilename()).toBe('training.ics')
          // The first click only shows what the second one would do.
          await page.getByText(words.cancel.summary, { exact: true }).click()
          await page.getByLabel(words.cancel.label).fill('Snow')
          await page.getByRole('button', { name: words.cancel.button }).click()
          await expect(page.getByRole('heading', { level: 1, name: words.canceled.title })).toBeVisible()
          expect(await server.query('select cancel_reason as reason from trainings')).toEqual([
            { reason: 'Snow' },
          ])
        })
        await emptyTables(server)
        await test.step('needs one click for a single day, and asks for another one', async () => {
          const { path } = await sendOffer(server, [dayIn(20)])
          await page.goto(path)
          await expect(page.getByRole('radio')).toBeChecked()
          await page.getByRole('button', { name: words.open.accept }).click()
          await page.getByText(words.otherDay.summary, { exact: true }).first().click()
          await page.getByLabel(words.otherDay.label).fill('A week later?')
          await page.getByRole('button', { name: words.otherDay.button }).click()
          await expect(page.getByText(words.booked.wished)).toBeVisible()
        })
        await emptyTables(server)
        await test.step('suggests other days by keyboard', async () => {
          const { path } = await sendOffer(server)
          await page.goto(path)
          const summary = page.getByText(words.otherDays.summary, { exact: true })
          await summary.focus()
          await page.keyboard.press('Enter')
          await page.keyboard.press('Tab')
          await page.keyboard.type('Any Friday')
          await page.keyboard.press('Tab')
          await page.keyboard.press('Enter')
          await expect(
            page.getByRole('heading', { level: 1, name: words.ended['other-days'].title }),
          ).toBeVisible()
        })
        await emptyTables(server)
      }
    })
  })

test('nothing is cut or scrolls sideways at 200 % text on a phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { path } = await sendOffer(server)
  const check = async (name: string) => {
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    const tooWide = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main, main *')]
        .filter((element) => !element.closest('.sr-only'))
        .filter(
          (element) =>
            element.scrollWidth > element.clientWidth + 1 &&
            element.clientWidth > 0 &&
            getComputedStyle(element).overflowX !== 'visible',
        )
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
    )
    expect(tooWide, name).toEqual([])
    const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(content, name).toBeLessThanOrEqual(width ?? 0)
  }
  await page.goto(path)
  await check('the open offer')
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: words.open.accept }).click()
  await expect(page.getByLabel(words.otherDay.day)).toBeAttached()
  await check('the booked day')
})

test.describe('every state', () => {
  test.use({ expectedErrors: /status of 4\d\d/ })
  const narrow = { width: 320, height: 640 }

  test('has no accessibility problem, light and dark, at 320 px', async ({ page, server }) => {
    test.slow()
    const { path, answer } = await sendOffer(server)
    const check = async (name: string, title: string) => {
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expectAccessible(page, name, [narrow, narrow])
    }
    const visit = async (name: string, title: string) => {
      await page.goto(path)
      await check(name, title)
    }
    await visit('an open offer', words.open.title)
    await page.getByText(words.otherDays.summary, { exact: true }).click()
    await page.getByLabel(words.otherDays.label).fill('x')
    await page.getByLabel(words.otherDays.label).evaluate((box) => {
      box.removeAttribute('maxlength')
      ;(box as HTMLTextAreaElement).value = 'y'.repeat(2100)
    })
    await page.getByRole('button', { name: words.otherDays.button }).click()
    await expect(page.getByRole('alert')).toBeFocused()
    await expect(page.getByLabel(words.otherDays.label)).toHaveValue('y'.repeat(2100))
    await check('an answer that is too long', words.open.title)

    await page.getByText(words.decline.summary, { exact: true }).click()
    await check('every answer unfolded', words.open.title)

    await page.goto(path)
    // Without the browser's own check, as in a browser that has none.
    for (const day of await page.getByRole('radio').all())
      await day.evaluate((box: HTMLInputElement) => {
        box.required = false
      })
    await page.getByRole('button', { name: words.open.accept }).click()
    await expect(page.getByRole('alert')).toBeFocused()
    await expect(page.getByRole('group', { name: words.open.days })).toHaveAccessibleDescription(
      words.problems.noDay,
    )
    await check('an answer without a day', words.open.title)
    await page.getByRole('link', { name: words.open.days }).click()
    await expect(page.getByRole('radio').first()).toBeFocused()

    await page.getByRole('radio').nth(1).check()
    await server.query(`delete from trainer_days where day = '${dayIn(21)}'`)
    await page.getByRole('button', { name: words.open.accept }).click()
    await expect(page.getByRole('alert')).toContainText(words.problems.dayTaken)
    await expect(page.getByRole('radio').nth(1)).toBeDisabled()
    await check('a day that was taken in the meantime', words.open.title)

    await server.query('delete from trainer_days')
    await visit('an offer without a free day', words.open.titleNoneFree)
    await server.query(
      'insert into trainer_days (trainer_id, day, offer_id) select trainer_id, day, id from offers, unnest(days) as day',
    )

    await answer({ action: 'accept', day: dayIn(21) })
    await visit('a booked day', words.booked.title)
    await answer({ action: 'other-day', message: 'Later?' }, `${path}/change`)
    await visit('a wish for another day', words.booked.title)
    const today = `(now() at time zone coalesce(time_zone, 'America/New_York'))::date`
    await server.query(`update trainings set day = ${today}`)
    await visit('a day that has come', words.booked.title)
    await expect(page.getByText(words.booked.tooLate)).toBeVisible()
    await server.query(`update trainings set day = ${today} - 1`)
    await visit('a day that has passed', words.ended.held.title)
    await server.query(`update trainings set day = '${dayIn(21)}', held_at = now()`)
    await visit('a day that was held', words.ended.held.title)
    await server.query('update trainings set held_at = null')
    await answer({ action: 'cancel' }, `${path}/change`)
    await visit('a canceled day', words.canceled.title)
    await server.query(`update trainings set canceled_by = 'us', cancel_reason = 'The trainer is ill.'`)
    await visit('a day that the office canceled', words.canceled.title)
    await expect(page.getByText('The trainer is ill.')).toBeVisible()
    await page.goto(trainingPaths.offer('x'.repeat(43)))
    await check('an unknown link', words.ended.unknown.title)
  })

  test(
    'when over, has no problem either, and too many attempts keep the text',
    inLongRuns,
    async ({ page, server }) => {
      const { path, answer, request, sendNew } = await sendOffer(server)
      await answer({ action: 'other-days', message: 'Fridays' })
      await page.goto(path)
      await expectAccessible(page, 'other days wished', [narrow, narrow])
      await answer({ action: 'decline' })
      await page.goto(path)
      await expectAccessible(page, 'declined', [narrow, narrow])

      const other = await sendNew(await addEntry(server, 'bea@example.org'), [dayIn(30)])
      await page.goto(trainingPaths.offer(tokenOf(other)))
      await expect(page.getByRole('heading', { level: 1, name: words.open.titleOneDay })).toBeVisible()
      await expectAccessible(page, 'a single day', [narrow, narrow])
      await page.getByText(words.otherDays.summary, { exact: true }).click()
      await page.getByLabel(words.otherDays.label).fill('Fridays, please')
      await request('POST', `/api/offers/${other.id}/withdraw`)
      await page.getByRole('button', { name: words.otherDays.button }).click()
      await expect(page.getByText('Fridays, please')).toBeVisible()
      await expectAccessible(page, 'ended in the meantime', [narrow, narrow])

      const lapsed = await sendNew(await addEntry(server, 'cy@example.org'), [dayIn(31)])
      await server.query(
        `update offers set sent_at = now() - interval '2 days', expires_at = now() - interval '1 day' where id = ${lapsed.id}`,
      )
      await page.goto(trainingPaths.offer(tokenOf(lapsed)))
      await expect(page.getByRole('heading', { level: 1, name: words.ended.over.title })).toBeVisible()
      await expectAccessible(page, 'lapsed', [narrow, narrow])
      await emptyTables(server)
      const attempted = await sendOffer(server)
      for (let count = 0; count <= 100; count++)
        await page.request.post(attempted.path, {
          form: { action: 'decline', message: 'x'.repeat(2001) },
          headers: { origin: new URL(server.url).origin },
        })
      await page.goto(attempted.path)
      await page.getByText(words.decline.summary, { exact: true }).click()
      await page.getByLabel(words.decline.label).fill('No time')
      await page.getByRole('button', { name: words.decline.button }).click()
      await expect(page.getByRole('heading', { level: 1, name: words.retry.title })).toBeVisible()
      await expect(page.getByRole('textbox')).toHaveValue('No time')
      await expectAccessible(page, 'too many attempts', [narrow, narrow])
    },
  )
})
