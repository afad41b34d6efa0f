import { paths } from '../../contracts/paths.ts'
import { signIn } from '../e2e/sign-in.ts'
import type { TestServer } from '../helpers/launch-server.ts'
import { addWaiting } from '../helpers/waiting-people.ts'
import { expect, test } from './fixtures.ts'

const planner = paths.adminTrainingsTab('planner')

async function addPeople(server: TestServer): Promise<void> {
  await addWaiting(server, {
    name: 'Maya Okafor',
    company: 'Harbor Food Bank',
    days: 80,
    answers: { size: 40, topics: ['leadership', 'fundraising'], months: [1, 2, 3, 4, 5, 12] },
  })
  await addWaiting(server, {
    name: 'Tom Lindqvist',
    company: 'Grace Church',
    days: 12,
    answers: { city: 'Round Rock', size: 12, topics: ['fundraising'] },
  })
  await addWaiting(server, {
    name: 'Ana Ruiz',
    days: 10,
    answers: { city: 'Waco', topics: ['ai-implementation'] },
  })
  await addWaiting(server, {
    name: 'Li Wei',
    days: 30,
    answers: { size: 3, format: 'online', weekdays: [2, 4] },
  })
  await addWaiting(server, { name: 'No Place', days: 3, answers: { city: '', state: '' } })
  await addWaiting(server, { name: 'No Answer', days: 5, answers: null })
  await server.query('update users set trainer_since = now()')
}

test.beforeEach(async ({ page, server }) => {
  await signIn(page.context(), server)
})

test('the plan is narrowed by filters that the URL holds', async ({ page, server }) => {
  await addPeople(server)
  await page.goto(planner)
  const together = page.getByRole('list', { name: 'Together' }).getByRole('heading')
  const alone = page.getByRole('list', { name: 'On their own' }).getByRole('heading')
  await expect(together).toHaveText(['Austin and Round Rock, TX'])
  await expect(alone).toHaveText(['Li Wei', 'Ana Ruiz'])
  await page.getByLabel('Travel days').selectOption('None')
  await expect(page).toHaveURL(/travelDays=0/)
  await page.getByLabel('Training days').selectOption('The best 2 days')
  await expect(alone).toHaveCount(0)
  await expect(page).toHaveURL(/days=2/)
  await page.reload()
  await expect(page.getByLabel('Training days')).toHaveValue('2')
  await expect(page.getByLabel('Travel days')).toHaveValue('0')
  await page.getByText('Not in this plan').click()
  await expect(page.getByRole('link', { name: 'Ana Ruiz' })).toBeVisible()
  await page.getByLabel('Topic').selectOption('AI implementation')
  await expect(alone).toHaveText(['Li Wei', 'Ana Ruiz'])
  await expect(together).toHaveCount(0)
})
