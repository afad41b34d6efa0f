import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { admin } from '../helpers/launch-server.ts'
import { expectAccessible, phone } from './accessibility.ts'
import { emptyTables, expect, isAlive, test, wakeIslands } from './fixtures.ts'
import { signIn } from './sign-in.ts'

// Page states that tests/e2e/pages.spec.ts does not reach: after a click, with errors, and with no or many entries.

test.describe('is accessible:', () => {
  test.beforeEach(async ({ server }) => emptyTables(server))

  test('home with all details open', async ({ page }) => {
    await page.goto(paths.home)
    const toggles = page.getByText('Learn More (Expand Details)')
    await expect(toggles).toHaveCount(3)
    for (const toggle of await toggles.all()) await toggle.click()
    await expect(page.getByRole('link', { name: /^Book a FREE Consultation/ })).toHaveCount(3)
    await wakeIslands(page)
    await expectAccessible(page)
  })

  test('home with the waitlist dialog open, empty and with mistakes', async ({ page }) => {
    await page.goto(paths.home)
    await page.getByRole('link', { name: 'Join Waitlist' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Join Waitlist' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await expect(dialog).toBeVisible()
  })

  test('home with the menu open on a phone', async ({ page }) => {
    await page.setViewportSize(phone)
    await page.goto(paths.home)
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('banner').getByRole('navigation')
    await expect(menu.getByRole('link', { name: 'Apps' })).toBeVisible()
    await expectAccessible(page, 'the menu', [phone, phone])
    await expect(menu.getByRole('link', { name: 'Apps' })).toBeVisible()
  })

  test('waitlist with mistakes', async ({ page }) => {
    await page.goto(paths.waitlist)
    await page.getByLabel('Name *').focus()
    await isAlive(page, 'WaitlistPanel')
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    await expect(page.getByLabel('Name *')).toHaveAccessibleDescription('Required')
    await expect(page.getByLabel('Email *')).toHaveAccessibleDescription('Required')
    await expectAccessible(page)
  })

  test('waitlist after joining, with its toast', async ({ page }) => {
    await page.goto(paths.waitlist)
    await page.getByLabel('Name *').fill('Ann Example')
    await isAlive(page, 'WaitlistPanel')
    await page.getByLabel('Email *').fill('ann@example.org')
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    await expect(page.getByRole('heading', { level: 1, name: "You're on the list!" })).toBeVisible()
    await holdToast(page, 'Success!')
    await expectAccessible(page)
    await expect(page.getByText('Success!', { exact: true })).toBeVisible()
  })

  test('waitlist with a toast that says what failed', async ({ page }) => {
    await page.route(`**${paths.api.trainingWaitlist}`, (route) =>
      route.fulfill({ json: { success: false, message: 'Please call us.' } }),
    )
    await page.goto(paths.waitlist)
    await page.getByLabel('Name *').fill('Ann Example')
    await isAlive(page, 'WaitlistPanel')
    await page.getByLabel('Email *').fill('ann@example.org')
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    await holdToast(page, 'Error')
    await expectAccessible(page)
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
  })

  /** Waits for a toast and moves the focus into it, which keeps it open. */
  async function holdToast(page: Page, title: string): Promise<void> {
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused()
  }

  test.describe('removed', () => {
    test.use({ expectedErrors: /status of 410/ })

    test("a page of the office's own", async ({ page, server }) => {
      const cookie = await server.signIn()
      const json = { kind: 'page', title: 'About', content: '<p>Us.</p>', isPublished: true }
      const { id } = await (await server.send(paths.api.blog, { cookie, json })).json()
      await server.send(paths.api.post(id), { cookie, method: 'DELETE' })
      await expect.poll(async () => (await server.send(paths.ownPage('about'))).status).toBe(410)
      await page.goto(paths.ownPage('about'))
      await expect(page.getByRole('heading', { name: 'This page is no longer available' })).toBeVisible()
      await expectAccessible(page)
    })
  })

  test.describe('refused', () => {
    test.use({ expectedErrors: /status of 422/ })

    test('login with a wrong password', async ({ page, server }) => {
      await server.signIn()
      await page.goto(paths.login)
      await page.getByLabel('Username').fill(admin.username)
      await page.getByLabel('Password').fill('not the password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectAccessible(page)
    })

    test('the password page with mistakes', async ({ page, server }) => {
      await signIn(page.context(), server)
      await page.goto(paths.adminPassword)
      await page.getByLabel('Current password').fill('not the password')
      await page.getByLabel('New password').fill('another horse battery')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(/not your current/)
      await expectAccessible(page)
    })
  })

  test('a search that finds pages', async ({ page, server }) => {
    const cookie = await server.signIn()
    for (const title of [
      'About our neighbors',
      'Nachbarschaftshilfevereinsversammlungsprotokoll'.repeat(2),
    ]) {
      const json = { kind: 'page', title, content: '<p>About our neighbors.</p>', isPublished: true }
      await server.send(paths.api.blog, { cookie, json })
    }
    await page.goto(paths.blogSearch('neighbors'))
    await expect(page.getByRole('region', { name: 'Pages' }).getByRole('link')).toHaveCount(2)
    await expectAccessible(page)
  })

  test('simple admin without entries', async ({ page, server }) => {
    await signIn(page.context(), server)
    await page.goto(paths.adminSimpleTab('waitlist'))
    await expect(page.getByRole('heading', { name: 'No waitlist entries yet' })).toBeVisible()
    await expectAccessible(page)
  })

  test('simple admin with entries on two pages', async ({ page, server }) => {
    await server.query(
      `insert into training_waitlist (name, email, phone, company, message)
       select 'Person ' || n, 'person' || n || '@example.org', '555 0100', 'Food Bank', 'We are twelve people.'
       from generate_series(1, 53) as n`,
    )
    await signIn(page.context(), server)
    await page.goto(paths.adminSimpleTab('waitlist'))
    await page.getByRole('link', { name: 'Older entries' }).click()
    await expect(page.getByRole('article')).toHaveCount(3)
    await expectAccessible(page)
  })

  test('simple admin without posts', async ({ page, server }) => {
    await signIn(page.context(), server)
    await page.goto(paths.adminSimpleTab('manage'))
    await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
    await expectAccessible(page)
  })

  test('simple admin with posts on two pages', async ({ page, server }) => {
    await server.query(
      `insert into blog_posts (title, slug, excerpt, content, author, author_type, is_published)
       select 'Post ' || n, 'post' || n, repeat('x', 300), '<p>c</p>', repeat('y', 200),
         case when n % 2 = 0 then 'ai' else 'human' end, n % 3 = 0
       from generate_series(1, 53) as n`,
    )
    await signIn(page.context(), server)
    await page.goto(paths.adminSimpleSaved)
    await expect(page.getByRole('status')).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Older posts' }).click()
    await expect(page.getByRole('article')).toHaveCount(3)
    await expectAccessible(page)
  })

  test.describe('not saved', () => {
    test.use({ expectedErrors: /status of (401|422)/ })

    test('the create form with mistakes, and after the session has ended', async ({ page, server }) => {
      await signIn(page.context(), server)
      await page.goto(paths.adminSimple)
      await page.getByLabel('Author *').fill('')
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Save Post' }).click()
      await expect(page.getByRole('alert')).toBeFocused()
      await expectAccessible(page)
      await page.context().clearCookies()
      await page.getByRole('button', { name: 'Save Post' }).click()
      await expect(page.getByRole('alert')).toContainText('You’re signed out.')
      await expectAccessible(page)
    })
  })
})
