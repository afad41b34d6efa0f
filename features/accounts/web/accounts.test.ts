import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { admin } from '../../../tests/helpers/launch-server.ts'
import { expect, isAlive, test } from '../../../tests/light/fixtures.ts'
import { createSetupCode } from '../server/accounts.ts'

// After a form was refused, the new page focuses the error summary, which links to the fields.

test.use({ expectedErrors: /status of 422/ })

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('after a wrong password, the error has the focus', async ({ page, server }) => {
      await server.signIn()
      await page.goto(paths.login)
      await page.getByLabel('Username').fill(admin.username)
      await page.getByLabel('Password').fill('not the password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toBeFocused()
      await expect(page.getByRole('alert')).toHaveText(/don’t match/)
      await expect(page.getByLabel('Username')).toHaveValue(admin.username)
      await page.keyboard.press('Tab')
      await expect(page.getByLabel('Username')).toBeFocused()
    })

    test('the setup form links to each mistake', async ({ page, server }) => {
      await page.goto(`${paths.setup}?code=${await createSetupCode(server.instance.db)}`)
      await page.getByLabel('Your name').fill('Ann Admin')
      await page.getByLabel('Your email').fill('ann@hope.example')
      await page.getByLabel('Name of your organization').fill('   ')
      await page.getByLabel('Username').fill('   ')
      await page.getByLabel('Password').fill('         ')
      // Disable the browser's own check for a short password, so that the server has to refuse it.
      await page.getByLabel('Password').evaluate((input: HTMLInputElement) => {
        input.minLength = 0
        input.value = 'short'
      })
      await page.getByRole('button', { name: 'Create account and sign in' }).click()
      const summary = page.getByRole('alert')
      await expect(summary).toBeFocused()
      await expect(summary).toContainText('Please fix the fields below.')
      await expect(summary.getByRole('listitem')).toHaveText([
        /^Name of your organization: Required$/,
        /^Username: Required$/,
        /^Password: .*at least 12/,
      ])
      await expect(page.getByLabel('Your email')).toHaveValue('ann@hope.example')
      await summary.getByRole('link', { name: 'Password' }).click()
      await expect(page.getByLabel('Password')).toBeFocused()
      await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/at least 12 characters/)
    })
  })

test('a password is shown while its button is pressed, hidden when sent', async ({ page, server }) => {
  await server.signIn()
  await page.goto(paths.login)
  const password = page.getByLabel('Password')
  await password.fill('not the password')
  await expect(password).toHaveAttribute('type', 'password')
  const show = page.getByRole('button', { name: 'Show password' })
  await expect(show).toHaveAttribute('aria-pressed', 'false')
  await show.press('Space')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('not the password')
  await expect(show).toBeFocused()
  const sent = page.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('submit', (event) => {
          event.preventDefault()
          resolve(new FormData(event.target as HTMLFormElement).get('password'))
        }),
      ),
  )
  await page.getByLabel('Username').fill('ann')
  await page.getByLabel('Username').press('Enter')
  expect(await sent).toBe('not the password')
  await expect(password).toHaveAttribute('type', 'password')
  await expect(show).toHaveAttribute('aria-pressed', 'false')
})

test('a new password gets advice while it is typed', async ({ page, server }) => {
  await page.goto(`${paths.setup}?code=${await createSetupCode(server.instance.db)}`)
  await isAlive(page, 'NewPasswordField')
  await page.getByLabel('Username').fill('margaret')
  const password = page.getByLabel('Password')
  const says = (words: RegExp) => expect(password).toHaveAccessibleDescription(words)
  await password.pressSequentially('password')
  await says(/At least 12 characters\..* 4 more characters\.$/)
  await password.pressSequentially('1234')
  await says(/close to one of the first passwords that attackers try\. Add a word or two/)
  await password.fill('the cat of margaret')
  await says(/Leave your username and the name of this site out of your password\.$/)
  await password.fill('sunshine over the old pier')
  await says(/That’s a strong password\.$/)
  await password.fill('')
  await says(/easy to remember\.$/)
})

test('the password form names the account for password managers only', async ({ page, server }) => {
  await signIn(page.context(), server)
  await page.goto(paths.adminPassword)
  const form = await page
    .getByRole('main')
    .locator('form')
    .evaluate((element: HTMLFormElement) =>
      [...element.querySelectorAll('input')].map((field) => field.getAttribute('autocomplete')),
    )
  expect(form).toEqual(['username', 'current-password', 'new-password'])
  await expect(page.getByRole('textbox', { name: /user/i })).toHaveCount(0)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Current password')).toBeFocused()
})

for (const place of [paths.admin, paths.adminSimple])
  test(`signing out of ${place} leads to a page that says so once`, async ({ page, context, server }) => {
    await signIn(context, server)
    await page.goto(place)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('status')).toHaveText('You’re signed out.')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('status')).toHaveCount(0)
  })
