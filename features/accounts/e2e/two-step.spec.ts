import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, inLongRuns, test } from '../../../tests/e2e/fixtures.ts'
import { saveSignedOut, signIn } from '../../../tests/e2e/sign-in.ts'
import { admin, type TestServer } from '../../../tests/helpers/launch-server.ts'
import { findUnplainWordsOn } from '../../../tests/words/read-words.ts'
import { codeOf, connectApp, requireFactor } from '../testing/totp.ts'

// The browser logs refused requests as errors.
test.use({ expectedErrors: /status of (401|403|409|422)/ })
test.beforeEach(async ({ server }) => emptyTables(server))

/** Connects an app to the admin without the browser. */
const prepareApp = async (server: TestServer) => connectApp(server, await server.signIn())

async function enterPassword(page: Page, next?: string): Promise<void> {
  await page.goto(next ?? paths.login)
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page)
  expect.soft(await findUnplainWordsOn(page), 'its words').toEqual([])
}

/** Connects an app in the dialog that is open, and returns the list of the new recovery codes. */
async function connectInDialog(page: Page) {
  const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(await codeOf(secret.replaceAll(' ', '')))
  await page.keyboard.press('Enter')
  return page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
}

test('a user who has to set it up does so right after the password', async ({ page, server }) => {
  await requireFactor(server)
  await enterPassword(page, paths.adminSimpleTab('waitlist'))
  await expect(page.getByText('This site asks everyone for a second step at sign-in.')).toBeVisible()
  // There is no way around it.
  await page.goto(paths.adminSimple)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-step sign-in')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expectGood(page)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your app' })).toBeVisible()
  await expectGood(page)
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Connect the app' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^That code isn’t right/)
  await expect(await connectInDialog(page)).toHaveCount(10)
  await expectGood(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
  await expectGood(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(paths.adminSimple)
})

test('once it is required, the sign-in over the editor waits for it', async ({ page, context, server }) => {
  await signIn(page.context(), server)
  await page.goto(paths.adminSettingsTab('topics'))
  await page.getByLabel('Topics, one per line').fill('Kept during the setup')
  await requireFactor(server)
  const dialog = await saveSignedOut(page, server)
  await expect(dialog.getByText(/^This site now asks everyone for a second step/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/Set yours up, then continue\.$/)
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('link', { name: /^Set up two-step sign-in/ }).click(),
  ])
  await tab.getByRole('button', { name: 'Set up an app' }).click()
  await expect(await connectInDialog(tab)).toHaveCount(10)
  await tab.close()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
})

test(
  'the question for the code, the settings, their dialogs, and an app that can’t be checked',
  inLongRuns,
  async ({ page, server }) => {
    await test.step('the question for the code', async () => {
      await prepareApp(server)
      await enterPassword(page)
      await expectGood(page)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByLabel('Code').fill('000000')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectGood(page)
    })
    await test.step('the settings', async () => {
      await emptyTables(server)
      await page.context().clearCookies()
      await signIn(page.context(), server)
      await page.goto(paths.adminSettingsTab('security'))
      await expect(page.getByRole('checkbox')).toBeVisible()
      await expectGood(page)
      await server.query('update sessions set confirmed_at = null')
      await page.getByRole('button', { name: 'Set up an app' }).click()
      await expect(page.getByRole('dialog').getByLabel('Password')).toBeVisible()
      await expectGood(page)
      await page.getByRole('dialog').getByLabel('Password').fill(admin.password)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('img', { name: 'QR code for your app' })).toBeVisible()
      await expectGood(page)
      await connectApp(server, await server.signIn())
      await server.query(`update totp_apps set sealed_secret = 'v1.broken'`)
      await page.reload()
      await expect(page.getByRole('alert')).toHaveText(/^Its codes can’t be checked right now\./)
      await expectGood(page)
      await page.getByRole('button', { name: 'Make new codes' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
      await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible()
      await expectGood(page)
    })
  },
)
