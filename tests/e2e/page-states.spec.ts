import type { Locator, Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { admin } from '../helpers/launch-server.ts'
import { desktop, expectAccessible, phone } from './accessibility.ts'
import { emptyTables, expect, inLongRuns, isAlive, test, wakeIslands } from './fixtures.ts'
import { signIn } from './sign-in.ts'

// Page states that tests/e2e/pages.spec.ts does not reach: after a click, with errors, and with no or many entries.

test.describe('is accessible:', () => {
  test.use({ expectedErrors: /status of (401|410|422)/ })
  test.beforeEach(async ({ server }) => emptyTables(server))

  test('home with its details, dialog, and menu open', async ({ page }) => {
    await test.step('with all details open', async () => {
      await page.goto(paths.home)
      const toggles = page.getByText('Learn More (Expand Details)')
      await expect(toggles).toHaveCount(3)
      for (const toggle of await toggles.all()) await toggle.click()
      await expect(page.getByRole('link', { name: /^Book a FREE Consultation/ })).toHaveCount(3)
      await wakeIslands(page)
      await expectAccessibleState(page)
    })

    await test.step('with the waitlist dialog open, empty and with mistakes', async () => {
      await page.goto(paths.home)
      const link = page.getByRole('link', { name: 'Join Waitlist' })
      // Until its script is loaded, the link opens a page instead of the dialog.
      await link.hover()
      await isAlive(page, 'WaitlistDialog')
      await link.click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expectAccessibleState(page)
      await dialog.getByRole('button', { name: 'Join Waitlist' }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await expectAccessibleState(page)
      await expect(dialog).toBeVisible()
      const { red, green, blue } = await readColor(dialog.getByText('Required', { exact: true }).last())
      expect(red).toBeGreaterThan(1.7 * Math.max(green, blue))
      const message = await dialog.getByLabel('Message (Optional)').boundingBox()
      expect(message?.height).toBeGreaterThanOrEqual(100)
    })

    await test.step('with the menu open on a phone', async () => {
      await page.setViewportSize(phone)
      await page.goto(paths.home)
      await page.getByRole('button', { name: 'Menu' }).click()
      const menu = page.getByRole('banner').getByRole('navigation')
      await expect(menu.getByRole('link', { name: 'Apps' })).toBeVisible()
      await expectAccessible(page, 'the menu', [phone])
      await expect(menu.getByRole('link', { name: 'Apps' })).toBeVisible()
    })
  })

  test('the waitlist with mistakes and toasts', inLongRuns, async ({ page }) => {
    await test.step('with mistakes', async () => {
      await page.goto(sitePaths.waitlist)
      await page.getByLabel('Name *').focus()
      await isAlive(page, 'WaitlistPanel')
      await page.getByRole('button', { name: 'Join Waitlist' }).click()
      await expect(page.getByLabel('Name *')).toHaveAccessibleDescription('Required')
      await expect(page.getByLabel('Email *')).toHaveAccessibleDescription('Required')
      await expectAccessibleState(page)
    })

    await test.step('after joining, with its toast', async () => {
      await joinWaitlist(page)
      await expect(page.getByRole('heading', { level: 1, name: "You're on the list!" })).toBeVisible()
      await holdToast(page, 'Success!')
      await expectAccessibleState(page)
      await expect(page.getByText('Success!', { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Help us plan' })).toHaveCSS('display', 'inline')
    })

    await test.step('with a toast that says what failed', async () => {
      await page.route('**/api/training-waitlist', (route) =>
        route.fulfill({ json: { success: false, message: 'Please call us.' } }),
      )
      await joinWaitlist(page)
      await holdToast(page, 'Error')
      await expectAccessibleState(page)
      await expect(page.getByText('Error', { exact: true })).toBeVisible()
    })
  })

  test(
    'pages that were removed or found, and forms for refused passwords',
    inLongRuns,
    async ({ page, server }) => {
      await test.step('a page of the office’s own that was removed', async () => {
        const cookie = await server.signIn()
        const json = { kind: 'page', title: 'About', content: '<p>Us.</p>', isPublished: true }
        const { id } = await (await server.send('/api/blog', { cookie, json })).json()
        await server.send(`/api/blog/${id}`, { cookie, method: 'DELETE' })
        await expect.poll(async () => (await server.send(postPaths.ownPage('about'))).status).toBe(410)
        await page.goto(postPaths.ownPage('about'))
        await expect(page.getByRole('heading', { name: 'This page is no longer available' })).toBeVisible()
        await expectAccessibleState(page)
      })

      await test.step('a search that finds pages', async () => {
        const cookie = await server.signIn()
        for (const title of [
          'About our neighbors',
          'Nachbarschaftshilfevereinsversammlungsprotokoll'.repeat(2),
        ]) {
          const json = { kind: 'page', title, content: '<p>About our neighbors.</p>', isPublished: true }
          await server.send('/api/blog', { cookie, json })
        }
        await page.goto(postPaths.blogSearch('neighbors'))
        await expect(page.getByRole('region', { name: 'Pages' }).getByRole('link')).toHaveCount(2)
        await expectAccessibleState(page)
      })

      await test.step('sign-in with a wrong password', async () => {
        await server.signIn()
        await page.goto(paths.login)
        await page.getByLabel('Username').fill(admin.username)
        await page.getByLabel('Password').fill('not the password')
        await page.getByRole('button', { name: 'Sign in' }).click()
        await expect(page.getByRole('alert')).toBeVisible()
        await expectAccessibleState(page)
      })

      await test.step('the password page with mistakes', async () => {
        await signIn(page.context(), server)
        await page.goto(paths.adminPassword)
        await page.getByLabel('Current password').fill('not the password')
        await page.getByLabel('New password').fill('another horse battery')
        await page.getByRole('button', { name: 'Change password' }).click()
        await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(/not your current/)
        await expectAccessibleState(page)
      })
    },
  )

  test(
    'the simple admin without and with content, and its form with mistakes',
    inLongRuns,
    async ({ page, server }) => {
      await signIn(page.context(), server)
      await test.step('without entries, and with entries on two pages', async () => {
        await page.goto(paths.adminSimpleTab('waitlist'))
        await expect(page.getByRole('heading', { name: 'No waitlist entries yet' })).toBeVisible()
        await expectAccessibleState(page)
        await server.query(
          `insert into training_waitlist (name, email, phone, company, message)
         select 'Person ' || n, 'person' || n || '@example.org', '555 0100', 'Food Bank', 'We are twelve people.'
         from generate_series(1, 53) as n`,
        )
        await page.reload()
        await page.getByRole('link', { name: 'Older entries' }).click()
        await expect(page.getByRole('article')).toHaveCount(3)
        await expectAccessibleState(page)
      })

      await test.step('without posts, and with posts on two pages', async () => {
        await page.goto(paths.adminSimpleTab('manage'))
        await expect(page.getByRole('heading', { name: 'No blog posts found' })).toBeVisible()
        await expectAccessibleState(page)
        await server.query(
          `insert into blog_posts (title, slug, excerpt, content, author, author_type, is_published)
         select 'Post ' || n, 'post' || n, repeat('x', 300), '<p>c</p>', repeat('y', 200),
           case when n % 2 = 0 then 'ai' else 'human' end, n % 3 = 0
         from generate_series(1, 53) as n`,
        )
        await page.goto(paths.adminSimpleSaved)
        await expect(page.getByRole('status')).toBeFocused()
        await expectAccessibleState(page)
        await page.getByRole('link', { name: 'Older posts' }).click()
        await expect(page.getByRole('article')).toHaveCount(3)
        await expectAccessibleState(page)
      })

      await test.step('the create form with mistakes, and after the session has ended', async () => {
        await page.goto(paths.adminSimple)
        await page.getByLabel('Author *').fill('')
        await page.getByRole('checkbox').check()
        await page.getByRole('button', { name: 'Save Post' }).click()
        await expect(page.getByRole('alert')).toBeFocused()
        await expectAccessibleState(page)
        await page.context().clearCookies()
        await page.getByRole('button', { name: 'Save Post' }).click()
        await expect(page.getByRole('alert')).toContainText('You’re signed out.')
        await expectAccessibleState(page)
      })
    },
  )
})

async function joinWaitlist(page: Page): Promise<void> {
  await page.goto(sitePaths.waitlist)
  await page.getByLabel('Name *').fill('Ann Example')
  await isAlive(page, 'WaitlistPanel')
  await page.getByLabel('Email *').fill('ann@example.org')
  await page.getByRole('button', { name: 'Join Waitlist' }).click()
}

/** Waits for a toast and moves the focus into it, which keeps it open. */
async function holdToast(page: Page, title: string): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused()
}

/** One scheme is enough for a state: core/contract/look/pairs.test.ts proves the contrast of every pair of colors. */
const expectAccessibleState = (page: Page) => expectAccessible(page, 'it', [desktop])

/** The color of a text. A canvas converts it to RGB, whatever its CSS format. */
function readColor(text: Locator) {
  return text.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('there is no canvas')
    canvas.fillStyle = getComputedStyle(element).color
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return { red, green, blue }
  })
}
