import { paths } from '../../core/contract/paths.ts'
import { createSetupCode } from '../../features/accounts/server/accounts.ts'
import { signIn } from '../e2e/sign-in.ts'
import { admin } from '../helpers/launch-server.ts'
import { expect, test } from './fixtures.ts'

test('a new owner lands on the list, sets addresses, and is reminded no more', async ({ page, server }) => {
  await page.goto(`${paths.setup}?code=${await createSetupCode(server.instance.db)}`)
  await page.getByLabel('Your name').fill('Ann Admin')
  await page.getByLabel('Your email').fill('ann@harbor-helpers.org')
  await page.getByLabel('Name of your organization').fill('Harbor Helpers')
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: /Create/ }).click()
  await page.getByRole('link', { name: 'Not now' }).click()
  await expect(page).toHaveURL(paths.adminGetStarted)
  await expect(page.getByText('1 of 9 steps done.')).toBeVisible()
  const bar = page.getByRole('complementary', { name: 'Not set yet' })
  await expect(bar).toContainText(
    'the contact email, the booking buttons, the community buttons, and app buttons.',
  )

  await page.getByRole('link', { name: 'Set your booking link' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Harbor Helpers')
  await page.getByLabel('Contact email').fill('hello@harbor-helpers.org')
  for (const link of await page.getByRole('textbox').filter({ hasNotText: /./ }).all())
    if ((await link.getAttribute('type')) === 'url') await link.fill('https://harbor-helpers.org/here')
  await page.getByRole('button', { name: 'Save settings' }).click()
  // Before, the form would ask whether to leave it.
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Today/ }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByText('3 of 9 steps done.')).toBeVisible()

  const steps = page.getByRole('heading', { name: 'Get started' })
  await page.getByRole('button', { name: 'Hide this list from Today' }).click()
  await expect(steps).toHaveCount(0)
  await page.goto(paths.adminGetStarted)
  await page.getByRole('button', { name: 'Show this list on Today' }).click()
  await page.getByRole('link', { name: /^Today/ }).click()
  await expect(steps).toBeVisible()
})

test('all see only their own steps, and only owners the reminder', async ({ page, server }) => {
  const steps = page.getByRole('region', { name: 'Get started' })
  const bar = page.getByRole('complementary', { name: 'Not set yet' })

  await signIn(page.context(), server)
  await page.goto(paths.adminToday)
  await expect(bar).toBeVisible()
  await expect(steps).toContainText('1 of 9 steps done.')
  await page.goto(paths.admin)
  await expect(bar).toHaveCount(0)

  await signIn(page.context(), server, { username: 'Eve Editor', role: 'editor' })
  await page.goto(paths.adminToday)
  await expect(steps).toContainText('1 of 4 steps done.')
  await page.goto(paths.adminGetStarted)
  await expect(page.getByText('1 of 4 steps done.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /\((done|to do)\)/ })).toHaveCount(4)
  await expect(bar).toHaveCount(0)

  await signIn(page.context(), server, { username: 'Hal Helper', role: 'helper' })
  await page.goto(paths.adminToday)
  await expect(page.getByRole('heading', { name: 'Nothing is waiting for you' })).toBeVisible()
  await expect(steps).toHaveCount(0)
  await page.goto(paths.adminGetStarted)
  await expect(page.getByText('Only editors and owners can do this. Ask one of them.')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.goto(paths.adminTab('ai-tools'))
  await expect(page.getByText('it isn’t public until an editor or an owner publishes it.')).toBeVisible()
})
