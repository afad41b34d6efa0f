import type { Page } from '@playwright/test'
import { loginPath, paths } from '../../core/contract/paths.ts'
import { signIn } from '../e2e/sign-in.ts'
import { admin, cookiesOf, type TestServer } from '../helpers/launch-server.ts'
import { expect, test } from './fixtures.ts'

async function fillIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
}

/** Signs in and opens the waitlist in the simple admin, which works without JavaScript. */
async function openWaitlist(page: Page, server: TestServer): Promise<void> {
  await signIn(page.context(), server)
  await page.goto(paths.adminSimpleTab('waitlist'))
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(320)
}

for (const javaScriptEnabled of [true, false])
  test.describe(`the simple admin ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('says that there are no entries', async ({ page, server }) => {
      await openWaitlist(page, server)
      await expect(page.getByText('0 entries', { exact: true })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'No waitlist entries yet', exact: true })).toBeVisible()
      await expect(page.getByRole('article')).toHaveCount(0)
      await expect(page.getByRole('link', { name: /entries$/ })).toHaveCount(0)
    })

    test('shows a card with nothing but name and email', async ({ page, server }) => {
      await server.send('/api/training-waitlist', { json: { name: 'Al', email: 'al@example.org' } })
      await openWaitlist(page, server)
      const card = page.getByRole('article')
      await expect(card.getByRole('term')).toHaveText(['Email'])
      await expect(card.getByRole('link')).toHaveText(['al@example.org'])
    })

    test('shows hostile text as text', async ({ page, server }) => {
      const dialogs: string[] = []
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message())
        return dialog.dismiss()
      })
      const hostile = '<img src=x onerror=alert(1)>'
      const entries = [
        {
          name: hostile,
          email: 'img@example.org',
          phone: hostile,
          company: '</article><script>alert(2)</script>',
          message: `"><svg onload=alert(3)>${hostile}`,
        },
        {
          name: 'n'.repeat(200),
          email: `${'e'.repeat(64)}@${'d'.repeat(60)}.org`,
          phone: '5'.repeat(50),
          company: 'c'.repeat(200),
          message: 'm'.repeat(5000),
        },
        {
          name: 'شركة الأمل',
          email: 'rtl@example.org',
          phone: '',
          company: '\u202Eevil\u202E',
          message: 'مرحبا بالعالم (AI) 123',
        },
      ]
      for (const json of entries) {
        const response = await server.send('/api/training-waitlist', { json })
        expect(await response.json()).toMatchObject({ success: true })
      }
      await openWaitlist(page, server)
      const cards = page.getByRole('article')
      await expect(cards).toHaveCount(3)
      // The newest entry comes first.
      for (const [position, entry] of entries.toReversed().entries())
        for (const text of Object.values(entry).filter((value) => value !== ''))
          await expect(cards.nth(position).getByText(text, { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('article').getByRole('img', { includeHidden: true })).toHaveCount(0)
      await expectNoSidewaysScroll(page)
      expect(dialogs).toEqual([])
    })

    test('reaches the oldest of sixty entries', async ({ page, server }) => {
      await server.query(
        `insert into training_waitlist (name, email)
         select 'Person ' || n, 'person' || n || '@example.org' from generate_series(1, 60) as n`,
      )
      await openWaitlist(page, server)
      await expect(page.getByText('60 entries', { exact: true })).toBeVisible()
      const names = page.getByRole('article').getByRole('heading')
      const newest = await names.allInnerTexts()
      await page.getByRole('link', { name: 'Older entries' }).click()
      await expect(names.first()).not.toHaveText(newest[0] ?? '')
      await expect(page.getByText('60 entries', { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Older entries' })).toHaveCount(0)
      const all = Array.from({ length: 60 }, (_, index) => `Person ${60 - index}`)
      expect([...newest, ...(await names.allInnerTexts())]).toEqual(all)
      await page.getByRole('link', { name: 'Newest entries' }).click()
      await expect(names.first()).toHaveText('Person 60')
    })

    if (!javaScriptEnabled)
      test('/admin links to it', async ({ page, server }) => {
        await openWaitlist(page, server)
        await page.goto(paths.admin)
        await page.getByRole('link', { name: 'simple admin' }).click()
        await expect(page).toHaveURL(paths.adminSimple)
      })

    test.describe('the password', () => {
      // The browser logs refused passwords as errors.
      test.use({ expectedErrors: /status of 422/ })

      test('a new password ends every session', async ({ page, server }) => {
        await openWaitlist(page, server)
        // This is a session on another device.
        const elsewhere = cookiesOf(await server.send('/api/session', { json: admin }))
        expect((await server.send(paths.adminSimple, { cookie: elsewhere })).status).toBe(200)

        await page.getByRole('link', { name: 'Change password' }).click()
        const current = page.getByLabel('Current password')
        const next = page.getByLabel('New password')
        await current.fill('not the password')
        await next.fill('another horse battery')
        await page.getByRole('button', { name: 'Change password' }).click()
        await expect(current).toHaveAccessibleDescription('That’s not your current password.')

        await current.fill(admin.password)
        await next.fill('another horse battery')
        await page.getByRole('button', { name: 'Change password' }).click()
        await expect(page.getByRole('status')).toHaveText(
          'Your password was changed. Sign in with the new one.',
        )
        await page.goto(paths.adminSimple)
        await expect(page).toHaveURL(loginPath(paths.adminSimple))
        expect((await server.send(paths.adminSimple, { cookie: elsewhere })).status).toBe(303)

        await fillIn(page, admin.username, admin.password)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await expect(page.getByRole('alert')).toBeVisible()
        await page.getByLabel('Password').fill('another horse battery')
        await page.getByRole('button', { name: 'Sign in' }).click()
        await expect(page).toHaveURL(paths.adminSimple)
      })
    })
  })
