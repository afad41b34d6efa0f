import { paths } from '../../contracts/paths.ts'

import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'
import { chooseDay, dayButton, draftOffer, join, title } from './training-stage.ts'

// The admin's screens of offers. booked-trainings.spec.ts has those of booked days, and offers.spec.ts walks the whole
// way with the client.

let cookie: string
let entryId: number

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  cookie = await signIn(page.context(), server)
  entryId = await join(server, 'Maya')
})

test('the time zone follows the place until one is chosen, and is asked for where two are possible', async ({
  page,
}) => {
  await page.goto(paths.adminNewOffer(entryId))
  const place = page.getByLabel('Place')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  const shown = zone.locator('option:checked')
  await place.fill('Chicago, IL 60614')
  await expect(shown).toHaveText('Central Time')
  await place.fill('Alpine area, TX 79830')
  await expect(shown).toHaveText('Choose a time zone')
  await chooseDay(page, 8)
  await page.getByRole('button', { name: 'Send offer' }).click()
  await expect(zone).toHaveAccessibleDescription(/Choose the time zone of this place/)
  await zone.selectOption('Mountain Time')
  await place.fill('Chicago, IL')
  await expect(shown).toHaveText(/Denver/)
  await page.getByRole('button', { name: 'Send offer' }).click()
  await expect(title(page)).toHaveText('Offer to Maya Sent')
  await expect(page.getByText(/9:00 AM to 4:00 PM Mountain Time/)).toBeVisible()
})

test.describe('in a browser that is a day ahead', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' })

  test('dates count from the day in the site’s time zone', async ({ page }) => {
    // Still January 14 in New York
    await page.clock.setFixedTime('2030-01-15T02:00:00Z')
    await page.goto(paths.adminPerson('waitlist', entryId))
    const step = page.getByRole('region', { name: 'Next step' })
    await expect(step.getByLabel('When')).toHaveValue('2030-01-15')
    await step.getByRole('button', { name: 'Today', exact: true }).click()
    await expect(step.getByLabel('When')).toHaveValue('2030-01-14')
  })
})

test('the form starts with what the person answered and what the last offer had', async ({
  page,
  server,
}) => {
  const other = await join(server, 'Otis')
  await draftOffer({ server, cookie }, other, [20], { price: '$900', prepare: 'A laptop', endsAt: '12:00' })
  await server.query(
    `insert into plan_answers (entry_id, city, state, zip, group_size, topics, weekdays, format)
     values ($1, 'Peoria', 'IL', '61602', 14, '{fundraising}', '{2}', 'online')`,
    [entryId],
  )
  await page.goto(paths.adminNewOffer(entryId))
  await expect(page.getByLabel('Place')).toHaveValue('Peoria, IL 61602')
  await expect(page.getByLabel('Number of people')).toHaveValue('14')
  await expect(page.getByLabel('Fundraising strategies')).toBeChecked()
  await expect(page.getByLabel('Format')).toHaveValue('online')
  await expect(page.getByLabel('Price')).toHaveValue('$900')
  await expect(page.getByLabel('What to prepare')).toHaveValue('A laptop')
  await expect(page.getByLabel('Ends at')).toHaveValue('12:00')
  await expect(page.getByRole('button', { name: /^Tue.*works for them/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Wed.*works for them/ })).toHaveCount(0)
  await expect(dayButton(page, 20)).toHaveAccessibleName(/, held$/)
})
