import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { expectAccessible } from './accessibility.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'
import { draftOffer, join, title } from './training-stage.ts'

// Two users edit one record at once. tests/server/record-conflicts.test.ts has the rounds without a browser, and
// site-sections.spec.ts, admin-post-saving.spec.ts, and writing-room.spec.ts have the forms that they are about.

test.use({ expectedErrors: /status of 409|ERR_INTERNET_DISCONNECTED/ })

let cookie: string

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  cookie = await signIn(page.context(), server)
})

const dialogOf = (page: Page, record: string) =>
  page.getByRole('dialog', { name: `Two versions of ${record}` })

for (const width of [390, 1440])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('of an offer, each field that both changed is chosen by keyboard, and all others are kept', async ({
      page,
      server,
    }) => {
      const { id } = await draftOffer({ server, cookie }, await join(server, 'Maya'), [8])
      await page.goto(`${paths.adminOffer(id)}&edit=1`)
      await page.getByLabel('Price').fill('$1,200')
      await page.getByLabel('Personal message').fill('Mine')
      await page.getByLabel('Number of people').fill('20')
      await server.query(
        `update offers set version = version + 1, price = '$900', message = 'Theirs', place = 'Elsewhere'`,
      )
      await page.getByRole('button', { name: 'Save draft' }).click()
      const dialog = dialogOf(page, 'this offer')
      await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Price', 'Personal message'])
      await expect(dialog.getByRole('region', { name: 'Price: Theirs' })).toHaveText(/\$900/)
      await expect(dialog.getByRole('region', { name: 'Price: Yours' })).toHaveText(/\$1,200/)
      const choice = dialog.getByRole('group', { name: 'Personal message: which version to keep' })
      await choice.getByRole('radio', { name: 'Yours' }).focus()
      await page.keyboard.press('ArrowUp')
      await expect(choice.getByRole('radio', { name: 'Theirs' })).toBeChecked()
      await expectAccessible(page, 'two versions')
      const save = dialog.getByRole('button', { name: 'Save what I chose' })
      await save.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await expect(title(page)).toBeFocused()
      expect(await server.query('select price, message, place, head_count, version from offers')).toEqual([
        { price: '$1,200', message: 'Theirs', place: 'Elsewhere', head_count: 20, version: 3 },
      ])
    })
  })

test('settings that were typed without a network come back after a reload, and a conflict keeps them', async ({
  page,
  server,
}) => {
  await page.goto(paths.adminSettings)
  const name = page.getByLabel('Name', { exact: true })
  const save = page.getByRole('button', { name: 'Save settings' })
  await name.fill('Mine')
  await page.context().setOffline(true)
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Not saved. You’re offline.')
  await expect(name).toHaveValue('Mine')
  await page.context().setOffline(false)

  const { organisation } = await (await server.send(paths.api.organization, { cookie })).json()
  const json = { ...organisation, name: 'Theirs', bookingUrl: 'https://booking.example/theirs' }
  expect((await server.send(paths.api.organization, { method: 'PUT', cookie, json })).status).toBe(200)
  page.on('dialog', (question) => void question.accept())
  await page.reload()
  await expect(name).toHaveValue('Theirs')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(name).toHaveValue('Mine')
  await save.click()
  const dialog = dialogOf(page, 'these settings')
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Name'])
  await page.keyboard.press('Escape')
  await expect(name).toHaveValue('Mine')
  await save.click()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Booking link')).toHaveValue('https://booking.example/theirs')
  await page.reload()
  await expect(name).toHaveValue('Mine')
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  // Other tests of the worker rely on the site's own name.
  await page.close()
  await emptyTables(server)
})
