import { formatShortDay } from '../../../core/contract/format-date.ts'
import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { closeToast, expect, test } from '../../../tests/light/fixtures.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import {
  book,
  chooseDay,
  dayIn,
  dayNameIn,
  draftOffer,
  join,
  sendOffer,
  title,
} from '../e2e/training-stage.ts'

// The admin's screens of booked days. trainings.spec.ts has those of offers.

let cookie: string
let entryId: number

test.beforeEach(async ({ page, server }) => {
  cookie = await signIn(page.context(), server)
  entryId = await join(server, 'Maya')
})

test('Cancel in a form of a training asks before it drops what was typed', async ({ page, server }) => {
  const { id } = await book({ server, cookie }, entryId, [8])
  await page.goto(trainingPaths.adminTraining(id))
  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.getByLabel('Place').fill('The library')
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByLabel('Place')).toHaveValue('The library')
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(title(page)).toBeFocused()

  await page.getByRole('button', { name: 'Move to another day' }).click()
  await page.getByLabel('Reason').fill('The trainer is ill')
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByLabel('Reason')).toHaveValue('The trainer is ill')
  await page.getByLabel('Reason').fill('')
  // Nothing is typed now, so nothing is asked.
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(title(page)).toBeFocused()
})

test('a training moves to another day, is held, and that is undone', async ({ page, server }) => {
  const { id } = await book({ server, cookie }, entryId, [8])
  await server.query(
    `update trainings set other_day_wish = 'Could we do Friday?', other_day_asked_at = now()`,
  )
  await page.goto(trainingPaths.adminTraining(id))
  await expect(page.getByText('Could we do Friday?')).toBeVisible()
  await page.getByRole('button', { name: 'Move to another day' }).click()
  await page.getByRole('button', { name: 'Move the training' }).click()
  await expect(page.getByRole('group', { name: 'New day' })).toHaveAccessibleDescription(/Choose another day/)
  await chooseDay(page, 10)
  await page.getByLabel('Reason').fill('As you asked')
  await page.getByRole('button', { name: 'Move the training' }).click()
  await expect(title(page)).toHaveText(`${dayNameIn(10)}: Maya Booked`)
  await expect(title(page)).toBeFocused()
  await expect(page.getByText('Could we do Friday?')).toHaveCount(0)

  await server.query('update trainings set day = current_date - 3')
  await page.reload()
  await page.getByRole('button', { name: 'Mark as held' }).click()
  await expect(title(page)).toHaveText(/Held$/)
  await closeToast(page)
  await page.getByRole('button', { name: 'It wasn’t held' }).click()
  await expect(title(page)).toHaveText(/Not marked as held yet$/)
})

test('a wish for another day is shown, and settled by keeping the day', async ({ page, server }) => {
  const { id } = await book({ server, cookie }, entryId, [8])
  await server.query(
    `update trainings set other_day_wish = 'Could we do Friday?', other_day_asked_at = now()`,
  )
  await page.goto(trainingPaths.adminTraining(id))
  await page.getByRole('button', { name: 'Move to another day' }).click()
  await expect(page.getByRole('region', { name: 'They asked for another day' })).toContainText('Friday?')
  await page.getByRole('button', { name: 'We keep the day' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep this day?' })
  await dialog.getByLabel('Reason').fill('The room is paid.')
  await dialog.getByRole('button', { name: 'Keep the day' }).click()
  await expect(title(page)).toBeFocused()
  await expect(page.getByText('Could we do Friday?')).toHaveCount(0)
  expect(
    await server.query(
      `select subject from outbox_messages where text like '%The room is paid.%' order by id`,
    ),
  ).toEqual([{ subject: expect.stringContaining('stays on') }])
})

test('a training is canceled with a reason', async ({ page, server }) => {
  const { id } = await book({ server, cookie }, entryId, [8])
  await page.goto(trainingPaths.adminTraining(id))
  await page.getByRole('button', { name: 'Cancel the training...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this training?' })
  await dialog.getByLabel('Reason').fill('The trainer is ill.')
  page.once('dialog', (question) => question.dismiss())
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Reason')).toHaveValue('The trainer is ill.')
  await dialog.getByRole('button', { name: 'Cancel the training' }).click()
  await expect(title(page)).toHaveText(/Canceled$/)
  await expect(page.getByText('The trainer is ill.')).toBeVisible()
  await page.getByRole('link', { name: 'All booked days' }).click()
  await page.getByRole('button', { name: 'Canceled' }).click()
  await expect(page.getByRole('article', { name: /Maya/ })).toBeVisible()
})

test('days of a trainer whose access ended go to another who is free', async ({ page, server }) => {
  const stage = { server, cookie }
  await book(stage, entryId, [8])
  await sendOffer(stage, await join(server, 'Otis'), [15])
  await server.signIn({ username: 'Bea', role: 'owner' })
  const [bea] = await server.query<{ id: number }>(`select id from users where username = 'Bea'`)
  // Bea has an offer of her own on one of these days.
  await draftOffer(stage, await join(server, 'Nora'), [15], { trainerId: bea?.id ?? 0 })
  await server.query(`update users set disabled_at = now() where username <> 'Bea'`)
  await signIn(page.context(), server, { username: 'Bea', role: 'owner' })

  await page.goto(paths.adminToday)
  const line = page.getByRole('region', { name: 'Days that need another trainer' })
  await line.getByRole('button', { name: 'Move the days' }).click()
  await expect(line.getByLabel('New trainer')).toHaveAccessibleDescription('Choose who takes over.')

  await page.goto(trainingPaths.adminTab('booked'))
  await expect(page.getByText('Needs another trainer.')).toBeVisible()
  const notice = page.getByRole('region', { name: /can’t give trainings any more/ })
  await notice.getByRole('button', { name: 'Move the days' }).click()
  await expect(notice.getByLabel('Give their days to')).toHaveAccessibleDescription('Choose who takes over.')
  await notice.getByLabel('Give their days to').selectOption('Bea')
  await notice.getByRole('button', { name: 'Move the days' }).click()
  const result = page.getByRole('status').filter({ hasText: 'Links of clients keep working.' })
  await expect(result).toContainText(`Not moved, because Bea isn’t free: ${dayNameIn(15)}.`)
  await expect(result).toBeFocused()
  await expect(page.getByText('Needs another trainer.')).toHaveCount(0)
})

test('a training has facts and a checklist', async ({ page, server }) => {
  const { id } = await book({ server, cookie }, entryId, [8])
  await page.goto(trainingPaths.adminTab('booked'))
  await expect(page.getByRole('article', { name: /Maya/ })).toContainText('12 people')
  await page.getByRole('link', { name: `${dayNameIn(8)}: Maya` }).click()
  const list = page.getByRole('region', { name: 'Checklist' })
  const lines = list.getByRole('listitem')
  await list.getByRole('button', { name: 'Add to checklist' }).click()
  await expect(list.getByLabel('New item')).toHaveAccessibleDescription('Write what to do first.')
  // Counted once the page of the training has loaded
  const before = await lines.count()
  await list.getByLabel('New item').fill('Print the handouts')
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(before + 1)
  await list.getByRole('checkbox', { name: 'Print the handouts' }).check()
  await expect(list.getByText('Ann Admin')).toBeVisible()
  await expect(list.getByRole('status')).toHaveText(`1 of ${before + 1} done`)
  // A response that was on its way does not uncheck what was checked since.
  const [loaded, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**/api/trainings/${id}`, async (route) => {
    const response = await route.fetch()
    await loaded.promise
    await route.fulfill({ response, json: { ...(await response.json()), place: 'Known before the check' } })
  })
  await page.route(`**/api/trainings/${id}/tasks/*`, async (route) => {
    await saved.promise
    await route.fallback()
  })
  await list.getByLabel('New item').fill('Sweep')
  await list.getByRole('button', { name: 'Add to checklist' }).click()
  const sweep = list.getByRole('checkbox', { name: 'Sweep' })
  await sweep.check()
  loaded.resolve()
  await expect(page.getByText('Known before the check')).toBeVisible()
  await expect(sweep).toBeChecked()
  await page.unroute(`**/api/trainings/${id}`)
  saved.resolve()
  await expect(page.getByText('Known before the check')).toHaveCount(0)
  await expect(list.getByRole('status')).toHaveText(`2 of ${before + 2} done`)
  await list.getByRole('button', { name: 'Remove “Sweep”' }).click()
  await expect(lines).toHaveCount(before + 1)
  await list.getByRole('button', { name: 'Remove “Print the handouts”' }).click()
  await expect(lines).toHaveCount(before)
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')

  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.getByLabel('Number of people').fill('0')
  await page.getByLabel('Email of the contact').fill('maya@')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(page.getByLabel('Number of people')).toHaveAccessibleDescription('Enter a number from 1.')
  await expect(page.getByLabel('Email of the contact')).toHaveAccessibleDescription(/valid email address/)
  await page.getByLabel('Email of the contact').fill('maya@example.org')
  await page.getByLabel('Number of people').fill('20')
  await page.getByLabel('Place').fill('The library')
  await page.getByRole('button', { name: 'Save details' }).click()
  await expect(title(page)).toBeFocused()
  await expect(page.getByText('20 people')).toBeVisible()
  expect(await server.query('select place, head_count from trainings where id = $1', [id])).toEqual([
    { place: 'The library', head_count: 20 },
  ])
})

test('a training shows its travel, the day that is wished, and payments that are undone', async ({
  page,
  server,
}) => {
  const { id } = await book({ server, cookie }, entryId, [8])
  await server.query(
    `update trainings set amount = 160000, deposit = 40000, travel_before = 1, travel_after = 1,
       other_day_wish = 'Snow', other_day_asked_at = now(), wished_day = $1, wished_until = now() + interval '1 day'`,
    [dayIn(12)],
  )
  await page.goto(trainingPaths.adminTab('booked'))
  await expect(page.getByText(`They asked to move to ${dayNameIn(12)}.`)).toBeVisible()
  await page.getByRole('link', { name: `${dayNameIn(8)}: Maya` }).click()
  const travel = [7, 9].map((ahead) => formatShortDay(dayIn(ahead))).join(' and ')
  await expect(page.getByText(travel, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Add a file or a post')).toHaveAccessibleDescription(
    /part of its name or title/,
  )
  const payment = page.getByRole('region', { name: 'Payment' })
  await payment.getByRole('button', { name: 'Paid in full' }).click()
  await closeToast(page)
  await payment.getByRole('button', { name: 'Mark as not paid (Whole price)' }).click()
  await expect(page.getByText('No longer marked as paid', { exact: true })).toBeVisible()
  await expect(payment.getByText('$1,600, not paid')).toBeVisible()
  expect(await server.query('select paid_on from trainings where id = $1', [id])).toEqual([{ paid_on: null }])
})
