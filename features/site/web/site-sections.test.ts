import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { roleLabels } from '../../../core/contract/roles.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'

test.use({ expectedErrors: /status of (409|422)|Failed to load resource/ })

const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })
const headline = (page: Page) => page.getByLabel('Headline', { exact: true })

async function openSection(page: Page, section: string): Promise<void> {
  await page.goto(paths.adminSiteSection(section))
  await expect(publish(page)).toBeVisible()
  await expect(page.locator('form .skeleton')).toHaveCount(0)
}

test('a helper cannot open the site’s sections', async ({ page, server }) => {
  await signIn(page.context(), server, { username: 'Hana', role: 'helper' })
  await page.goto(paths.adminSite)
  await expect(
    page.getByText(`Only ${roleLabels.editor.toLowerCase()}s and owners see this page.`),
  ).toBeVisible()
})

test('what is switched off says so in Site, leads to its switch, and is no new link', async ({
  page,
  server,
}) => {
  const cookie = await signIn(page.context(), server)
  const setOn = (isOn: boolean) =>
    server.send('/api/settings/features/apps', { method: 'PUT', cookie, json: { isOn } })
  await openSection(page, 'apps')
  await expect(page.getByText('You don’t offer apps?')).toBeVisible()
  await setOn(false)
  await openSection(page, 'menu')
  // The link comes back with the switch, so it stays in the list of links.
  const places = page.getByLabel('Leads to')
  await expect(places.filter({ hasText: 'Apps (switched off)' })).toHaveCount(1)
  await expect(places.filter({ hasText: /Apps(?! \(switched off\))/ })).toHaveCount(0)
  await openSection(page, 'apps')
  await expect(page.getByText('This is switched off, so visitors don’t see it.')).toBeVisible()
  await page.getByRole('link', { name: 'Switch it on' }).click()
  await expect(page.getByRole('checkbox', { name: 'Apps' })).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'App development' })).toBeVisible()
  await page.goto(paths.adminSite)
  await expect(page.getByRole('link', { name: /^Apps.*Off$/ }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Add a page' }).click()
  await expect(page.getByRole('heading', { name: 'New page' })).toBeVisible()
})

test('two edit one section: both versions are shown, none is lost', async ({ page, server, browser }) => {
  await signIn(page.context(), server)
  const other = await browser.newContext()
  await signIn(other, server, { username: 'Eve Editor', role: 'editor' })
  const theirPage = await other.newPage()
  await openSection(page, 'community')
  await openSection(theirPage, 'community')
  await headline(theirPage).fill('Theirs')
  await theirPage.getByLabel('Text', { exact: true }).fill('Only they changed this.')
  await publish(theirPage).click()
  await expect(theirPage.getByText(/^Published, /)).toBeVisible()

  await headline(page).fill('Mine <b>&amp;</b>')
  await publish(page).click()
  const dialog = page.getByRole('dialog', { name: 'Two versions of this section' })
  await expect(dialog).toContainText('Eve Editor saved this section')
  await expect(dialog.getByRole('region', { name: 'Headline: Theirs' })).toContainText('Theirs')
  await dialog.getByRole('button', { name: 'Copy my text' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Community\n\nHeadline\nMine <b>&amp;<\/b>\n\nText\n/)
  await page.keyboard.press('Escape')
  await expect(headline(page)).toHaveValue('Mine <b>&amp;</b>')
  await headline(page).fill('Mine')
  await publish(page).click()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(page.getByText(/^Published, /)).toBeVisible()
  await expect.poll(async () => (await server.send(paths.home)).text()).toContain('>Mine<')
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('Only they changed this.')

  await headline(theirPage).fill('Theirs again')
  await publish(theirPage).click()
  await theirPage.getByRole('dialog').getByRole('button', { name: 'Use theirs' }).click()
  await expect(headline(theirPage)).toHaveValue('Mine')
  await theirPage.getByRole('button', { name: 'Bring mine back' }).click()
  await expect(headline(theirPage)).toHaveValue('Theirs again')

  // What is restored after a reload belongs to the version in which it was typed.
  page.on('dialog', (question) => void question.accept())
  await headline(page).fill('Typed before')
  await publish(theirPage).click()
  await expect(theirPage.getByText(/^Published, /)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await publish(page).click()
  await expect(dialog.getByRole('region', { name: 'Headline: Theirs' })).toContainText('Theirs again')
  await other.close()
})

test('mistakes are named at their fields, and what was typed survives a reload', async ({ page, server }) => {
  await signIn(page.context(), server)
  await openSection(page, 'stats')
  await headline(page).fill('x'.repeat(121))
  await expect(page.getByText('1 over the limit of 120 characters.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a figure' }).click()
  await publish(page).click()
  const alert = page.getByRole('alert').first()
  await expect(alert).toBeFocused()
  await expect(alert.getByRole('link')).toHaveText([
    'Headline',
    'Figure 4: Figure',
    'Figure 4: What it counts',
  ])
  await alert.getByRole('link', { name: 'Figure 4: Figure' }).click()
  await expect(page.getByLabel('Figure', { exact: true }).last()).toBeFocused()

  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('You have unsaved changes from')).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(headline(page)).toHaveValue('x'.repeat(121))

  await headline(page).fill('Back online')
  await page.getByRole('button', { name: /^Remove Figure 4/ }).click()
  await page.context().setOffline(true)
  await publish(page).click()
  await expect(alert).toContainText('Not saved. You’re offline.')
  await page.context().setOffline(false)
  await publish(page).click()
  await expect(page.getByText(/^Published, /)).toBeVisible()
})

test('what is typed while a draft is being saved stays', async ({ page, server }) => {
  await signIn(page.context(), server)
  await openSection(page, 'community')
  const saving = Promise.withResolvers<void>()
  await page.route('**/api/site/sections/community', async (route) => {
    if (route.request().method() === 'PUT') await saving.promise
    await route.continue()
  })
  await headline(page).fill('  Saved  ')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await headline(page).fill('Typed in the meantime')
  saving.resolve()
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible()
  await expect(headline(page)).toHaveValue('Typed in the meantime')
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(headline(page)).toHaveValue('Saved')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(headline(page)).toHaveValue('Typed in the meantime')
})

test('a message goes when its field is corrected, and its item stays open', async ({ page, server }) => {
  await signIn(page.context(), server)
  await openSection(page, 'stats')
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Add a figure' }).click()
  const counts = page.getByLabel('What it counts', { exact: true })
  await page.getByLabel('Figure', { exact: true }).nth(3).fill('7')
  await publish(page).click()
  const alert = page.getByRole('alert').first()
  await expect(alert.getByRole('link')).toHaveCount(3)
  // The last item is at the position of the removed one now.
  await counts.nth(4).fill('clouds')
  await page.getByRole('button', { name: /^Remove Figure 4/ }).click()
  await expect(alert).toHaveCount(0)
  await publish(page).click()
  await expect(alert.getByRole('link')).toHaveText(['Figure 4: Figure'])

  const last = page.getByLabel('Figure', { exact: true }).nth(3)
  await last.pressSequentially('12')
  await expect(last).toBeFocused()
  await expect(last).toHaveValue('12')
  await expect(alert).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Draft, not public yet/)).toBeVisible()
  await expect(last).toBeFocused()
})

test('a text is as long as its visible characters, and emoji count once', async ({ page, server }) => {
  await signIn(page.context(), server)
  await openSection(page, 'community')
  await headline(page).fill(` ${'👋'.repeat(120)} `)
  await expect(headline(page)).not.toHaveAttribute('aria-invalid')
  await headline(page).fill('👋'.repeat(122))
  await expect(page.getByText('2 over the limit of 120 characters.')).toBeVisible()
})
