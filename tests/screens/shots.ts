import type { Page } from '@playwright/test'
import { sitePages } from '../../app/features.ts'
import { paths } from '../../core/contract/paths.ts'
import { guestPaths } from '../../features/guests/contract/guest-paths.ts'
import { insightsPaths } from '../../features/insights/contract/insights-paths.ts'
import { mediaPaths } from '../../features/media/contract/media-paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'

export const widths = [360, 768, 1440] as const
export type Width = (typeof widths)[number]

export type Shot = {
  name: string
  path: string
  /** Brings the page into the state to show. */
  act?: Act
  /** Window widths. The default is all. */
  widths?: readonly Width[]
  /** Shows only the window instead of the whole page, for dialogs and toasts. */
  windowOnly?: boolean
}

type Act = (page: Page) => Promise<void>
const shot = (name: string, path: string, act: Act): Shot => ({ name, path, act })
const dialog = (name: string, path: string, act: Act): Shot => ({ name, path, act, windowOnly: true })

/** Every public page in the server's list of pages, so that new pages are included */
export const publicPages: Shot[] = sitePages
  // Paths with parameters cannot be opened, and pages of kind "file" are for programs.
  .filter((page) => !page.path.includes(':') && page.kind !== 'file')
  .map(({ path }) => ({ name: path === paths.home ? 'home' : path.slice(1).replaceAll('/', '-'), path }))

/** Other pages and states for visitors */
export const ofVisitors: Shot[] = [
  { name: 'waitlist-joined', path: peoplePaths.waitlistJoined },
  shot('home-details-open', paths.home, async (page) => {
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
  }),
  {
    name: 'home-dialog',
    path: paths.home,
    widths: [360, 1440],
    windowOnly: true,
    async act(page) {
      await page.getByRole('link', { name: 'Join Waitlist' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  shot('waitlist-errors', sitePaths.waitlist, async (page) => {
    await page.getByLabel('Email *').fill('ann@')
    await page.getByRole('button', { name: 'Join Waitlist' }).click()
    await page.getByText('Required', { exact: true }).waitFor()
  }),
  shot('contact-errors', sitePaths.contact, async (page) => {
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByRole('alert').first().waitFor()
  }),
  { name: 'contact-sent', path: peoplePaths.contactSent },
  { name: 'newsletter-asked', path: '/newsletter?asked=1' },
  { name: 'lost-link', path: guestPaths.lostLink },
  { name: 'not-found', path: '/nowhere' },
  { name: 'login', path: paths.login },
  shot('login-error', paths.login, async (page) => {
    await page.getByLabel('Username').fill('Ann Admin')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('don’t match').waitFor()
    await page.getByRole('button', { name: 'Show password' }).waitFor()
  }),
]

/** Pages for a user with an authenticator app who has sent the right password */
export const code: Shot[] = [
  { name: 'login-code', path: paths.loginCode },
  shot('login-code-error', paths.loginCode, async (page) => {
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('That code isn’t right').waitFor()
  }),
]

/** The page on which an invited colleague creates an account */
export const join = (link: string): Shot[] => [
  { name: 'join', path: link },
  shot('join-errors', link, async (page) => {
    await page.getByLabel('Username').fill('kim')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('aaaaaaaaaaaaaa')
    await password.blur()
    await page.getByText('easy to guess', { exact: false }).waitFor()
  }),
  { name: 'join-over', path: paths.join('unknown') },
]

/** Two-step sign-in of a user who has just entered the password */
export const secondFactor: Shot[] = [
  { name: 'second-factor', path: paths.adminSecondFactor },
  { name: 'admin-security-empty', path: paths.adminSettingsTab('security') },
  shot('admin-security-app', paths.adminSettingsTab('security'), async (page) => {
    await page.getByRole('button', { name: 'Set up an app' }).click()
    await page.getByRole('img', { name: 'QR code for your app' }).waitFor()
  }),
]

async function waitForPreview(page: Page): Promise<void> {
  await page.frameLocator('iframe').locator('h1').waitFor()
}

/** The settings of an office with several users */
export const office: Shot[] = [
  { name: 'admin-team', path: paths.adminSettingsTab('team') },
  shot('admin-team-link', paths.adminSettingsTab('team'), async (page) => {
    await page.getByLabel('Name').fill('Bartholomew Featherstonehaugh-Cholmondeley')
    await page.getByLabel('Email').fill('bartholomew@example.org')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('region', { name: 'The new link' }).waitFor()
  }),
  dialog('admin-team-role', paths.adminSettingsTab('team'), async (page) => {
    await page.getByRole('button', { name: /^Change role of Hana/ }).click()
    await page.getByRole('dialog').waitFor()
  }),
  dialog('admin-team-help', paths.adminSettingsTab('team'), async (page) => {
    await page.getByRole('button', { name: 'Help sign in Hana' }).click()
    await page.getByRole('button', { name: 'Make a link' }).click()
    await page.getByRole('textbox', { name: /^Link for/ }).waitFor()
  }),
  { name: 'admin-security', path: paths.adminSettingsTab('security') },
  { name: 'admin-site', path: paths.adminSite },
  ...(['hero', 'homeLayout', 'menu'] as const).map((section) => ({
    name: `admin-site-${section}`,
    path: paths.adminSiteSection(section),
    act: waitForPreview,
  })),
  { name: 'admin-look', path: paths.adminLook, act: waitForPreview },
  { name: 'admin-get-started', path: paths.adminGetStarted },
  shot('admin-site-services', paths.adminSiteSection('services'), async (page) => {
    await waitForPreview(page)
    await page
      .locator('details', { has: page.getByText('INFORM', { exact: true }) })
      .first()
      .click()
  }),
  shot('admin-site-refused', paths.adminSiteSection('stats'), async (page) => {
    await waitForPreview(page)
    await page.getByLabel('Headline').fill('')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alert').first().waitFor()
  }),
  { name: 'admin-activity', path: paths.adminSettingsTab('activity') },
  { name: 'admin-tokens', path: paths.adminSettingsTab('tokens') },
  shot('admin-token-new', paths.adminSettingsTab('tokens'), async (page) => {
    await page.getByLabel('Name').fill('Monthly report')
    await page.getByLabel('Read posts').check()
    await page.getByRole('button', { name: 'Make token' }).click()
    await page.getByRole('textbox', { name: /token/i }).first().waitFor()
  }),
  { name: 'api-docs', path: paths.api.docs },
]

/** Screens on which a helper sees less than an owner */
export const helper: Shot[] = [
  { name: 'helper-create', path: paths.adminTab('create') },
  { name: 'helper-manage', path: paths.adminTab('manage') },
  { name: 'helper-newsletter', path: '/admin/newsletter' },
  { name: 'helper-settings', path: paths.adminSettings },
  { name: 'helper-simple-create', path: paths.adminSimple },
  { name: 'helper-simple-manage', path: paths.adminSimpleTab('manage') },
]

/** Pages of a new site that has no admin yet */
export const firstStart = (setupCode: string): Shot[] => [
  { name: 'setup', path: `${paths.setup}?code=${setupCode}` },
  { name: 'login-before-setup', path: paths.login },
]

/** Pages for a signed-in admin on a site without data */
export const emptyAdmin: Shot[] = [
  { name: 'admin-today-empty', path: paths.adminToday },
  { name: 'admin-simple-create', path: paths.adminSimple },
  shot('admin-simple-create-errors', paths.adminSimple, async (page) => {
    await page.getByLabel('Title *').fill('Keep your prayer list out of the chatbot')
    await page.getByLabel('Source URL').fill('example.org')
    await page.getByRole('button', { name: 'Save Post' }).click()
    await page.getByRole('alert').waitFor()
  }),
  { name: 'admin-simple-manage-empty', path: paths.adminSimpleTab('manage') },
  { name: 'admin-simple-waitlist-empty', path: paths.adminSimpleTab('waitlist') },
  { name: 'change-password', path: paths.adminPassword },
  { name: 'admin-own-pages-empty', path: postPaths.adminOwnPages },
  { name: 'admin-new-page', path: postPaths.adminNewPage },
]
export const today: Shot[] = [
  { name: 'admin-today', path: paths.adminToday },
  shot('admin-today-person', peoplePaths.adminPerson('waitlist', 1), async (page) => {
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('What to do').waitFor()
  }),
  { name: 'admin-today-people', path: `${peoplePaths.adminPeople}?step=due` },
]

export const admin: Shot[] = [
  { name: 'admin-simple-waitlist', path: paths.adminSimpleTab('waitlist') },
  { name: 'admin-create', path: paths.adminTab('create') },
  { name: 'admin-manage', path: paths.adminTab('manage') },
  { name: 'admin-ai-tools', path: paths.adminTab('ai-tools') },
  { name: 'admin-organisation', path: paths.adminSettingsTab('organisation') },
  { name: 'admin-account', path: paths.adminSettingsTab('account') },
  { name: 'admin-topics', path: paths.adminSettingsTab('topics') },
  { name: 'admin-ai-settings', path: paths.adminSettingsTab('ai') },
  { name: 'admin-mail-settings', path: paths.adminSettingsTab('mail') },
  { name: 'admin-connections', path: paths.adminSettingsTab('connections') },
  shot('admin-backup-settings', paths.adminSettingsTab('backup'), async (page) => {
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText('Backup complete', { exact: true }).waitFor()
  }),
  { name: 'admin-import', path: paths.adminSettingsTab('import') },
  { name: 'admin-export', path: paths.adminSettingsTab('export') },
  { name: 'admin-content-input', path: paths.adminTab('content-input') },
  { name: 'admin-authors', path: paths.adminTab('authors') },
  { name: 'admin-simple-authors', path: paths.adminSimpleTab('authors') },
  { name: 'admin-people', path: peoplePaths.adminPeople },
  { name: 'admin-person', path: `${peoplePaths.adminPeople}?open=waitlist-1` },
  { name: 'admin-spam', path: `${peoplePaths.adminPeople}?view=spam` },
  { name: 'admin-newsletter', path: '/admin/newsletter' },
  { name: 'admin-outbox', path: paths.adminOutbox },
  { name: 'admin-insights', path: insightsPaths.adminInsights },
  { name: 'admin-media', path: mediaPaths.adminMedia },
]

/** The office's own pages. `about` is a public one. */
export const ownPages = (about: { id: number; slug: string }): Shot[] => [
  { name: 'own-page', path: postPaths.ownPage(about.slug) },
  { name: 'blog-search', path: postPaths.blogSearch('neighbors') },
  { name: 'admin-own-pages', path: postPaths.adminOwnPages },
  { name: 'admin-own-page', path: postPaths.adminOwnPage(about.id) },
]

/** An invitation, a writing room (the guest's page for writing), and the review of a submitted text */
export function ofGuests(links: { invitation: string; room: string; handedIn: number }): Shot[] {
  return [
    { name: 'invitation', path: links.invitation },
    { name: 'writing-room', path: links.room },
    { name: 'admin-review', path: postPaths.adminReview(links.handedIn) },
  ]
}
