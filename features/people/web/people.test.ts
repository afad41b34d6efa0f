import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { closeToast, expect, test } from '../../../tests/light/fixtures.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import { fill, rows } from '../testing/people-stage.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.beforeEach(async ({ page, server }) => {
  await fill(server)
  await signIn(page.context(), server)
})

test('are found by text, form, and status, and the URL has the filters', async ({ page }) => {
  await page.goto(paths.admin)
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'People' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(page.getByRole('status').getByText('3 entries')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('food gra')
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(/q=food/)
  await page.reload()
  await expect(page.getByLabel('Search')).toHaveValue('food gra')
  await expect(rows(page)).toHaveCount(1)
  await page.getByLabel('Status').selectOption('Booked')
  await expect(page.getByRole('heading', { name: 'No one found' })).toBeVisible()
})

test('are sorted with the keyboard alone', async ({ page, server }) => {
  await page.goto(peoplePaths.adminPeople)
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'Carl' })).toBeFocused()
  await page.keyboard.press('2')
  await expect(rows(page).first()).toContainText('Contacted')
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'Bea' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel(page, 'Bea').getByRole('button', { name: 'New' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.keyboard.press('5')
  const closed = panel(page, 'Bea').getByRole('button', { name: 'Closed' })
  await expect(closed).toHaveAttribute('aria-pressed', 'true')
  // The key is a hint and not part of the label, where it would read like a count.
  await expect(closed).toHaveText('Closed')
  await expect(closed).toHaveAttribute('title', 'Shortcut: 5')
  await expect(closed).toHaveAttribute('aria-keyshortcuts', '5')
  await page.keyboard.press('j')
  await expect(panel(page, 'Ann')).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(panel(page, 'Carl')).toBeVisible()
  await page.keyboard.press('k')
  await expect(panel(page, 'Carl')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Next and previous person')
  await page.keyboard.press('Escape')
  await expect
    .poll(() =>
      server.query('select name, status from training_waitlist where suspected_at is null order by id'),
    )
    .toEqual([
      { name: 'Ann', status: 'new' },
      { name: 'Bea', status: 'closed' },
      { name: 'Carl', status: 'contacted' },
    ])
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(page.getByRole('link', { name: 'Carl' })).toBeFocused()
})

test('have tags, notes, and a history of all their entries', async ({ page, server }) => {
  const json = { name: 'Ann E.', company: 'Shop', email: 'ANN@example.org' }
  await server.send('/api/contact', { json })
  await page.goto(peoplePaths.adminPeople)
  await page.getByRole('link', { name: 'Ann', exact: true }).click()
  // Name and address are separate elements, so that right-to-left text in one cannot reorder the other.
  await expect(rows(page).getByText('ANN@example.org', { exact: true })).toBeVisible()
  const ann = panel(page, 'Ann')
  await expect(ann.getByRole('link', { name: 'Open in email app' })).toHaveAttribute(
    'href',
    'mailto:ann@example.org',
  )
  await ann.getByLabel('Tags').fill('spring')
  await ann.getByLabel('Tags').press('Enter')
  await expect(rows(page).filter({ hasText: 'Grants' })).toContainText('spring')

  await ann.getByRole('button', { name: 'Add note' }).click()
  await expect(ann.getByLabel('New note')).toHaveAccessibleDescription('Write a note first.')
  await ann.getByLabel('New note').fill('Call before noon')
  await page.getByRole('link', { name: 'Bea' }).click()
  await expect(panel(page, 'Bea').getByLabel('New note')).toHaveValue('')
  await page.getByRole('link', { name: 'Ann', exact: true }).click()
  await expect(ann.getByLabel('New note')).toHaveValue('Call before noon')
  await ann.getByRole('button', { name: 'Add note' }).click()
  await expect(ann.getByRole('listitem').filter({ hasText: 'Call before noon' })).toContainText('Ann Admin')

  await ann.getByRole('link', { name: 'Sent a message.' }).click()
  const other = panel(page, 'Ann E.')
  await expect(other.getByText('Call before noon')).toBeVisible()
  await other.getByLabel('New note').fill('Likes mornings')
  await other.getByRole('button', { name: 'Add note' }).click()
  await other.getByRole('button', { name: 'Delete the note “Likes mornings”' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this note?' })
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(other.getByText('Likes mornings')).toBeVisible()
  // The focus moves to the button of the note that takes the place of the deleted one.
  const last = other.getByRole('button', { name: 'Delete the note “Call before noon”' })
  await other.getByRole('button', { name: 'Delete the note “Likes mornings”' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(last).toBeFocused()
  await last.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(other.getByRole('heading', { name: 'Notes' })).toBeFocused()
  await expect(other.getByText('Call before noon')).toBeHidden()
  await page.goBack()
  await ann.getByRole('link', { name: 'spring' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Stop filtering by the tag spring' }).click()
  await expect(rows(page)).toHaveCount(4)
})

test('are moved out of Spam, deleted, and restored', async ({ page }) => {
  await page.goto(peoplePaths.adminPeople)
  await page.getByRole('tab', { name: 'Spam' }).click()
  await page.getByRole('link', { name: 'Bot' }).click()
  // A tel: link cannot contain the extension, so only the text shows it.
  await expect(page.getByRole('link', { name: '+1 555 0100 ext. 7' })).toHaveAttribute(
    'href',
    'tel:+15550100',
  )
  await page.getByRole('button', { name: 'Not spam' }).click()
  await expect(page.getByRole('heading', { name: 'No spam' })).toBeVisible()
  await page.getByRole('tab', { name: 'People' }).click()
  await expect(rows(page)).toHaveCount(4)

  await closeToast(page)
  await page.getByRole('link', { name: 'Carl' }).click()
  await page.getByRole('button', { name: 'Delete...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Carl?' })
  await expect(dialog).toContainText('Their entries are removed now and they’re unsubscribed.')
  await expect(dialog).toContainText('within 30 days')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(rows(page)).toHaveCount(3)
  // The focus moves to the next person.
  await expect(page.getByRole('link', { name: 'Bea' })).toBeFocused()
  await closeToast(page)
  await page.getByRole('tab', { name: 'Deleted' }).click()
  await page.getByRole('link', { name: 'Carl' }).click()
  await expect(panel(page, 'Carl')).toContainText('Permanently removed by')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('heading', { name: 'No deleted people' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Deleted' })).toBeFocused()
})

test.describe('when a request fails', () => {
  test.use({ expectedErrors: /status of (401|500)/ })

  test('shows the error, and continues after signing in again', async ({ page, server }) => {
    await page.goto(`${peoplePaths.adminPeople}?open=waitlist-1`)
    await expect(panel(page, 'Ann')).toBeVisible()
    await server.query('delete from sessions')
    await panel(page, 'Ann').getByRole('button', { name: 'Booked' }).click()
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    await expect(panel(page, 'Ann').getByRole('button', { name: 'Booked' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
  })
})
