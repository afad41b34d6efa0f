import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { createSetupCode } from '../../features/accounts/server/accounts.ts'
import { uploadLogo } from '../../features/site/e2e/look-pages.ts'
import { startFakeAi } from '../fakes/fake-ai.ts'
import { startFakeSmtp } from '../fakes/fake-smtp.ts'
import { admin } from '../helpers/launch-server.ts'
import { type Clicks, countClicks } from './clicks.ts'
import { closeToast, emptyTables, expect, test } from './fixtures.ts'

// What an office does with a fresh site and no other help than its screens, with the clicks counted.

const maxClicks = { ownSite: 32 }

test.use({ viewport: { width: 1440, height: 900 } })
test.beforeEach(({ server }) => emptyTables(server))

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true })
const settings = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true })
const sitePage = (page: Page) => page.frameLocator('iframe')
const openForm = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()

/** Creates the account of the first owner with the link that the server prints. */
async function setUp(page: Page, link: string, { click }: Clicks): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill('Kim Waters')
  await page.getByLabel('Your email').fill('kim@harbor-learning.org')
  await page.getByLabel('Name of your organization').fill('Harbor Learning')
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await click(page.getByRole('button', { name: 'Create account and sign in' }))
  await click(page.getByRole('link', { name: 'Not now' }))
}

async function setAddresses(page: Page, { click }: Clicks): Promise<void> {
  await click(page.getByRole('link', { name: 'Set your booking link' }))
  await page.getByLabel('Contact email').fill('hello@harbor-learning.org')
  await page.getByLabel('Postal address').fill('1 Pier Road, Camden, ME 04843')
  await page.getByLabel('Booking link').fill('https://harbor-learning.org/book')
  await page.getByLabel('Community link').fill('https://harbor-learning.org/community')
  await click(page.getByRole('button', { name: 'Save settings' }))
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
}

async function switchAppsOff(page: Page, { click }: Clicks): Promise<void> {
  await click(settings(page, 'Features'))
  await click(page.getByRole('checkbox', { name: 'Apps' }))
  await expect(page.getByRole('checkbox', { name: 'Apps' })).not.toBeChecked()
}

/** Connects the fakes of an email server and an AI service. */
async function connectServices(page: Page, mailUrl: string, aiUrl: string, { click, choose }: Clicks) {
  const { hostname, port } = new URL(mailUrl)
  await click(settings(page, 'Email'))
  const mail = page.getByRole('region', { name: 'Email server', exact: true })
  await click(mail.getByRole('button', { name: 'Connect email' }))
  await mail.getByLabel('Server', { exact: true }).fill(hostname)
  await mail.getByLabel('Port').fill(port)
  await choose(mail.getByLabel('Security'), 'none')
  await mail.getByLabel('Sender address').fill('hello@harbor-learning.org')
  await click(mail.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByText('Email connected', { exact: true })).toBeVisible()
  await click(settings(page, 'Connections'))
  const ai = page.getByRole('region', { name: 'AI', exact: true })
  await click(ai.getByRole('button', { name: 'Connect AI' }))
  await choose(ai.getByLabel('Provider'), 'openai-compatible')
  await ai.getByLabel('Address').fill(aiUrl)
  await ai.getByLabel('Model').fill('fake')
  await click(ai.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByText('AI connected', { exact: true })).toBeVisible()
  await closeToast(page)
}

async function addAboutPage(page: Page, { click }: Clicks): Promise<void> {
  await click(menu(page, 'Writing'))
  await click(menu(page, 'Pages'))
  await click(page.getByRole('link', { name: 'New page' }))
  await page.getByLabel('Title', { exact: true }).fill('About us')
  await page.getByRole('textbox', { name: 'Content' }).fill('We have taught in coastal towns since 2019.')
  await click(page.getByRole('switch'))
  await click(page.getByRole('button', { name: 'Publish page' }))
  await expect(page.getByText('Page saved').first()).toBeVisible()
}

/** Changes the words of four sections, the menu, and the look on the page, and publishes all of it at once. */
async function editOnPage(page: Page, clicks: Clicks): Promise<void> {
  const { click, choose } = clicks
  await click(menu(page, 'Site'))
  const headings = {
    Headline: ['We Make AI Easy', 'Calm AI Help for Coastal Towns'],
    Services: ['Three ways to start', 'Three ways into calm water'],
    'App development': ['Need an app', 'A boat of your own'],
    'On-site training': ['', 'We come to your harbor'],
  }
  for (const [title, [, words = '']] of Object.entries(headings)) {
    const part = sitePage(page).locator(`[title="Edit: ${title}"]`)
    await click(part.getByRole('heading').first())
    await openForm(page, title)
    await expect(page.getByLabel('Headline', { exact: true })).toBeFocused()
    await page.getByLabel('Headline', { exact: true }).fill(words)
    await expect(part.getByRole('heading').first()).toHaveText(words)
  }

  await click(sitePage(page).locator('[title="Edit: Header and menu"]').getByRole('link', { name: 'Blog' }))
  await openForm(page, 'Header and menu')
  await click(page.getByRole('button', { name: 'Add a link' }))
  await page.getByLabel('Label', { exact: true }).last().fill('About')
  await choose(page.getByRole('combobox', { name: 'Leads to' }).last(), 'About us')

  await click(sitePage(page).locator('[title="Edit: Look"]').first())
  await openForm(page, 'Look')
  await page.getByLabel('Main color', { exact: true }).fill('#0b3954')
  await page.getByLabel('Action color', { exact: true }).fill('#1d4ed8')
  // The press of “Choose a logo”
  await uploadLogo(page, clicks)
  await click(page.getByRole('button', { name: 'Publish all changes (6)' }))
  await expect(page.getByText('Visitors see it within a second.', { exact: true })).toBeVisible()
}

/** Asks for a link on the sign-in page, and follows it from the email. */
async function resetPassword(page: Page, received: () => { raw: string }[]): Promise<void> {
  await page.context().clearCookies()
  await page.goto(paths.login)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill('kim@harbor-learning.org')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  const link = () =>
    /\/new-password\/[\w-]{43}/.exec(received().at(-1)?.raw.replaceAll('=\r\n', '') ?? '')?.[0] ?? ''
  await expect.poll(link, { timeout: 15_000 }).not.toBe('')
  await page.goto(link())
  await page.getByLabel('New password', { exact: true }).fill('seven quiet lanterns over')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill('seven quiet lanterns over')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(paths.adminToday)
}

test('a fresh site becomes an office’s own, with one publication and without a changed file or a restart', async ({
  page,
  server,
}) => {
  const [smtp, ai] = await Promise.all([startFakeSmtp(), startFakeAi()])
  const clicks = countClicks()
  const link = `${paths.setup}?code=${await createSetupCode(server.instance.db)}`
  await test.step('an account with a name', () => setUp(page, link, clicks))
  await test.step('addresses and links', () => setAddresses(page, clicks))
  await test.step('no apps', () => switchAppsOff(page, clicks))
  await test.step('email and AI', () => connectServices(page, smtp.url, ai.url, clicks))
  await test.step('a page of their own', () => addAboutPage(page, clicks))
  await test.step('words, menu, colors, and a logo', () => editOnPage(page, clicks))
  expect(clicks.count).toBeLessThanOrEqual(maxClicks.ownSite)

  await test.step('visitors see the new site', async () => {
    await page.goto(paths.home)
    await expect(page).toHaveTitle('Harbor Learning: Calm AI Help for Coastal Towns')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calm AI Help for Coastal Towns')
    for (const words of ['Three ways into calm water', 'A boat of your own', 'We come to your harbor'])
      await expect(page.getByRole('heading', { name: words })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Family of Apps' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Get Started Today' })).toHaveCSS(
      'background-color',
      'rgb(29, 78, 216)',
    )
    const logo = page.getByRole('banner').locator('img').first()
    await expect(logo).toHaveAttribute('src', /^\/media\//)
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const links = page.getByRole('navigation', { name: 'Main' })
    await expect(links.getByRole('link', { name: 'Apps' })).toHaveCount(0)
    await links.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about-us')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
    await expect(links.getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page')
    for (const path of [paths.home, '/about-us', paths.privacyPolicy, paths.llms]) {
      const text = await (await server.send(path)).text()
      expect(text, path).toContain('Harbor Learning')
      expect(text, path).not.toMatch(/Everyday AI|\.example\b/)
    }
  })

  await test.step('an email and a draft go through the new connections', async () => {
    await page.goto(paths.adminSettingsTab('mail'))
    await page.getByLabel('Send a test email to').fill('kim@harbor-learning.org')
    await page.getByRole('button', { name: 'Send test email' }).click()
    await expect
      .poll(() => smtp.received.at(-1)?.to, { timeout: 15_000 })
      .toEqual(['kim@harbor-learning.org'])
    await page.goto(paths.adminTab('ai-tools'))
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    await expect(page.getByText('A post from a fake AI service').first()).toBeVisible({ timeout: 15_000 })
  })

  await test.step('nothing reminds of placeholders any more', async () => {
    await page.goto(paths.adminGetStarted)
    await expect(page.getByText(/^[5-9] of 9 steps done/)).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Not set yet' })).toHaveCount(0)
  })

  await test.step('a forgotten password needs no one else', () => resetPassword(page, () => smtp.received))
  await Promise.all([smtp.close(), ai.close()])
})
