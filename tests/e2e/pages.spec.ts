import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import type { Post } from '../../contracts/posts.ts'
import { starterScript } from '../../contracts/starter-script.ts'
import { createSetupCode } from '../../server/accounts/accounts.ts'
import { readConfig } from '../../server/config.ts'
import { joinWaitlist } from '../../server/entries/waitlist.ts'
import type { RouteEntry } from '../../server/http/guards/route-access.ts'
import { hashToken } from '../../server/http/tokens.ts'
import { sealLink, withLink } from '../../server/mail/encrypted-link.ts'
import { createPreviewLink } from '../../server/posts/writing/preview-links.ts'
import { savePost } from '../../server/posts/writing/save-post.ts'
import { sendDataLink } from '../../server/privacy/data-links.ts'
import { admin, type TestServer } from '../helpers/launch-server.ts'
import { findUnplainWordsOn } from '../words/read-words.ts'
import { findViolations } from './accessibility.ts'
import { emptyTables, expect, isAlive, test } from './fixtures.ts'
import { createGuestPost, inviteGuest, openRoom } from './guests.ts'
import { signIn } from './sign-in.ts'

// What holds on every page, whichever it is. The pages come from the server's own route table, so a new
// page is checked from the day it answers.

const schemes = ['light', 'dark'] as const
const desktop = { width: 1440, height: 900 }
const phone = { width: 360, height: 740 }
const narrowest = { width: 320, height: 640 }
const nowhere = '/no/such/page'

type Address = { name: string; url: string; status: number }

/** Pages that need more than their path, with what opens them. A page with parameters or tabs goes here. */
const addresses: Record<string, (server: TestServer) => Promise<string | string[]>> = {
  [paths.adminSimple]: async () => [
    paths.adminSimple,
    ...['create', 'manage', 'authors', 'waitlist'].map(paths.adminSimpleTab),
  ],
  [paths.post(':slug')]: async (server) => paths.post((await createPost(server)).slug),
  [paths.blogTagRoute]: async (server) => paths.blogTag((await createPost(server)).tags[0] ?? ''),
  [paths.sharedPreview(':token')]: async (server) => {
    const link = await createPreviewLink(server.instance.db, (await createPost(server)).id)
    return paths.sharedPreview(link?.token ?? '')
  },
  [paths.author(':slug')]: async (server) => paths.author((await createGuestPost(server)).slug),
  [paths.invitation(':token')]: async (server) => (await inviteGuest(server)).invitation,
  [paths.writingRoom(':token')]: async (server) => (await openRoom(server)).path,
  [paths.plainRoom(':token')]: async (server) => paths.plainRoom((await openRoom(server)).token),
  [paths.preview(':id')]: async (server) => paths.preview((await createPost(server)).id),
  [paths.dataLink(':token')]: async ({ instance, query }) => {
    await joinWaitlist(
      instance.db,
      { name: 'Ann', email: 'ann@example.org', phone: '', company: '', message: 'Hello' },
      { ip: '127.0.0.1', honeypot: '' },
    )
    const sealed = await sealLink(instance.db, 'ann@example.org')
    await sendDataLink({ config: readConfig({}, '/nowhere'), db: instance.db }, { sealed })
    const [mail] = await query<{ text: string; html: null; sealedLink: string }>(
      'select text, html, sealed_link as "sealedLink" from outbox_messages order by id desc limit 1',
    )
    if (!mail) throw new Error('there is no mail')
    return new URL(/http\S+/.exec((await withLink(instance.db, mail)).text)?.[0] ?? '').pathname
  },
  [paths.newsletterConfirm(':token')]: async (server) => {
    await server.query(
      `insert into newsletter_confirmations (token_hash, email, consent, expires_at)
       values ($1, 'ann@example.org', 'Yes.', now() + interval '1 day') on conflict do nothing`,
      [hashToken('confirm-me')],
    )
    return paths.newsletterConfirm('confirm-me')
  },
  [paths.newsletterManage(':token')]: async (server) => paths.newsletterManage(await subscribe(server)),
  [paths.newsletterUnsubscribe(':token')]: async (server) =>
    paths.newsletterUnsubscribe(await subscribe(server)),
  [paths.adminScreens]: async () => paths.adminSettings,
  [paths.setup]: async ({ instance }) => `${paths.setup}?code=${await createSetupCode(instance.db)}`,
}

/** A subscriber's token. */
async function subscribe(server: TestServer): Promise<string> {
  const [row] = await server.query<{ token: string }>(
    `insert into newsletter_subscriptions (email) values ('ann@example.org')
     on conflict (email) do update set is_active = true returning token`,
  )
  return row?.token ?? ''
}

/** A published post with everything that an editor can make. */
async function createPost({ instance }: TestServer): Promise<Post> {
  const result = await savePost(
    instance.db,
    { id: 1, username: admin.username },
    {
      title: 'Choosing a first tool',
      content: `<h1>One</h1><h2>Two</h2><h3>Three</h3><p><strong>a</strong> <em>b</em> <u>c</u> <s>d</s> <code>e</code>
      <a href="https://example.org">f</a></p><ul><li><p>g</p></li></ul><ol><li><p>h</p></li></ol>
      <blockquote><p>i</p></blockquote><pre><code class="language-js">const averyveryveryverylongname = 1 // ${'x'.repeat(200)}</code></pre>
      <p>${'w'.repeat(300)}</p>`,
      tags: ['Getting Started'],
      isPublished: true,
      sourceUrl: 'https://example.org/source',
    },
  )
  if (result.outcome !== 'saved') throw new Error(result.outcome)
  return result.post
}

/** Every page for this audience, with an address that opens it. */
async function listPages(server: TestServer, audience: RouteEntry['audience']): Promise<Address[]> {
  const routes = server.instance.app.routeTable.filter(
    (route) => route.kind === 'page' && route.method === 'GET' && route.audience === audience,
  )
  expect(routes.length).toBeGreaterThan(0)
  const pages: Address[] = []
  for (const { url } of routes) {
    const find = addresses[url]
    if (!find && /[:*]/.test(url))
      throw new Error(`${url} needs parameters: say in tests/e2e/pages.spec.ts ("addresses") how to open it.`)
    const found = find ? [await find(server)].flat() : [url]
    pages.push(...found.map((one) => ({ name: found.length > 1 ? one : url, url: one, status: 200 })))
  }
  return pages
}

/**
 * Opens every page with its audience and runs the checks on it: first a visitor's on an empty database,
 * where /setup is open, then an admin's. A page that only leads to another one is that one.
 */
async function onEveryPage(
  { page, server }: { page: Page; server: TestServer },
  check: (address: Address, answer: { html: string; cookie: string | undefined }) => Promise<void>,
): Promise<void> {
  await emptyTables(server)
  const seen = new Set<string>()
  for (const audience of ['everyone', 'guest', 'admin'] as const) {
    const cookie = audience === 'admin' ? await signIn(page.context(), server) : undefined
    const pages = await listPages(server, audience)
    if (audience === 'everyone') pages.push({ name: 'not found', url: nowhere, status: 404 })
    for (const address of pages)
      await test.step(address.name, async () => {
        const response = await page.goto(address.url)
        const arrived = new URL(page.url())
        expect.soft(response?.status(), `${address.name} answers`).toBe(address.status)
        if (address.url !== paths.login)
          expect.soft(arrived.pathname, `${address.name} opens without a sign-in`).not.toBe(paths.login)
        if (seen.has(arrived.href)) return
        seen.add(arrived.href)
        await check(address, { html: (await response?.text()) ?? '', cookie })
      })
  }
}

/** Wakes the islands that come alive on sight, and goes back to the top. */
async function wakeIslands(page: Page): Promise<void> {
  for (const island of await page.locator('[data-island][data-when="visible"]').all()) {
    await island.scrollIntoViewIfNeeded()
    await expect(island).toHaveAttribute('data-alive')
  }
  await page.evaluate(() => scrollTo(0, 0))
}

async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  await page.setViewportSize(narrowest)
  const width = await page.evaluate(() => document.scrollingElement?.scrollWidth)
  expect.soft(width, `${name} at ${narrowest.width} px is as wide as`).toBeLessThanOrEqual(narrowest.width)
}

test.describe('every page', () => {
  // What the browser says about the page that is not there.
  test.use({ expectedErrors: /status of 404/ })

  for (const colorScheme of schemes)
    test.describe(colorScheme, () => {
      test.use({ colorScheme })
      test(`axe finds nothing in ${colorScheme} colors, and nothing is wider than the window`, async ({
        page,
        server,
      }) => {
        // Two sizes of every page there is.
        test.setTimeout(240_000)
        await onEveryPage({ page, server }, async ({ name }) => {
          await wakeIslands(page)
          for (const viewport of [desktop, phone]) {
            await page.setViewportSize(viewport)
            expect
              .soft(await findViolations(page), `${name}, ${colorScheme}, ${viewport.width} px wide`)
              .toEqual([])
          }
          if (colorScheme === 'light')
            expect.soft(await findUnplainWordsOn(page), `${name}: its words`).toEqual([])
          await expectNoSidewaysScroll(page, name)
        })
      })
    })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('is a whole document: title, language, one headline, content, a way to skip to it', async ({
      page,
      server,
    }) => {
      test.slow()
      await onEveryPage({ page, server }, async ({ name }, { html }) => {
        expect.soft(html, `${name}: the delivered HTML`).toMatch(/^<!doctype html><html lang="en">/)
        expect.soft(await page.title(), `${name}: title`).toMatch(/\w{3}/)
        const headline = page.getByRole('heading', { level: 1 })
        await expect.soft(headline, `${name}: one headline`).toHaveCount(1)
        await expect.soft(headline.first(), `${name}: headline`).toBeVisible()
        const main = page.getByRole('main')
        await expect.soft(main, `${name}: main`).toHaveCount(1)
        await expect.soft(main.first(), `${name}: content`).toHaveText(/(\w+\W+){5}/)
        // Without script the document is what was delivered.
        await expect.soft(page.locator('[style]'), `${name}: style attributes`).toHaveCount(0)
        await expect.soft(page.locator('style'), `${name}: inline styles`).toHaveCount(0)
        const inlineScripts = await page
          .locator('script:not([src], [type="application/ld+json"])')
          .evaluateAll((scripts) => scripts.map((script) => script.textContent))
        const hasIslands = html.includes('data-island="')
        expect.soft(inlineScripts, `${name}: inline scripts`).toEqual(hasIslands ? [starterScript] : [])

        await page.keyboard.press('Tab')
        const skip = page.getByRole('link', { name: /^Skip to/ })
        await expect.soft(skip, `${name}: the first stop of the keyboard`).toBeFocused()
        await expect.soft(skip, `${name}: skip link`).toBeInViewport()
        await page.keyboard.press('Enter')
        await expect.soft(main.first(), `${name}: the skip link leads to the content`).toBeFocused()
        expect.soft(new URL(page.url()).hash, `${name}: the skip link`).toBe('#main')
      })
    })

    test('has no dead link, and leaves the site in a new tab only', async ({ page, server }) => {
      test.slow()
      const followed = new Set<string>()
      await onEveryPage({ page, server }, async ({ name }, { html, cookie }) => {
        const here = new URL(page.url())
        const links = await page.getByRole('link', { includeHidden: true }).evaluateAll((elements) =>
          elements.map((element) => ({
            text: element.textContent,
            href: element.getAttribute('href') ?? '',
            target: element.getAttribute('target'),
            rel: element.getAttribute('rel') ?? '',
          })),
        )
        expect.soft(links.length, `${name}: links`).toBeGreaterThan(0)
        for (const { text, href, target, rel } of links) {
          const url = new URL(href, here)
          const what = `${name}: "${text}" to ${href}`
          expect.soft(url.protocol, what).toMatch(/^(https?|mailto|tel):$/)
          if (url.origin !== here.origin) {
            if (!url.protocol.startsWith('http')) continue
            expect.soft(target, what).toBe('_blank')
            expect.soft(rel.split(' '), what).toContain('noopener')
            continue
          }
          let linked = html
          if (`${url.pathname}${url.search}` !== `${here.pathname}${here.search}`) {
            if (followed.has(url.href)) continue
            followed.add(url.href)
            const answer = await server.send(`${url.pathname}${url.search}`, { cookie })
            expect.soft(answer.status, what).toBeLessThan(400)
            linked = await answer.text()
          }
          if (url.hash) expect.soft(linked, `${what}: that part`).toContain(`id="${url.hash.slice(1)}"`)
        }
      })
      expect(followed.size).toBeGreaterThan(5)
    })
  })
})

test.describe('in every state', () => {
  test.beforeEach(async ({ server }) => emptyTables(server))

  async function expectAccessible(page: Page, viewports = [desktop, phone]): Promise<void> {
    for (const colorScheme of schemes)
      for (const viewport of viewports) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(viewport)
        expect.soft(await findViolations(page), `${colorScheme}, ${viewport.width} px wide`).toEqual([])
      }
    await expectNoSidewaysScroll(page, 'it')
  }

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
    await expectAccessible(page, [phone])
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
    await page.getByLabel('Email *').fill('ann@example.org')
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    await holdToast(page, 'Error')
    await expectAccessible(page)
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
  })

  /** A toast stays while the focus is in it. */
  async function holdToast(page: Page, title: string): Promise<void> {
    await expect(page.getByText(title, { exact: true })).toBeVisible()
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: /Notifications/ }).getByRole('list')).toBeFocused()
  }

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
