import { addDays, isoWeekday } from '../../../core/contract/calendar-days.ts'
import { formatFullDay, formatMonth, formatWeekday } from '../../../core/contract/format-date.ts'
import { signInPage } from '../../../tests/e2e/sign-in.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
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

const family = (from: string, end: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:1',
    `DTSTART;VALUE=DATE:${from.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${end.replaceAll('-', '')}`,
    'SUMMARY:Reunion',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

test.beforeEach(signInPage)

test('without a trainer, the calendar says how to start', async ({ page }) => {
  await page.goto(tab)
  await page.getByRole('button', { name: 'I give trainings' }).click()
  await expect(page.getByRole('heading', { name: 'Calendar', exact: true })).toBeFocused()
  await expect(page.getByRole('grid')).toBeVisible()
  const box = page.getByRole('checkbox', { name: 'Ann Admin' })
  await expect(box).toBeChecked()
  await box.click()
  await expect(page.getByRole('button', { name: 'I give trainings' })).toBeVisible()
})

test('a range is chosen, blocked, and unblocked by keyboard alone', async ({ page, server }) => {
  await startCalendar(server)
  await page.goto(at(`month=${month}`))
  const cell = (count: number) => page.locator(`[data-day="${day(count)}"]`)
  await expect(cell(1)).toHaveText(new RegExp(`^${formatFullDay(first)}: 1free$`))
  await page.getByRole('button', { name: 'Next month' }).focus()
  await page.keyboard.press('Tab')
  await expect(cell(1)).toBeFocused()
  for (const [key, target] of [
    ['ArrowDown', day(8)],
    ['ArrowRight', day(9)],
    ['Home', addDays(day(9), -(isoWeekday(day(9)) % 7))],
    ['End', addDays(day(9), 6 - (isoWeekday(day(9)) % 7))],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.locator(`[data-day="${target}"]`), key).toBeFocused()
  }
  const next = addDays(first, 45).slice(0, 7)
  await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(new RegExp(`month=${next}`))
  await expect(page.getByRole('grid', { name: formatMonth(next) })).toBeVisible()
  await expect(page.locator(':focus')).toHaveAttribute('data-day', new RegExp(`^${next}`))
  await page.keyboard.press('PageUp')
  await expect(page).toHaveURL(new RegExp(`month=${month}`))
  await page.keyboard.press('Shift+PageDown')
  await expect(page).toHaveURL(new RegExp(`month=${Number(month.slice(0, 4)) + 1}-`))
  await page.keyboard.press('Shift+PageUp')

  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const start = await page.locator(':focus').getAttribute('data-day')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(page.locator('[role=gridcell][aria-selected=true]')).toHaveCount(3)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Reason (optional)')).toBeFocused()
  await page.keyboard.type('Vacation')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Unblock all its days Vacation' })).toBeVisible()
  await expect(page.locator(`[data-day="${start}"]`)).toContainText('Blocked')
  const [row] = await server.query<{ first: string; length: number }>(
    'select first_day::text as first, last_day - first_day + 1 as length from blocked_days',
  )
  expect(row).toEqual({ first: start, length: 3 })

  // One day in the middle is unblocked, the others stay.
  const middle = addDays(start ?? '', 1)
  await page.locator('[tabindex="0"][role="gridcell"]').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Unblock this day' }).press('Enter')
  await expect(page.getByText('This day is free.')).toBeVisible()
  await expect(page.getByRole('heading', { name: formatWeekday(middle) })).toBeFocused()
  await expect(page.getByRole('gridcell', { name: /Blocked/ })).toHaveCount(2)
})

test('held and booked days link to the offer and the training', async ({ page, server }) => {
  const { admin } = await startCalendar(server)
  const held = await addPromise(server, { trainerId: admin, day: day(5), state: 'held', name: 'Maya Okafor' })
  const booked = await addPromise(server, { trainerId: admin, day: day(6), state: 'booked', name: 'Ed Cole' })
  await page.goto(at(`month=${month}`))
  await page.getByRole('gridcell', { name: /Held Maya Okafor Church/ }).click()
  const link = page.getByRole('link', { name: 'Maya Okafor, Maya Okafor Church' })
  await expect(link).toHaveAttribute('href', trainingPaths.adminOffer(held.id))
  await page.goto(at('view=list'))
  await expect(page.getByRole('link', { name: 'Ed Cole, Ed Cole Church' })).toHaveAttribute(
    'href',
    trainingPaths.adminTraining(booked.id),
  )
})

test('the list blocks ranges and weekdays, and edits and unblocks them', async ({ page, server }) => {
  await startCalendar(server)
  await page.goto(at('view=list'))
  await expect(page.getByText('All days ahead are free.')).toBeVisible()
  const form = page.getByRole('form', { name: 'Block days', exact: true })
  const submit = form.getByRole('button', { name: 'Block these days' })
  await submit.click()
  await expect(form.getByLabel('First day')).toHaveAccessibleDescription('Enter a date.')
  await form.getByLabel('First day').fill(day(4))
  await form.getByLabel('Last day').fill(day(2))
  await submit.click()
  await expect(form.getByText('The last day is before the first one.')).toBeVisible()
  await form.getByLabel('Last day').fill(day(6))
  await form.getByLabel('Reason (optional)').fill('Vacation')
  await submit.click()
  const rows = page.getByRole('article')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Vacation')

  await form.getByRole('radio', { name: 'Weekdays that repeat' }).check()
  await submit.click()
  await expect(form.getByLabel('From')).toHaveAccessibleDescription('Enter a date.')
  await form.getByLabel('From').fill(day(10))
  await expect(form.getByText('Choose at least one weekday.')).toBeVisible()
  await form.getByRole('checkbox', { name: 'Friday' }).check()
  await submit.click()
  await expect(rows.nth(1)).toContainText('Every Friday from')

  await page.getByRole('button', { name: /^Edit Every Friday/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Change blocked days' })
  await dialog.getByRole('checkbox', { name: 'Monday' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows.nth(1)).toContainText('Every Monday and Friday from')

  await page
    .getByRole('button', { name: /^Unblock/ })
    .first()
    .click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Unblock Every Monday/ })).toBeFocused()
  expect(await server.query('select weekdays, last_day from blocked_days')).toEqual([
    { weekdays: [1, 5], last_day: null },
  ])
})

test('what was typed into a form that blocks days isn’t dropped without asking', async ({ page, server }) => {
  await startCalendar(server)
  await page.goto(at('view=list'))
  const reason = page.getByLabel('Reason (optional)')
  await reason.fill('Vacation')
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await expect(reason).toHaveValue('Vacation')

  await page.getByLabel('First day').fill(day(4))
  await page.getByRole('button', { name: 'Block these days' }).click()
  await page.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Change blocked days' })
  await dialog.getByLabel('Reason (optional)').fill('Sick leave')
  page.once('dialog', (question) => question.dismiss())
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('Sick leave')
  page.once('dialog', (question) => question.accept())
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()

  // Saved or given up, so nothing is asked.
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Choose a day' })).toBeVisible()
})

test('the calendar of all says who is busy, and the trainer is in the URL', async ({ page, server }) => {
  const { admin, tina } = await startCalendar(server, { withTina: true })
  await addPromise(server, { trainerId: tina, day: day(5), state: 'booked', name: 'Ed Cole' })
  await server.query('insert into blocked_days (trainer_id, first_day, last_day) values ($1, $2, $2)', [
    admin,
    day(5),
  ])
  await page.goto(at(`month=${month}`))
  await page.getByRole('gridcell', { name: /1 booked 1 blocked/ }).click()
  const panel = page.getByRole('region', { name: formatWeekday(day(5)) })
  await expect(panel).toContainText('Booked Tina Trainer')
  await expect(panel).toContainText('Blocked Ann Admin')
  await page.getByLabel('Trainer').first().selectOption('Tina Trainer')
  await expect(page).toHaveURL(new RegExp(`trainer=${tina}`))
  await expect(page.getByRole('gridcell', { name: /Booked Ed Cole Church/ })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Trainer').first()).toHaveValue(String(tina))
})

test('the link of the feed is shown once and turned off', async ({ page, server }) => {
  await startCalendar(server)
  await page.goto(tab)
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = page.getByLabel('Calendar link')
  await expect(link).toBeFocused()
  const url = await link.inputValue()
  const path = new URL(url).pathname
  expect((await server.send(path)).status).toBe(200)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(link).toBeHidden()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Make a link' })).toBeVisible()
  expect((await server.send(path)).status).toBe(404)
})

test('a calendar file is uploaded, replaced, and deleted', async ({ page, server }) => {
  await startCalendar(server)
  await page.goto(at(`month=${month}`))
  const choose = page.getByLabel('Calendar file (.ics, up to 2 MB)')
  const submit = page.getByRole('button', { name: 'Block the days of this file' })
  const upload = async (buffer: Buffer) => {
    await choose.setInputFiles({ name: 'family.ics', mimeType: 'text/calendar', buffer })
    await submit.click()
  }
  await submit.click()
  await expect(choose).toHaveAccessibleDescription('Choose a file first.')
  await upload(Buffer.from(family(day(3), day(15))))
  await expect(page.getByText('12 days blocked from family.ics.')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /Blocked From family\.ics/ })).toHaveCount(12)
  // UTF-16, as some programs for Windows write it
  await page.getByRole('checkbox', { name: 'Keep the titles of events' }).check()
  await upload(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(family(day(3), day(5)), 'utf16le')]))
  await expect(page.getByText('2 days blocked from family.ics.')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /Blocked Reunion/ })).toHaveCount(2)

  await page.getByRole('button', { name: 'Delete family.ics' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('gridcell', { name: /Blocked/ })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Days from another calendar' })).toBeFocused()
})

test.describe('a file that is no calendar', () => {
  test.use({ expectedErrors: /status of 422/ })

  test('is refused in words', async ({ page, server }) => {
    await startCalendar(server)
    await page.goto(tab)
    const buffer = Buffer.from('<!doctype html><p>Sign in</p>')
    await page
      .getByLabel('Calendar file (.ics, up to 2 MB)')
      .setInputFiles({ name: 'family.ics', mimeType: 'text/calendar', buffer })
    await page.getByRole('button', { name: 'Block the days of this file' }).click()
    await expect(page.getByText('This isn’t a calendar file.')).toBeVisible()
    expect(await server.query('select from calendar_files')).toEqual([])
  })
})

test('a day of travel has another name and look than the training', async ({ page, server }) => {
  const { admin } = await startCalendar(server)
  const [training] = await server.query<{ id: number }>(
    `insert into trainings (trainer_id, day, starts_at, ends_at, format, joined_at)
     values ($1, $2, '09:00', '16:00', 'online', now()) returning id`,
    [admin, day(10)],
  )
  await server.query(
    `insert into trainer_days (trainer_id, day, training_id, use) values ($1, $2, $4, 'travel'), ($1, $3, $4, 'training')`,
    [admin, day(9), day(10), training?.id],
  )
  await page.goto(at(`month=${month}`))
  const cell = (count: number) => page.locator(`[data-day="${day(count)}"]`)
  await expect(cell(9)).toContainText('Travel')
  await expect(cell(9)).not.toContainText('Booked')
  await expect(cell(9)).toHaveAttribute('data-aside', 'Travel')
  await expect(cell(10)).toContainText('Booked')
  await page.goto(at('view=list'))
  const rows = page.getByRole('listitem').filter({ hasText: 'Travel' })
  await expect(rows).toHaveCount(1)
})
