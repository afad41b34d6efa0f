import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { emptyTables, expect, inLongRuns } from '../../../tests/e2e/fixtures.ts'
import { saveSignedOut, signIn } from '../../../tests/e2e/sign-in.ts'
import { admin, cookiesOf, type TestServer } from '../../../tests/helpers/launch-server.ts'
import { launchOnLocalhost, plugInAuthenticator, test, turnOffSuggestions } from './passkeys.ts'

// The browser logs refused requests as errors.
test.use({
  expectedErrors: /status of (401|403|409|422)/,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36',
})
test.beforeEach(async ({ server }) => emptyTables(server))

/** Adds a passkey in the settings, and returns the recovery codes that are shown then. */
async function addPasskey(page: Page, server: TestServer): Promise<string[]> {
  await signIn(page.context(), server)
  await page.goto(paths.adminSettingsTab('security'))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(dialog).toBeVisible()
  const list = dialog.getByRole('list', { name: 'Recovery codes' })
  const codes = await list.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'I saved them' }).click()
  return codes
}

/**
 * Signs out, opens the sign-in page, and clicks its button. Returns the server's response to the passkey, once the page
 * that an accepted one opens is there.
 */
async function signInByButton(page: Page) {
  await turnOffSuggestions(page)
  await page.context().clearCookies()
  await page.goto(paths.login)
  const [response] = await Promise.all([
    page.waitForResponse((one) => new URL(one.url()).pathname === '/api/session/passkey'),
    page.getByRole('button', { name: 'Sign in with a passkey' }).click(),
  ])
  if (response.ok()) await page.waitForURL(`**${paths.adminToday}`)
  return response
}

test('a passkey is added, signs in without a password, is renamed, confirms its removal, and is removed', async ({
  page,
  server,
}) => {
  const device = await plugInAuthenticator(page)
  expect(await addPasskey(page, server)).toHaveLength(10)
  const section = page.getByRole('region', { name: 'Passkeys' })
  await expect(section.getByRole('listitem')).toContainText(/^Chrome on Windows.*Last used: never/)
  expect(await device.list()).toHaveLength(1)

  // The same device makes no second one.
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section.getByRole('alert')).toHaveText('This device has a passkey for your account already.')

  expect((await signInByButton(page)).status()).toBe(200)
  await expect(page).toHaveURL(paths.adminToday)
  // With a second factor, the password alone is not enough.
  const password = await server.send('/api/session', { json: admin })
  expect([password.status, (await password.json()).detail]).toEqual([
    401,
    'Enter one of your recovery codes, or sign in with your passkey.',
  ])

  await page.goto(paths.adminSettingsTab('security'))
  await page.getByRole('button', { name: 'Rename Chrome on Windows' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name' }).fill('Blue key')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(section.getByRole('listitem')).toContainText(/^Blue key.*Last used: (?!never)/)
  await server.query('update sessions set confirmed_at = null')
  await page.getByRole('button', { name: 'Remove Blue key' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await expect(section.getByRole('heading', { name: 'Passkeys' })).toBeFocused()
  expect((await server.send('/api/session', { json: admin })).status).toBe(200)
  const log = await server.query(`select action from activity where kind = 'account' order by id`)
  expect(log.map(({ action }) => action)).toEqual(['passkey-added', 'recovery-codes-made', 'passkey-removed'])
})

test('adding a passkey asks for the password, its codes are not closed by a stray key, and a browser that can’t do it says so', async ({
  page,
  server,
}) => {
  await test.step('adding one', async () => {
    await plugInAuthenticator(page)
    await signIn(page.context(), server)
    await server.query('update sessions set confirmed_at = null')
    await page.goto(paths.adminSettingsTab('security'))
    const add = page.getByRole('button', { name: 'Add a passkey' })
    await add.click()
    const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await confirm.getByRole('button', { name: 'Close' }).click()
    // The user has canceled it, which is no problem to report.
    await expect(add).toBeEnabled()
    await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('alert')).toHaveCount(0)
    await add.click()
    await confirm.getByLabel('Password').fill(admin.password)
    await page.keyboard.press('Enter')

    const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
    await expect(dialog.getByText('Passkey added.')).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Recovery codes' })).toBeFocused()
    const question = page.getByRole('dialog', { name: 'Close without saving the codes?' })
    // A browser closes a dialog by itself if Escape is pressed again without anything else in between.
    for (let presses = 0; presses < 4; presses++) await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    if (!(await question.isVisible())) await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Back to the codes' }).click()
    await expect(question).toHaveCount(0)
    await expect(dialog.getByRole('listitem')).toHaveCount(10)
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Download' }).click()
    await download
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('a browser that can’t', async () => {
    await emptyTables(server)
    await signIn(page.context(), server)
    await page.addInitScript(() => {
      CredentialsContainer.prototype.create = () =>
        Promise.reject(new DOMException('not on this page', 'SecurityError'))
    })
    await page.goto(paths.adminSettingsTab('security'))
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'This browser can’t use a passkey here. Try another browser, or use your password.',
    )
  })
})

// Each step has a page of its own, because a page keeps its device.
test('a passkey is offered for the username, and replaces the code', async ({ context, server }) => {
  await test.step('among the suggestions', async () => {
    const page = await context.newPage()
    await plugInAuthenticator(page)
    await addPasskey(page, server)
    await page.context().clearCookies()
    await page.goto(paths.login)
    // The simulated device accepts the offer at once.
    await expect(page).toHaveURL(paths.adminToday)
  })
  await test.step('instead of the code', async () => {
    await emptyTables(server)
    const page = await context.newPage()
    await plugInAuthenticator(page)
    await addPasskey(page, server)
    await turnOffSuggestions(page)
    await page.context().clearCookies()
    await page.goto(paths.login)
    await page.getByLabel('Username').fill(admin.username)
    await page.getByLabel('Password').fill(admin.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(paths.adminToday)

    await page.goto(paths.adminSettingsTab('topics'))
    await page.getByLabel('Topics, one per line').fill('Kept while signing in')
    const dialog = await saveSignedOut(page, server)
    await expect(dialog.getByText(/or sign in with your passkey\.$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  })
})

test(
  'a passkey is refused that was removed, that is used again, whose counter stays, or that has not recognized its owner',
  inLongRuns,
  async ({ context, server }) => {
    await test.step('removed', async () => {
      const page = await context.newPage()
      await plugInAuthenticator(page)
      await addPasskey(page, server)
      await server.query(`update passkeys set credential_id = 'another'`)
      const refused = await signInByButton(page)
      expect(refused.status()).toBe(401)
      await expect(page.getByRole('alert')).toHaveText(
        'This site doesn’t know that passkey. It may have been removed. Sign in with your password.',
      )
      expect(await page.context().cookies()).toEqual([])
    })
    await test.step('used again or too late', async () => {
      await emptyTables(server)
      const page = await context.newPage()
      await plugInAuthenticator(page)
      await addPasskey(page, server)
      const response = await signInByButton(page)
      expect(response.status()).toBe(200)
      const json = response.request().postDataJSON()
      const replayed = await server.send('/api/session/passkey', { json })
      expect([replayed.status, (await replayed.json()).code]).toEqual([401, 'wrong-passkey'])
      expect(cookiesOf(replayed)).toBe('')

      // Challenges of now are too old as soon as they are written.
      await server.query(
        `alter table passkey_challenges alter column created_at set default now() - interval '5 minutes 1 second'`,
      )
      try {
        expect((await signInByButton(page)).status()).toBe(401)
      } finally {
        await server.query('alter table passkey_challenges alter column created_at set default now()')
      }
    })
    await test.step('the counter', async () => {
      await emptyTables(server)
      const page = await context.newPage()
      const device = await plugInAuthenticator(page)
      await addPasskey(page, server)
      // The device raises its counter before it signs.
      const signInWithCounter = async (counter: number) => {
        await device.setCounter(counter - 1)
        return (await signInByButton(page)).status()
      }
      expect(await signInWithCounter(50)).toBe(200)
      expect(await signInWithCounter(50)).toBe(401)
      expect(await signInWithCounter(49)).toBe(401)
      expect(await signInWithCounter(51)).toBe(200)
      expect(await server.query('select counter::int from passkeys')).toEqual([{ counter: 51 }])
    })
    await test.step('the owner is not recognized', async () => {
      await emptyTables(server)
      const page = await context.newPage()
      const device = await plugInAuthenticator(page)
      await addPasskey(page, server)
      await device.setUserVerified(false)
      // A page that does not ask the device to recognize its owner, as an attacker's would not
      await page.route('**/api/session/passkey-challenge', async (route) => {
        const options = await (await route.fetch()).json()
        await route.fulfill({ json: { ...options, userVerification: 'discouraged' } })
      })
      expect((await signInByButton(page)).status()).toBe(401)
      await expect(page.getByRole('alert')).toHaveText(
        'That passkey couldn’t be checked. Try again, or sign in with your password.',
      )
      expect(server.logged.join()).toContain('user could not be verified')
    })
  },
)

test(
  'what a passkey has signed for another site opens nothing here',
  inLongRuns,
  async ({ page, server, browser }) => {
    // To the browser, another port of localhost is another site that may use the same passkeys.
    const other = await launchOnLocalhost()
    const context = await browser.newContext({ baseURL: other.url })
    try {
      const device = await plugInAuthenticator(page)
      await addPasskey(page, server)
      // The other site shows the challenge of this one, and sends here what the passkey has signed.
      const options = await (await server.send('/api/session/passkey-challenge', { method: 'POST' })).json()
      await context.route('**/api/session/passkey-challenge', (route) => route.fulfill({ json: options }))
      await other.query(`insert into users (username, password, role) values ('x', 'x', 'owner')`)
      await other.query(
        `insert into passkeys (user_id, credential_id, public_key, user_handle, counter, name) values (1, 'x', 'x', 'x', 0, 'x')`,
      )
      const otherPage = await context.newPage()
      await plugInAuthenticator(otherPage, await device.list())
      const response = await signInByButton(otherPage)
      const json = response.request().postDataJSON()
      const refused = await server.send('/api/session/passkey', { json })
      expect([refused.status, (await refused.json()).code]).toEqual([401, 'wrong-passkey'])
      expect(server.logged.join()).toContain('Unexpected authentication response origin')
    } finally {
      await context.close()
      await other.close()
    }
  },
)
