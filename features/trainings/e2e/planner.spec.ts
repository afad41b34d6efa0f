import type { Page } from '@playwright/test'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, inLongRuns, startSignedIn, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { peoplePaths } from '../../people/contract/people-paths.ts'
import { addPeople, planner } from '../testing/planner-stage.ts'
import { addWaiting } from '../testing/waiting-people.ts'

const card = (page: Page, list: 'Together' | 'On their own', heading: string) =>
  page
    .getByRole('list', { name: list })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: heading }) })

test.beforeEach(startSignedIn)

test(
  'drafts for people who could share a trip, those left out, empty states',
  inLongRuns,
  async ({ page, server }) => {
    await test.step('empty states say what to do first', async () => {
      await page.goto(planner)
      await expect(page.getByRole('heading', { name: 'No one is waiting' })).toBeVisible()
      await expectAccessible(page, 'without anyone')
      await addWaiting(server, { name: 'No Answer', answers: null })
      await page.reload()
      await expect(page.getByRole('heading', { name: 'No answers yet' })).toBeVisible()
      await addWaiting(server, { name: 'Ann' })
      await page.reload()
      await expect(page.getByText('No trainers yet')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Draft 1 offer for Ann' })).toBeVisible()
      await server.query(
        `insert into blocked_days (trainer_id, first_day) select id, '2020-01-01' from users`,
      )
      await page.reload()
      await expect(page.getByRole('heading', { name: 'No day works yet' })).toBeVisible()
      await expectAccessible(page, 'without a free day')
    })
    await test.step('who is left out and what is in demand can be read', async () => {
      await emptyTables(server)
      await signIn(page.context(), server)
      await addPeople(server)
      await page.goto(planner)
      await page.getByText('Place unknown (1)').click()
      await expect(page.getByRole('link', { name: 'No Place' })).toBeVisible()
      await page.getByText('No answers yet (1)').click()
      await expect(page.getByRole('link', { name: 'No Answer' })).toBeVisible()
      await expect(page.getByRole('application', { name: 'Leadership, people by month' })).toBeVisible()
      await page.getByText('Show as a table').click()
      await expect(page.getByRole('row', { name: /^Austin, TX Leadership 40 40/ })).toBeVisible()
      await expectAccessible(page)
    })
    await test.step('people who could share a trip get drafts with one press, by keyboard', async () => {
      await page.goto(planner)
      const austin = card(page, 'Together', 'Austin and Round Rock, TX')
      await expect(austin).toContainText('52 people in 2 groups')
      await expect(austin.getByText('Group of 40, Austin, TX, waiting 80 days')).toBeVisible()
      await expect(austin.getByText('Leadership, Fundraising strategies')).toBeVisible()
      await expect(austin.getByRole('link', { name: 'Maya Okafor' })).toHaveAttribute(
        'href',
        peoplePaths.adminPerson('waitlist', 1),
      )
      await expectAccessible(page)
      await austin.getByRole('button', { name: 'Draft 2 offers' }).focus()
      await page.keyboard.press('Enter')
      const notice = page.getByRole('status').filter({ hasText: 'Drafted 2 offers.' })
      await expect(notice).toBeFocused()
      await expect(austin).toHaveCount(0)
      await expect(card(page, 'On their own', 'Ana Ruiz')).toContainText('Waco, TX')
      expect(await server.query('select from offers')).toHaveLength(2)
      await expectAccessible(page, 'the notice')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('tab', { name: 'Offers' })).toHaveAttribute('aria-selected', 'true')
    })
  },
)
