import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { signIn } from '../e2e/sign-in.ts'
import { type FakeAi, startFakeAi } from '../fakes/fake-ai.ts'
import { type FakeSmtp, startFakeSmtp } from '../fakes/fake-smtp.ts'
import { expect, test } from './fixtures.ts'

const screen = paths.adminSettingsTab('connections')

let smtp: FakeSmtp
let ai: FakeAi

test.beforeEach(async ({ page, server }) => {
  ;[smtp, ai] = await Promise.all([startFakeSmtp(), startFakeAi()])
  await signIn(page.context(), server)
})
test.afterEach(async () => {
  await Promise.all([smtp.close(), ai.close()])
})

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.describe('when the last confirmation is long ago', () => {
  test.use({ expectedErrors: /status of 403/ })

  test('saving asks for the password of the account, and nothing typed is lost', async ({ page, server }) => {
    await page.goto(screen)
    const speech = card(page, 'Speech to text')
    await speech.getByRole('button', { name: 'Connect speech to text' }).click()
    await speech.getByLabel('Service').selectOption('other')
    await speech.getByLabel('Address').fill(ai.url)
    await server.query('update sessions set confirmed_at = null')
    await speech.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Speech to text connected', { exact: true })).toBeVisible()
    await expect(speech.getByText(ai.url)).toBeVisible()
  })
})

test('a form with something typed asks before it is left', async ({ page }) => {
  await page.goto(screen)
  const mail = card(page, 'Email')
  await mail.getByRole('button', { name: 'Connect email' }).click()
  await mail.getByLabel('Password', { exact: true }).fill('typed')
  let question = ''
  page.once('dialog', (dialog) => {
    question = dialog.message()
    return dialog.dismiss()
  })
  await page.getByRole('tab', { name: 'Account' }).click()
  expect(question).toContain('aren’t saved')
  await expect(mail.getByLabel('Password', { exact: true })).toHaveValue('typed')
})
