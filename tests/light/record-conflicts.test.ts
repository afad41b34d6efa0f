import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { signIn } from '../e2e/sign-in.ts'
import { expect, test } from './fixtures.ts'

// Two users edit one record at once. tests/server/record-conflicts.test.ts has the rounds without a browser, and
// site-sections.spec.ts, admin-post-saving.spec.ts, and writing-room.spec.ts have the forms that they are about.

test.use({ expectedErrors: /status of 409|ERR_INTERNET_DISCONNECTED/ })

let cookie: string

test.beforeEach(async ({ page, server }) => {
  cookie = await signIn(page.context(), server)
})

const dialogOf = (page: Page, record: string) =>
  page.getByRole('dialog', { name: `Two versions of ${record}` })

test('settings typed without a network come back, and a conflict keeps them', async ({ page, server }) => {
  await page.goto(paths.adminSettings)
  const name = page.getByLabel('Name', { exact: true })
  const save = page.getByRole('button', { name: 'Save settings' })
  await name.fill('Mine')
  await page.context().setOffline(true)
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Not saved. You’re offline.')
  await expect(name).toHaveValue('Mine')
  await page.context().setOffline(false)

  const { organisation } = await (await server.send('/api/settings/organisation', { cookie })).json()
  const json = { ...organisation, name: 'Theirs', bookingUrl: 'https://booking.example/theirs' }
  expect((await server.send('/api/settings/organisation', { method: 'PUT', cookie, json })).status).toBe(200)
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
})
