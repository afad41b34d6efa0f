import type { Page } from '@playwright/test'
import { isoDay } from '../../core/contract/format-date.ts'
import { paths } from '../../core/contract/paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { signIn } from '../e2e/sign-in.ts'
import { fillWaitlist } from '../screens/waitlist-entries.ts'
import { expect, test } from './fixtures.ts'

// The default zone of a site
const timeZone = 'America/New_York'

const dayMs = 24 * 60 * 60 * 1000
const dayFromNow = (days: number) => isoDay(new Date(Date.now() + days * dayMs), { timeZone })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.describe('Today', () => {
  test('a next step is set by quick choices, filtered, changed, and done', async ({ page, server }) => {
    await signIn(page.context(), server)
    await fillWaitlist(server)
    await page.goto(peoplePaths.adminPerson('waitlist', 1))
    const step = section(page, 'Next step')
    await step.getByRole('button', { name: 'Save next step' }).click()
    await expect(step.getByText('Write what to do first.')).toBeVisible()
    await step.getByLabel('What to do').fill('Call before noon')
    await step.getByRole('button', { name: 'In a week' }).click()
    await expect(step.getByLabel('When')).toHaveValue(dayFromNow(7))
    await step.getByRole('button', { name: 'Today', exact: true }).click()
    await page.keyboard.press('Tab')
    await step.getByLabel('What to do').press('Enter')
    await expect(heading(page, 'Next step')).toBeFocused()
    await expect(step).toContainText('Call before noonDue today, Ann Admin')

    await page.getByRole('combobox', { name: 'Next step' }).selectOption('Due')
    const list = page.getByRole('tabpanel').getByRole('article')
    await expect(list).toHaveCount(1)
    await expect(list).toContainText('Next: Call before noon · Due today, Ann Admin')

    await step.getByRole('button', { name: 'Change' }).click()
    await step.getByLabel('When').fill(dayFromNow(3))
    await step.getByRole('button', { name: 'Save next step' }).click()
    await expect(list).toHaveCount(0)
    await step.getByRole('button', { name: 'Done' }).click()
    await expect(step.getByLabel('What to do')).toHaveValue('')
    await expect(page.getByText('Ann Admin: “Call before noon”. Done.')).toBeVisible()
  })

  test.describe('if a colleague is faster', () => {
    test.use({ expectedErrors: /status of 409/ })

    test('their step is shown, and nothing that was typed is lost', async ({ page, server }) => {
      const cookie = await signIn(page.context(), server)
      await fillWaitlist(server)
      await page.goto(peoplePaths.adminPerson('waitlist', 1))
      const step = section(page, 'Next step')
      await step.getByLabel('What to do').fill('My own idea')
      const json = { text: 'Theirs', dueOn: dayFromNow(2), ownerId: 1, replaces: null }
      await server.send('/api/people/waitlist/1/next-step', { method: 'PUT', cookie, json })
      await step.getByRole('button', { name: 'Save next step' }).click()
      await expect(step.getByRole('alert')).toContainText('Someone else changed this next step')
      await expect(step).toContainText('Theirs')
      await step.getByRole('button', { name: 'Change' }).click()
      await expect(step.getByLabel('What to do')).toHaveValue('My own idea')
      await step.getByRole('button', { name: 'Save next step' }).click()
      await expect(step).toContainText('My own idea')
    })
  })

  test('the Monday email is turned on in Settings', async ({ page, server }) => {
    await signIn(page.context(), server)
    await page.goto(paths.adminSettingsTab('mail'))
    const box = page.getByLabel('Email what’s on Today each Monday at 7 AM')
    await expect(box).not.toBeChecked()
    await box.check()
    await page.getByRole('button', { name: 'Save Monday email' }).click()
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(box).toBeChecked()
  })
})
