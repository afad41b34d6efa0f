import type { Page } from '@playwright/test'
import { joinedPath, loginPath, paths } from '../../core/contract/paths.ts'
import { createSetupCode } from '../../features/accounts/server/accounts.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { admin } from '../helpers/launch-server.ts'
import { emptyTables, expect, test } from './fixtures.ts'

test.beforeEach(async ({ server }) => emptyTables(server))

async function fillIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
}

for (const javaScriptEnabled of [true, false])
  test.describe(`the simple admin ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test.describe('the whole way', () => {
      // The browser logs the 404 of the used setup page and the refused password as errors.
      test.use({ expectedErrors: /status of (404|422)/ })

      test('from the first admin to the first entry', async ({ page, server }) => {
        await page.goto(sitePaths.waitlist)
        await page.getByLabel('Name *').fill('Bea Baker')
        await page.getByLabel('Email *').fill('bea@example.org')
        await page.getByLabel('Phone').fill('+1 (555) 010-0199')
        await page.getByLabel('Organization/Company').fill('River Church')
        await page.getByLabel('Message (Optional)').fill('Twelve people.\nMondays are best.')
        await page.getByRole('button', { name: 'Join Waitlist' }).click()
        await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
        await server.query(`update training_waitlist set created_at = '2026-07-04T16:05:00Z'`)

        await test.step('the setup link creates the first admin and signs in', async () => {
          const setup = `${paths.setup}?code=${await createSetupCode(server.instance.db)}`
          await page.goto(setup)
          await page.getByLabel('Your name').fill('Ann Admin')
          await page.getByLabel('Your email').fill('ann@hope.example')
          await page.getByLabel('Name of your organization').fill('Hope Street')
          await fillIn(page, admin.username, admin.password)
          await page.getByRole('button', { name: 'Create account and sign in' }).click()
          await expect(page).toHaveURL(joinedPath(paths.adminGetStarted))
          await page.goto(paths.adminSimple)
          await expect(page.getByText('Signed in as Ann Admin')).toBeVisible()
          for (const address of [setup, paths.setup]) {
            const gone = await page.goto(address)
            expect(gone?.status()).toBe(404)
            await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
          }
        })

        await test.step('after signing out, the entries are not shown', async () => {
          await page.goto(paths.adminSimple)
          await page.getByRole('button', { name: 'Sign out' }).click()
          await expect(page).toHaveURL(paths.login)
          await page.goto(paths.adminSimpleTab('waitlist'))
          await expect(page).toHaveURL(loginPath(paths.adminSimpleTab('waitlist')))
          await expect(page.getByText('Bea Baker')).toHaveCount(0)
        })

        await test.step('a wrong password is refused, and the username stays', async () => {
          await fillIn(page, admin.username, 'not the password')
          await page.getByRole('button', { name: 'Sign in' }).click()
          await expect(page.getByRole('alert')).toHaveText(
            'That username and password don’t match. Try again.',
          )
          await expect(page.getByLabel('Username')).toHaveValue(admin.username)
          await expect(page.getByLabel('Password')).toHaveValue('')
        })

        await test.step('the right one leads to the requested page', async () => {
          await page.getByLabel('Password').fill(admin.password)
          await page.getByRole('button', { name: 'Sign in' }).click()
          await expect(page).toHaveURL(paths.adminSimpleTab('waitlist'))
        })

        await test.step('the page shows the entry', async () => {
          await expect(page.getByRole('link', { name: 'Training Waitlist' })).toHaveAttribute(
            'aria-current',
            'page',
          )
          await expect(page.getByText('1 entry', { exact: true })).toBeVisible()
          const card = page.getByRole('article')
          await expect(card).toHaveCount(1)
          await expect(card.getByRole('heading', { name: 'Bea Baker', exact: true })).toBeVisible()
          await expect(card.getByRole('link', { name: 'bea@example.org' })).toHaveAttribute(
            'href',
            'mailto:bea@example.org',
          )
          await expect(card.getByRole('link', { name: '+1 (555) 010-0199' })).toHaveAttribute(
            'href',
            'tel:+15550100199',
          )
          await expect(card.getByText('River Church', { exact: true })).toBeVisible()
          await expect(card.getByText(/^Jul 4, 2026, 12:05 PM$/)).toBeVisible()
          // The message keeps its line break.
          expect(await card.getByText('Twelve people.').innerText()).toBe('Twelve people.\nMondays are best.')
        })
      })
    })
  })
