import type { Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { sitePages } from '../../server/site/pages.ts'

export const widths = [360, 768, 1440] as const
export type Width = (typeof widths)[number]

export type Shot = {
  name: string
  path: string
  /** Brings the page into the state that is to be seen. */
  act?: (page: Page) => Promise<void>
  /** Only these; all where it does not say. */
  widths?: readonly Width[]
  /** The window and not the whole page, for what lies over the page. */
  windowOnly?: boolean
}

/** Every page of the site's map: a new page appears by itself. */
export const publicShots: Shot[] = sitePages
  // A pattern is not an address.
  .filter((page) => !page.path.includes(':'))
  .map(({ path }) => ({ name: path === paths.home ? 'home' : path.slice(1).replaceAll('/', '-'), path }))

/** What a visitor meets besides. */
export const visitorShots: Shot[] = [
  { name: 'waitlist-joined', path: paths.waitlistJoined },
  {
    name: 'home-details-open',
    path: paths.home,
    async act(page) {
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
    },
  },
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
  {
    name: 'waitlist-errors',
    path: paths.waitlist,
    async act(page) {
      await page.getByLabel('Email *').fill('ann@')
      await page.getByRole('button', { name: 'Join Waitlist' }).click()
      await page.getByText('Required', { exact: true }).waitFor()
    },
  },
  { name: 'not-found', path: '/nowhere' },
  { name: 'login', path: paths.login },
  {
    name: 'login-error',
    path: paths.login,
    async act(page) {
      await page.getByLabel('Username').fill('Ann Admin')
      await page.getByLabel('Password').fill('not the password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('do not match').waitFor()
    },
  },
]

/** Before there is an admin. */
export const firstStartShots = (setupCode: string): Shot[] => [
  { name: 'setup', path: `${paths.setup}?code=${setupCode}` },
  { name: 'login-before-setup', path: paths.login },
]

/** For somebody who is signed in, before and after people have joined the waitlist. */
export const emptyAdminShots: Shot[] = [
  { name: 'admin-simple-create', path: paths.adminSimple },
  {
    name: 'admin-simple-create-errors',
    path: paths.adminSimple,
    async act(page) {
      await page.getByLabel('Title *').fill('Keep your prayer list out of the chatbot')
      await page.getByLabel('Source URL').fill('example.org')
      await page.getByRole('button', { name: 'Save Post' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'admin-simple-manage-empty', path: paths.adminSimpleTab('manage') },
  { name: 'admin-simple-waitlist-empty', path: paths.adminSimpleTab('waitlist') },
  { name: 'change-password', path: paths.adminPassword },
]
export const adminShots: Shot[] = [
  { name: 'admin-simple-waitlist', path: paths.adminSimpleTab('waitlist') },
  { name: 'admin-create', path: paths.adminTab('create') },
  { name: 'admin-manage', path: paths.adminTab('manage') },
  { name: 'admin-ai-tools', path: paths.adminTab('ai-tools') },
  { name: 'admin-organisation', path: paths.adminSettingsTab('organisation') },
  { name: 'admin-account', path: paths.adminSettingsTab('account') },
  { name: 'admin-topics', path: paths.adminSettingsTab('topics') },
]
