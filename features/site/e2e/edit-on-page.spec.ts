import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { hasFeature } from '../../../tests/helpers/feature-testing.ts'
import { admin } from '../../../tests/helpers/launch-server.ts'
import { isOnPage, selectorOn } from '../contract/site-content/section.ts'
import type { PreviewPage } from '../contract/site-content/section-api.ts'
import { sections } from '../testing/site-sections.ts'

// The page is the editor: a click on its words opens their form, and all drafts go public together.

test.use({
  viewport: { width: 1440, height: 900 },
  expectedErrors: /ERR_INTERNET_DISCONNECTED|status of (401|409)/,
})
test.beforeEach(({ server }) => emptyTables(server))

const frameOf = (page: Page) => page.frameLocator('iframe')
const headline = (page: Page) => page.getByLabel('Headline', { exact: true })
const openedForm = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title, exact: true })

async function openSite(page: Page, address: string = paths.adminSite): Promise<void> {
  await page.goto(address)
  await expect(frameOf(page).locator('h1').first()).toBeVisible()
}

test('a click opens the words, the page shows them, and all changes go public together', async ({
  page,
  server,
}) => {
  await signIn(page.context(), server)
  const policy = (await server.send(paths.admin)).headers.get('content-security-policy')
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
  const before = await (await server.send(paths.home)).text()
  await openSite(page)
  await expectAccessible(page, 'the page and the list')
  await frameOf(page).locator('.hero h1').click()
  await expect(headline(page)).toBeFocused()
  await headline(page).fill('We help churches')
  await expect(frameOf(page).locator('.hero h1')).toHaveText('We help churches')
  await expect(page.getByRole('button', { name: /^Publish all/ })).toHaveCount(0)

  // The next click keeps a draft of the first form. A click in a part that is open moves to its field.
  await frameOf(page).getByRole('heading', { name: 'Three ways to start.' }).click()
  await expect(openedForm(page, 'Services')).toBeVisible()
  await expect(page.getByText('Not public yet: Headline.')).toBeVisible()
  await expect(headline(page)).toBeFocused()
  await frameOf(page).getByText('Learn what AI can do, make a plan').click()
  await expect(page.getByLabel('Sentence below (optional)')).toBeFocused()
  await headline(page).fill('Three ways')
  await expectAccessible(page, 'a form with other drafts')
  await page.getByRole('button', { name: 'Publish all changes (2)' }).click()
  await expect(page.getByText('Visitors see it within a second.', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Published, /)).toBeVisible()
  await expect
    .poll(async () => (await server.send(paths.home)).text())
    .toMatch(/We help churches.*>Three ways</s)

  // Nothing but the words has changed for visitors.
  const after = await (await server.send(paths.home)).text()
  expect(after).not.toMatch(/data-part|Edit: /)
  expect(Math.abs(after.length - before.length)).toBeLessThan(400)
})

test('all drafts are discarded together, after a question', async ({ page, server }) => {
  await signIn(page.context(), server)
  await openSite(page, paths.adminSiteSection('hero'))
  await headline(page).fill('Not this')
  await page.getByRole('link', { name: 'All sections' }).click()
  await page.getByRole('button', { name: 'Discard all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard all changes?' })
  await expectAccessible(page, 'the question')
  await dialog.getByRole('button', { name: 'Discard all' }).click()
  await expect(page.getByText('Drafts discarded', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Not public yet/)).toHaveCount(0)
  await expect(frameOf(page).locator('.hero h1')).toHaveText('We Make AI Easy for Everyday People')
})

test('every section has a place on a page, by mouse and by touch', async ({ page, server, browser }) => {
  await signIn(page.context(), server)
  await openSite(page)
  const pages: PreviewPage[] = [
    'home',
    'apps',
    'waitlist',
    'plan',
    'contact',
    'blog',
    'notFound',
    'privacyPolicy',
    'termsOfService',
  ]
  const found = new Set<string>()
  for (const shown of pages) {
    await page.getByLabel('Page', { exact: true }).selectOption(shown)
    const wanted = Object.values(sections).filter(
      (section) => isOnPage(section, shown) && selectorOn(section, shown),
    )
    const first = wanted.find(({ page }) => page === shown) ?? wanted[0]
    await expect(frameOf(page).locator(`[data-part="${first?.id}"]`).first()).toBeVisible()
    for (const id of await frameOf(page)
      .locator('[data-part]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.part)))
      if (id) found.add(id)
  }
  // There are no posts and no public dates, and the order of the sections is no words.
  const hidden = ['homeLayout', ...(hasFeature('events') ? ['nextDates'] : []), 'latestPosts']
  expect(Object.keys(sections).filter((id) => !found.has(id))).toEqual(hidden)

  const phone = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } })
  await signIn(phone, server)
  const touched = await phone.newPage()
  await openSite(touched)
  await frameOf(touched).locator('.hero h1').tap()
  await expect(headline(touched)).toBeFocused()
  await phone.close()
})

test('the keyboard gets to every form by the list', async ({ page, server }) => {
  await signIn(page.context(), server)
  await openSite(page)
  const links = page.getByRole('tabpanel').getByRole('link')
  for (const { title } of Object.values(sections))
    await expect(links.filter({ hasText: title }).first()).toBeVisible()
  await links.filter({ hasText: 'The first thing people read' }).focus()
  await page.keyboard.press('Enter')
  await expect(openedForm(page, 'Headline')).toBeVisible()
  // The preview's own links are not on the way.
  const stops = await frameOf(page)
    .locator('a, button, input')
    .evaluateAll((all) => all.filter((one) => (one as HTMLElement).tabIndex >= 0).length)
  expect(stops).toBe(0)
})

test('nothing is lost between two editors, offline, or signed out', async ({ page, server, browser }) => {
  await signIn(page.context(), server)
  const other = await browser.newContext()
  await signIn(other, server, { username: 'Eve Editor', role: 'editor' })
  const theirs = await other.newPage()
  await openSite(page, paths.adminSiteSection('hero'))
  await headline(page).fill('Mine')
  await page.getByRole('link', { name: 'All sections' }).click()
  await expect(page.getByRole('button', { name: 'Publish all changes (1)' })).toBeVisible()

  await test.step('a draft that someone else has changed is not published unseen', async () => {
    await openSite(theirs, paths.adminSiteSection('hero'))
    await headline(theirs).fill('Theirs')
    await theirs.getByRole('link', { name: 'All sections' }).click()
    await expect(theirs.getByRole('button', { name: 'Publish all changes (1)' })).toBeVisible()
    await page.getByRole('button', { name: 'Publish all changes (1)' }).click()
    await expect(page.getByText(/^Someone has changed Headline in the meantime\./)).toBeVisible()
    expect(await server.query('select published from site_sections')).toEqual([{ published: null }])
    await expect(frameOf(page).locator('.hero h1')).toHaveText('Theirs')
    await page.getByRole('button', { name: 'Publish all changes (1)' }).click()
    await expect(page.getByText('Visitors see it within a second.', { exact: true })).toBeVisible()
    await other.close()
  })

  await test.step('what cannot be saved is asked about, and offered again', async () => {
    await openSite(page, paths.adminSiteSection('hero'))
    await headline(page).fill('Typed offline')
    await page.context().setOffline(true)
    page.once('dialog', (question) => void question.dismiss())
    await page.getByRole('link', { name: 'All sections' }).click()
    await expect(page.getByRole('alert').first()).toContainText('Not saved. You’re offline.')
    page.once('dialog', (question) => void question.accept())
    await page.getByRole('link', { name: 'All sections' }).click()
    await expect(openedForm(page, 'Site')).toBeVisible()
    await page.context().setOffline(false)
    await openSite(page, paths.adminSiteSection('hero'))
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(headline(page)).toHaveValue('Typed offline')
  })

  await test.step('a session that has ended is signed in again on the way', async () => {
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'All sections' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password').fill(admin.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Not public yet: Headline.')).toBeVisible()
    await expect(frameOf(page).locator('.hero h1')).toHaveText('Typed offline')
  })
})
