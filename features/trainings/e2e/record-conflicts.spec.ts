import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import { draftOffer, join, title } from './training-stage.ts'

// Two users edit one record at once. tests/server/record-conflicts.test.ts has the rounds without a browser, and
// site-sections.spec.ts, admin-post-saving.spec.ts, and writing-room.spec.ts have the forms that they are about.

test.use({ expectedErrors: /status of 409/ })

test('of an offer, each field that both changed is chosen by keyboard, and all others are kept', async ({
  page,
  server,
}) => {
  await emptyTables(server)
  const cookie = await signIn(page.context(), server)
  await page.setViewportSize({ width: 390, height: 900 })
  const { id } = await draftOffer({ server, cookie }, await join(server, 'Maya'), [8])
  await page.goto(`${trainingPaths.adminOffer(id)}&edit=1`)
  await page.getByLabel('Price').fill('$1,200')
  await page.getByLabel('Personal message').fill('Mine')
  await page.getByLabel('Number of people').fill('20')
  await server.query(
    `update offers set version = version + 1, price = '$900', message = 'Theirs', place = 'Elsewhere'`,
  )
  await page.getByRole('button', { name: 'Save draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two versions of this offer' })
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Price', 'Personal message'])
  await expect(dialog.getByRole('region', { name: 'Price: Theirs' })).toHaveText(/\$900/)
  await expect(dialog.getByRole('region', { name: 'Price: Yours' })).toHaveText(/\$1,200/)
  const choice = dialog.getByRole('group', { name: 'Personal message: which version to keep' })
  await choice.getByRole('radio', { name: 'Yours' }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(choice.getByRole('radio', { name: 'Theirs' })).toBeChecked()
  await expectAccessible(page, 'two versions')
  await page.setViewportSize({ width: 1440, height: 900 })
  const save = dialog.getByRole('button', { name: 'Save what I chose' })
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(title(page)).toBeFocused()
  expect(await server.query('select price, message, place, head_count, version from offers')).toEqual([
    { price: '$1,200', message: 'Theirs', place: 'Elsewhere', head_count: 20, version: 3 },
  ])
})
