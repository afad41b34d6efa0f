import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { peoplePaths } from '../../people/contract/people-paths.ts'
import { join } from './training-stage.ts'

// The admin's screens of offers. booked-trainings.spec.ts has those of booked days, and offers.spec.ts walks the whole
// way with the client.

let entryId: number

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  await signIn(page.context(), server)
  entryId = await join(server, 'Maya')
})

test.use({ timezoneId: 'Pacific/Kiritimati' })

test('dates count from the day in the site’s time zone', async ({ page }) => {
  // Still January 14 in New York
  await page.clock.setFixedTime('2030-01-15T02:00:00Z')
  await page.goto(peoplePaths.adminPerson('waitlist', entryId))
  const step = page.getByRole('region', { name: 'Next step' })
  await expect(step.getByLabel('When')).toHaveValue('2030-01-15')
  await step.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(step.getByLabel('When')).toHaveValue('2030-01-14')
})
