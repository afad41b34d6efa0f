import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { uploadLogo } from '../../features/site/e2e/look-pages.ts'
import { startFakeAi } from '../fakes/fake-ai.ts'
import { startFakeSmtp } from '../fakes/fake-smtp.ts'
import { closeToast, emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

// One journey through everything that makes a fresh site another provider's: no file changes, and the server runs on.

test.setTimeout(120_000)
test.beforeEach(({ server }) => emptyTables(server))

async function openSection(page: Page, section: string): Promise<void> {
  await page.goto(paths.adminSiteSection(section))
  await expect(page.frameLocator('iframe').locator('h1').first()).toBeVisible()
}

async function publishSection(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText(/^Published, /)).toBeVisible()
  await closeToast(page)
}

/** Sets the name, the addresses, and the links of the organization. */
async function nameOrganization(page: Page): Promise<void> {
  await page.goto(paths.adminSettingsTab('organisation'))
  await page.getByLabel('Name', { exact: true }).fill('Harbor Learning')
  await page.getByLabel('Contact email').fill('hello@harbor-learning.org')
  await page.getByLabel('Postal address').fill('1 Pier Road, Camden, ME 04843')
  await page.getByLabel('Booking link').fill('https://harbor-learning.org/book')
  await page.getByLabel('Community link').fill('https://harbor-learning.org/community')
  for (const app of ['Beezy', 'CalmPath'])
    await page.getByLabel(app, { exact: true }).fill(`https://harbor-learning.org/${app.toLowerCase()}`)
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
}

/** Two services instead of three, three apps of which one is new, a new headline, and no carousel. */
async function changeWords(page: Page): Promise<void> {
  await openSection(page, 'hero')
  await page.getByLabel('Headline', { exact: true }).fill('Calm AI Help for Coastal Towns')
  await page.getByLabel('Word to underline').fill('Calm')
  await publishSection(page)

  await openSection(page, 'services')
  await page.getByRole('button', { name: 'Remove INTEGRATE' }).click()
  await page.locator('summary', { hasText: 'INFORM' }).click()
  await page.getByLabel('Name', { exact: true }).first().fill('LEARN')
  await publishSection(page)

  await openSection(page, 'apps')
  for (const app of ['PriceVue', '90 Day Plan', 'ADHD Assessment'])
    await page.getByRole('button', { name: `Remove ${app}` }).click()
  await page.getByRole('button', { name: 'Add an app' }).click()
  const app = page.getByRole('listitem').filter({ has: page.locator('summary', { hasText: /^App 3$/ }) })
  await app.getByLabel('Name', { exact: true }).fill('Tide Table')
  const tide = page.getByRole('listitem').filter({ has: page.locator('summary', { hasText: 'Tide Table' }) })
  await tide.getByLabel('Tagline').fill('Know when to sail')
  await tide.getByLabel('Short description on the home page').fill('High and low water for your harbor.')
  await tide
    .getByLabel('Description on the apps page')
    .fill('High and low water for your harbor, a week ahead.')
  await tide.getByLabel('Button', { exact: true }).fill('Open Tide Table')
  await tide.getByRole('combobox', { name: 'Address' }).selectOption('Another address...')
  await tide.getByRole('textbox', { name: 'Address' }).fill('harbor-learning.org/tides')
  await publishSection(page)

  await openSection(page, 'homeLayout')
  await page.getByRole('checkbox', { name: /^Show Carousel/ }).uncheck()
  await publishSection(page)
}

/** Writes the page About, and links to it from the menu in place of the waitlist. */
async function addAboutPage(page: Page): Promise<void> {
  await page.goto(postPaths.adminOwnPages)
  await page.getByRole('link', { name: 'New page' }).click()
  await page.getByLabel('Title', { exact: true }).fill('About us')
  await page.getByRole('textbox', { name: 'Content' }).fill('We have taught in coastal towns since 2019.')
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Save page' }).click()
  await expect(page.getByText('Page saved').first()).toBeVisible()

  await openSection(page, 'menu')
  await page.getByRole('button', { name: 'Remove Waitlist' }).click()
  await page.getByRole('button', { name: 'Add a link' }).click()
  await page.getByLabel('Label', { exact: true }).last().fill('About')
  await page.getByRole('combobox', { name: 'Leads to' }).last().selectOption('About us')
  await publishSection(page)
}

/** Picks two colors and a logo. */
async function changeLook(page: Page): Promise<void> {
  await page.goto(paths.adminLook)
  await expect(page.frameLocator('iframe').locator('h1').first()).toBeVisible()
  await page.getByLabel('Main color', { exact: true }).fill('#0b3954')
  await page.getByLabel('Action color', { exact: true }).fill('#1d4ed8')
  await uploadLogo(page)
  await publishSection(page)
}

/** Connects the fakes of an email server and an AI service. */
async function connectServices(page: Page, mailUrl: string, aiUrl: string): Promise<void> {
  const { hostname, port } = new URL(mailUrl)
  await page.goto(paths.adminSettingsTab('connections'))
  const mail = page.getByRole('region', { name: 'Email', exact: true })
  await mail.getByRole('button', { name: 'Connect email' }).click()
  await mail.getByLabel('Server', { exact: true }).fill(hostname)
  await mail.getByLabel('Port').fill(port)
  await mail.getByLabel('Security').selectOption('none')
  await mail.getByLabel('Sender name').fill('Harbor Learning')
  await mail.getByLabel('Sender address').fill('hello@harbor-learning.org')
  await mail.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Email connected', { exact: true })).toBeVisible()
  const ai = page.getByRole('region', { name: 'AI', exact: true })
  await ai.getByRole('button', { name: 'Connect AI' }).click()
  await ai.getByLabel('Provider').selectOption('openai-compatible')
  await ai.getByLabel('Address').fill(aiUrl)
  await ai.getByRole('button', { name: 'Show the provider’s list' }).click()
  await ai.getByRole('combobox', { name: 'Model' }).selectOption('fake')
  await ai.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('AI connected', { exact: true })).toBeVisible()
}

test('a fresh site becomes another provider’s in the browser, without a changed file or a restart', async ({
  page,
  server,
}) => {
  const [smtp, ai] = await Promise.all([startFakeSmtp(), startFakeAi()])
  await signIn(page.context(), server)
  await test.step('name and addresses', () => nameOrganization(page))
  await test.step('words, services, and apps', () => changeWords(page))
  await test.step('a page of their own in the menu', () => addAboutPage(page))
  await test.step('colors and a logo', () => changeLook(page))
  await test.step('email and AI', () => connectServices(page, smtp.url, ai.url))

  await test.step('visitors see the new site', async () => {
    await page.goto(paths.home)
    await expect(page).toHaveTitle('Harbor Learning: Calm AI Help for Coastal Towns')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calm AI Help for Coastal Towns')
    await expect(page.getByRole('heading', { level: 3, name: /^(LEARN|PLAN|INFORM|INTEGRATE)$/ })).toHaveText(
      ['LEARN', 'PLAN'],
    )
    await expect(
      page.getByRole('region', { name: 'Family of Apps' }).getByRole('heading', { level: 3 }),
    ).toHaveText(['Beezy', 'CalmPath', 'Tide Table'])
    await expect(page.getByRole('link', { name: /^Open Tide Table/ })).toHaveAttribute(
      'href',
      'https://harbor-learning.org/tides',
    )
    await expect(page.getByText('Worth a Minute')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Get Started Today' })).toHaveCSS(
      'background-color',
      'rgb(29, 78, 216)',
    )
    const logo = page.getByRole('banner').locator('img').first()
    await expect(logo).toHaveAttribute('src', /^\/media\//)
    expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: 'Waitlist' })).toHaveCount(0)
    await menu.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about-us')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About us')
    await expect(menu.getByRole('link', { name: 'About' })).toHaveAttribute('aria-current', 'page')
    for (const path of [paths.home, sitePaths.apps, '/about-us', paths.privacyPolicy, paths.llms]) {
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
  await Promise.all([smtp.close(), ai.close()])
})
