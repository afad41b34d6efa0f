import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { admin, type TestServer } from '../helpers/launch-server.ts'
import { codeOf, connectApp, requireFactor } from '../helpers/totp.ts'
import { findUnplainWordsOn } from '../words/read-words.ts'
import { expectAccessible } from './accessibility.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { saveSignedOut, signIn } from './sign-in.ts'

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

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('after the password, the sign-in asks for the code of the app', async ({ page, server }) => {
      const { secret } = await prepareApp(server)
      await enterPassword(page, paths.adminSimpleTab('waitlist'))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
      await expect(page.getByLabel('Code')).toBeFocused()
      await page.keyboard.type('123456')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toBeFocused()
      await expect(page.getByRole('alert')).toHaveText(/^That code isn’t right/)
      await page.getByLabel('Code').fill(await codeOf(secret))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(paths.adminSimpleTab('waitlist'))
    })

    test('a recovery code replaces it once', async ({ page, server }) => {
      const { recoveryCodes } = await prepareApp(server)
      for (const isFirst of [true, false]) {
        await enterPassword(page, paths.adminSimple)
        await page.getByLabel('Code').fill(recoveryCodes[0] ?? '')
        await page.getByRole('button', { name: 'Sign in' }).click()
        if (isFirst) await expect(page).toHaveURL(paths.adminSimple)
        else await expect(page.getByRole('alert')).toHaveText(/it was used before/)
        await page.context().clearCookies()
      }
    })
  })

/** Connects an app in the dialog that is open, and returns the list of the new recovery codes. */
async function connectInDialog(page: Page) {
  const secret = (await page.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(await codeOf(secret.replaceAll(' ', '')))
  await page.keyboard.press('Enter')
  return page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
}

test('a user who has to set it up does so right after the password, and then goes on', async ({
  page,
  server,
}) => {
  await requireFactor(server)
  await enterPassword(page, paths.adminSimpleTab('waitlist'))
  await expect(page.getByText('This site asks everyone for a second step at sign-in.')).toBeVisible()
  // There is no way around it.
  await page.goto(paths.adminSimple)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-step sign-in')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Connect the app' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^That code isn’t right/)
  await expect(await connectInDialog(page)).toHaveCount(10)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'I saved them' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(paths.adminSimple)
})

test('without JavaScript, the setup says what it needs', async ({ browser, server }) => {
  await requireFactor(server)
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await enterPassword(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-step sign-in')
  await expect(
    page.getByText('turn it on and reload the page, or sign in with another browser'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(paths.login)
  await context.close()
})

test('in the settings, an app is connected by QR code after the password, and removed again', async ({
  page,
  server,
}) => {
  await signIn(page.context(), server)
  await page.goto(paths.adminSettingsTab('security'))
  await expect(page.getByText(/^Two-step sign-in is off\./)).toBeVisible()
  await expect(page.getByText(/^Passkeys need a site address with https/)).toBeVisible()
  const policy = page.getByRole('checkbox', { name: 'Require two-step sign-in for everyone' })
  await expect(policy).toBeDisabled()
  await expect(policy).toHaveAccessibleDescription(/^Add a passkey or an app for yourself first\./)
  await server.query('update sessions set confirmed_at = null')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(confirm.getByLabel('Password')).toBeFocused()
  await confirm.getByLabel('Password').fill('not the password')
  await page.keyboard.press('Enter')
  await expect(confirm.getByRole('alert')).toHaveText('That’s not your password.')
  await confirm.getByLabel('Password').fill(admin.password)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Connect an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for your app' })).toBeVisible()
  await expect(dialog.getByLabel('Code from the app')).toBeFocused()
  const secret = ((await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Code from the app').fill(await codeOf(secret))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I saved them' }).click()
  await expect(page.getByText(/^Two-step sign-in is on:/)).toBeVisible()
  await expect(page.getByText(/10 of 10 are left\.$/)).toBeVisible()
  await expect(policy).toBeEnabled()
  await server.query(
    'update recovery_codes set used_at = now() where code_hash not in (select code_hash from recovery_codes limit 3)',
  )
  await page.reload()
  await expect(page.getByText('You have few codes left.', { exact: false })).toBeVisible()

  await server.query('update sessions set confirmed_at = null')
  await page.getByRole('button', { name: 'Remove the app' }).click()
  await page.getByRole('button', { name: 'Remove app' }).click()
  await confirm.getByRole('button', { name: 'Use a code from your app instead' }).click()
  await confirm.getByLabel('Code from your app').fill(await codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Two-step sign-in is off\./)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Authenticator app' })).toBeFocused()
})

test('an owner requires it of everyone, and the last way in stays', async ({ page, server }) => {
  const { secret } = await prepareApp(server)
  await signIn(page.context(), server)
  await page.goto(paths.adminSettingsTab('security'))
  const box = page.getByRole('checkbox', { name: 'Require two-step sign-in for everyone' })
  await box.click()
  await expect(box).toBeChecked()
  await page.getByRole('button', { name: 'Remove the app' }).click()
  await page.getByRole('button', { name: 'Remove app' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'This site asks everyone for two-step sign-in. Set up another way before you remove this one.',
  )
  expect(
    (await server.send(paths.api.session, { json: { ...admin, code: await codeOf(secret) } })).status,
  ).toBe(200)
})

test('the sign-in over the editor asks for the code, too, and the save goes through', async ({
  page,
  server,
}) => {
  const { secret } = await prepareApp(server)
  await signIn(page.context(), server)
  await page.goto(paths.adminSettingsTab('topics'))
  await page.getByLabel('Topics, one per line').fill('Kept while signing in')
  const dialog = await saveSignedOut(page, server)
  await expect(
    dialog.getByText('Enter the code from your authenticator app, or a recovery code.'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Code')).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(/^That code isn’t right/)
  await dialog.getByLabel('Code').fill(await codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Topics, one per line')).toHaveValue('Kept while signing in')
})

test('if the site has begun to require it, the sign-in over the editor waits for its setup', async ({
  page,
  context,
  server,
}) => {
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

test.describe('is accessible and in plain words:', () => {
  test('the question for the code', async ({ page, server }) => {
    await prepareApp(server)
    await enterPassword(page)
    await expectGood(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGood(page)
  })

  test('the setup that is required, with its QR code and recovery codes', async ({ page, server }) => {
    await requireFactor(server)
    await enterPassword(page)
    await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
    await expectGood(page)
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await expect(page.getByRole('img', { name: 'QR code for your app' })).toBeVisible()
    await expectGood(page)
    await expect(await connectInDialog(page)).toHaveCount(10)
    await expectGood(page)
    await page.getByRole('button', { name: 'I saved them' }).click()
    await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
    await expectGood(page)
  })

  test('the settings, their dialogs, and an app that can’t be checked', async ({ page, server }) => {
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
})
