import { signInPage } from '../../../tests/e2e/sign-in.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { addPeople, planner } from '../testing/planner-stage.ts'

test.beforeEach(signInPage)

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
