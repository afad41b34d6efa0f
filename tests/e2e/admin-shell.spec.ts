import type { Locator, Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { insightsPaths } from '../../features/insights/contract/insights-paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { hasFeature } from '../helpers/feature-testing.ts'
import { desktop } from './accessibility.ts'
import { expect, inLongRuns, startSignedIn, test } from './fixtures.ts'

test.beforeEach(startSignedIn)

const menu = (page: Page) => page.getByRole('navigation', { name: 'Admin' })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })

  const more = (page: Page) => menu(page).getByRole('button', { name: 'More' })

  test('the menu is a bar that covers nothing, and More has the rest', async ({ page }) => {
    await test.step('it has labels', async () => {
      await page.goto(peoplePaths.adminPeople)
      await expect(menu(page).getByRole('link')).toHaveText([/^Today/, /^Writing/, /^People/])
      await expect(menu(page).getByRole('link', { name: 'People' })).toHaveAttribute('aria-current', 'page')
      await expect(more(page)).toHaveAttribute('aria-expanded', 'false')
      for (const target of [...(await menu(page).getByRole('link').all()), more(page)]) {
        const box = await target.boundingBox()
        expect(box?.height).toBeGreaterThanOrEqual(44)
        expect(box?.width).toBeGreaterThanOrEqual(44)
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
      }

      await more(page).focus()
      await page.keyboard.press('Enter')
      await expect(more(page)).toHaveAttribute('aria-expanded', 'true')
      for (const name of [
        'Outbox',
        'Pages',
        'Insights',
        ...['Trainings', 'Newsletter'].filter((name) => hasFeature(name.toLowerCase())),
        'Media',
        'Site',
        'Settings',
        'View site (opens in a new tab)',
      ])
        await expect(menu(page).getByRole('link', { name, exact: true })).toBeVisible()
      await expect(menu(page).getByRole('group', { name: 'Theme' })).toBeVisible()
      await expect(menu(page).getByRole('button', { name: /^Sign out/ })).toBeVisible()
      await page.keyboard.press('Tab')
      await expect(menu(page).getByRole('button', { name: /^Find/ })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(more(page)).toHaveAttribute('aria-expanded', 'false')
      await expect(more(page)).toBeFocused()

      await more(page).tap()
      await menu(page).getByRole('link', { name: 'Settings' }).tap()
      await expect(page).toHaveURL(paths.adminSettings)
      await expect(more(page)).toHaveAttribute('aria-expanded', 'false')
      await expect(menu(page).getByRole('link', { name: 'Settings' })).toBeHidden()
    })
    await test.step('it covers neither the save button nor a toast', async () => {
      await page.goto(paths.adminSettings)
      const save = page.getByRole('button', { name: 'Save settings' })
      await expect(save).toBeInViewport()
      const isBelow = async (upper: Locator, lower: Locator) => {
        const [above, below] = [await upper.boundingBox(), await lower.boundingBox()]
        expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual((below?.y ?? 0) + 1)
      }
      await isBelow(save, more(page))

      await page.getByLabel('Name', { exact: true }).fill('Riverside AI')
      await save.tap()
      const toast = page.getByRole('listitem').filter({ hasText: 'Settings saved' })
      await expect(toast).toBeVisible()
      await isBelow(toast, more(page))

      await page.goto(paths.admin)
      const post = page.getByRole('button', { name: 'Save Post' })
      await expect(post).toBeInViewport()
      await isBelow(post, more(page))
    })
    await test.step('no field mentions a keyboard shortcut', async () => {
      await page.goto(paths.adminTab('manage'))
      const field = page.getByLabel('Search', { exact: true })
      await expect(field).toHaveAttribute('placeholder', 'Press / to search')
      expect(await field.evaluate((input) => getComputedStyle(input, '::placeholder').color)).toBe(
        'rgba(0, 0, 0, 0)',
      )
    })
    await test.step('it fits a narrow phone with large letters', async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(peoplePaths.adminPeople)
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBeLessThanOrEqual(320)
      for (const name of ['Today', 'Writing', 'People'])
        await expect(menu(page).getByRole('link', { name })).toBeInViewport({ ratio: 1 })
      await more(page).tap()
      await menu(page)
        .getByRole('button', { name: /^Sign out/ })
        .scrollIntoViewIfNeeded()
      await expect(menu(page).getByRole('button', { name: /^Sign out/ })).toBeInViewport()
    })
  })
})

test('the rest of the menu closes in a wide window, and View site opens a new tab', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 700 })
  await page.goto(peoplePaths.adminPeople)
  await menu(page).getByRole('button', { name: 'More' }).click()
  await expect(menu(page).getByRole('link', { name: 'Settings' })).toBeVisible()
  await page.setViewportSize({ width: 1200, height: 700 })
  await expect(page.locator(':popover-open')).toHaveCount(0)
  await expect(menu(page).getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(menu(page).getByRole('button', { name: 'More' })).toBeHidden()

  await page.goto(peoplePaths.adminPeople)
  const opened = page.waitForEvent('popup')
  await menu(page).getByRole('link', { name: 'View site' }).click()
  await expect(await opened).toHaveURL(paths.home)
  await expect(page).toHaveURL(peoplePaths.adminPeople)
})

test('forced colors show what is selected', inLongRuns, async ({ page, server }) => {
  await server.query(`insert into training_waitlist (name, email) values ('Ann', 'ann@example.org')`)
  for (const colorScheme of ['light', 'dark'] as const)
    await test.step(colorScheme, async () => {
      await page.setViewportSize(desktop)
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      await page.goto(insightsPaths.adminInsights)
      await isFramed(menu(page).getByRole('link', { name: 'Insights' }), true)
      await isFramed(menu(page).getByRole('link', { name: 'People' }), false)
      await isFramed(page.getByRole('link', { name: 'Last 12 weeks' }), true)
      await isFramed(page.getByRole('link', { name: 'Last 4 weeks' }), false)
      await menu(page).getByRole('button', { name: 'Ann Admin' }).click()
      await isFramed(page.getByTitle('System', { exact: true }), true)
      await isFramed(page.getByTitle('Dark', { exact: true }), false)
      await page.keyboard.press('Escape')

      await page.goto(paths.admin)
      await isFramed(page.getByRole('tab', { name: 'Create Post' }), true)
      await isFramed(page.getByRole('tab', { name: 'Manage Posts' }), false)
      const publish = page.getByRole('switch')
      await isFramed(publish, false)
      await publish.check()
      await publish.blur()
      await isFramed(publish, true)

      await page.goto(`${peoplePaths.adminPeople}?open=waitlist-1`)
      await isFramed(page.getByRole('button', { name: /^New/, pressed: true }), true)
      await isFramed(page.getByRole('button', { name: /^Contacted/ }), false)
      // A selected item must look different when it is focused.
      const people = menu(page).getByRole('link', { name: 'People' })
      await people.focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await expect(people).toBeFocused()
      expect(await people.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('double')

      await page.setViewportSize({ width: 390, height: 800 })
      await page.goto(paths.adminSettings)
      await isFramed(menu(page).getByRole('button', { name: 'More' }), true)
    })
})

async function isFramed(element: Locator, expected: boolean): Promise<void> {
  await expect(element).toBeVisible()
  const hasOutline = () =>
    element.evaluate((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    })
  // A link is marked a moment after it is there.
  await expect.poll(hasOutline).toBe(expected)
}

test.describe('while the network is gone', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('a dialog that cannot be loaded says so, and what is typed stays', async ({ page }) => {
    await page.goto(paths.admin)
    await page.getByLabel('Title', { exact: true }).fill('Typed before')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: /^Find/ }).click()
    await expect(page.getByText('This couldn’t be opened.', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Typed before')
  })
})
