import { paths } from '../../contracts/paths.ts'
import { signIn } from '../e2e/sign-in.ts'
import { book, chooseDay, dayNameIn, draftOffer, join, sendOffer, title } from '../e2e/training-stage.ts'
import { closeToast, expect, test } from './fixtures.ts'

// The admin's screens of booked days. trainings.spec.ts has those of offers.

let cookie: string
let entryId: number

test.beforeEach(async ({ page, server }) => {
  cookie = await signIn(page.context(), server)
  entryId = await join(server, 'Maya')
})

test('Cancel in a form of a training asks before it drops what was typed', async ({ page, server }) => {
  const { id } = await book({ server, cookie }, entryId, [8])
  await page.goto(paths.adminTraining(id))
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
  await page.goto(paths.adminTraining(id))
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

test('a wish for another day is shown next to the form to move it, and settled by keeping the day', async ({
  page,
  server,
}) => {
  const { id } = await book({ server, cookie }, entryId, [8])
  await server.query(
    `update trainings set other_day_wish = 'Could we do Friday?', other_day_asked_at = now()`,
  )
  await page.goto(paths.adminTraining(id))
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
  await page.goto(paths.adminTraining(id))
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

test('days of a trainer whose access ended go to another one, where they are free', async ({
  page,
  server,
}) => {
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

  await page.goto(paths.adminTrainingsTab('booked'))
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
