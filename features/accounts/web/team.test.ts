import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { admin, type TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'

test.use({ expectedErrors: /net::ERR_FAILED|status of 403/ })

async function addHelper(server: TestServer) {
  await server.signIn({ username: 'Hana', role: 'helper' })
  return (await server.query(`select id from users where username = 'Hana'`))[0] as { id: number }
}

test('the team and what was typed stay on the screen', async ({ page, server }) => {
  await signIn(page.context(), server)
  const { id } = await addHelper(server)
  await page.goto(paths.adminSettingsTab('team'))
  await page.getByLabel('Name').fill('Jo Field')
  await page.route('**/api/team**', (route) => route.abort())
  await page.getByRole('button', { name: 'Change role of Hana' }).click()
  const dialog = page.getByRole('dialog', { name: 'Role of Hana' })
  await dialog.getByRole('radio', { name: 'Editor' }).check()
  await dialog.getByRole('button', { name: 'Save role' }).click()
  await expect(dialog.getByRole('alert')).toContainText('We can’t reach the server.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Change role of Hana' })).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('Jo Field')

  await page.getByRole('button', { name: 'End access... of Hana' }).click()
  await page.getByRole('button', { name: 'End access', exact: true }).click()
  await expect(page.getByText('That didn’t work.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'End access... of Hana' })).toBeFocused()
  expect(await server.query(`select disabled_at from users where id = ${id}`)).toEqual([
    { disabled_at: null },
  ])
})

test('a change is made once confirmed, and canceling is no failure', async ({ page, server }) => {
  await signIn(page.context(), server)
  await addHelper(server)
  await server.query('update sessions set confirmed_at = null')
  await page.goto(paths.adminSettingsTab('team'))
  const open = page.getByRole('button', { name: 'End access... of Hana' })
  await open.click()
  await page.getByRole('button', { name: 'End access', exact: true }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByRole('button', { name: 'Close' }).click()
  await expect(confirm).toHaveCount(0)
  await expect(open).toBeFocused()

  await open.click()
  await page.getByRole('button', { name: 'End access', exact: true }).click()
  await confirm.getByLabel('Password').fill(admin.password)
  // By now, the toast of the canceled change would be there.
  await expect(page.getByText('That didn’t work.')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Access ended' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'People with access' })).toBeFocused()
})
