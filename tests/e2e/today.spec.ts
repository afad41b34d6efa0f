import type { Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { hasFeature } from '../helpers/feature-testing.ts'
import { admin } from '../helpers/launch-server.ts'
import { addTodayLines, fillToday, pauseTrainings } from '../screens/today-lines.ts'
import { fillWaitlist } from '../screens/waitlist-entries.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { type Stage, testScreenStates } from './screen-states.ts'

// The default zone of a site. In another one, the browser's day may differ from the site's.
const timeZone = 'America/New_York'
test.use({ timezoneId: timeZone })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const hasTrainings = hasFeature('trainings')

testScreenStates('all', {
  async 'today, with something in each section'({ page, server }) {
    await fillToday(server)
    await page.goto(paths.adminToday)
    const ofTrainings = ['Asked for other days', 'Offers about to lapse', 'Offers you haven’t sent']
    ofTrainings.push('Trainings in the next two weeks', 'Trainings to mark as held')
    for (const name of ['Next steps', 'Waiting for an answer', ...(hasTrainings ? ofTrainings : [])])
      await expect(heading(page, name)).toBeVisible()
  },
  async 'today, with nothing to do'({ page, server }) {
    await server.query('delete from outbox_messages')
    await page.goto(paths.adminToday)
    await expect(heading(page, 'Nothing is waiting for you')).toBeVisible()
  },
  async 'today, with nothing due and new entries'({ page, server }) {
    for (const email of ['a@example.org', 'b@example.org'])
      await server.send('/api/training-waitlist', { json: { name: 'Ann Example', email } })
    await server.query('delete from outbox_messages')
    await page.goto(paths.adminToday)
    await expect(heading(page, 'New since you were here')).toBeVisible()
    await expect(page.getByText('Nothing is waiting')).toHaveCount(0)
  },
  ...(hasTrainings && {
    async 'today, after a restore'({ page, server }: Stage) {
      await fillToday(server)
      await pauseTrainings(server)
      await page.goto(paths.adminToday)
      await expect(page.getByRole('button', { name: 'Everything looks right, resume' })).toBeVisible()
    },
  }),
  async 'a person with a next step, and the form for it'({ page, server }) {
    await fillWaitlist(server)
    await addTodayLines(server)
    await page.goto(peoplePaths.adminPerson('waitlist', 1))
    await page.getByRole('button', { name: 'Change' }).click()
    await expect(page.getByLabel('What to do')).toHaveValue('Call about a half-day in May')
  },
})

test.beforeEach(async ({ server }) => emptyTables(server))

test('opens after signing in, and a step is done with the keyboard', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await server.signIn()
  await fillToday(server)
  await page.goto(paths.login)
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password').fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(paths.adminToday)
  await expect(page).toHaveTitle(/^Today/)
  const item = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Today/ })
  await expect(item).toHaveAttribute('aria-current', 'page')
  await expect(item).toContainText('2 due')

  await page.getByRole('button', { name: 'Done: Call about a half-day in May' }).focus()
  await page.keyboard.press('Enter')
  const next = page.getByRole('button', { name: 'Done: Send the list of topics' })
  await expect(next).toBeFocused()
  await expect(section(page, 'Next steps').getByRole('listitem')).toHaveCount(1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(item).toContainText('1 due')
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Today')).toBeFocused()
  await expect(heading(page, 'Next steps')).toHaveCount(0)
  await expect(item).not.toContainText('due')

  await section(page, 'Waiting for an answer')
    .getByRole('link', { name: /^Maya Okafor/ })
    .press('Enter')
  await expect(page).toHaveURL(peoplePaths.adminPerson('waitlist', 1))
  await expect(page.getByText('Ann Admin: “Call about a half-day in May”. Done.')).toBeVisible()
})
