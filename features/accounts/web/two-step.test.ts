import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { saveSignedOut, signIn } from '../../../tests/e2e/sign-in.ts'
import { admin, type TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { codeOf, connectApp, requireFactor } from '../testing/totp.ts'

// The browser logs refused requests as errors.
test.use({ expectedErrors: /status of (401|403|409|422)/ })

/** Connects an app to the admin without the browser. */
const prepareApp = async (server: TestServer) => connectApp(server, await server.signIn())

async function enterPassword(page: Page, next?: string): Promise<void> {
  await page.goto(next ?? paths.login)
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
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

test('without JavaScript, the setup says what it needs', async ({ browser, server }) => {
  await requireFactor(server)
  const context = await browser.newContext({ javaScriptEnabled: false })
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

test('an app is connected by QR code after the password, and removed', async ({ page, server }) => {
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
  expect((await server.send('/api/session', { json: { ...admin, code: await codeOf(secret) } })).status).toBe(
    200,
  )
})

test('the sign-in over the editor asks for the code, and the save succeeds', async ({ page, server }) => {
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
