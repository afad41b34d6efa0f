import { formatShortDay } from '../../../core/contract/format-date.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { closeToast, expect, test } from '../../../tests/light/fixtures.ts'
import { pauseTrainings } from '../../../tests/screens/today-lines.ts'
import { peoplePaths } from '../../people/contract/people-paths.ts'
import { trainingPaths } from '../contract/training-paths.ts'
import {
  chooseDay,
  dayButton,
  dayIn,
  dayNameIn,
  draftOffer,
  join,
  sendOffer,
  title,
} from '../e2e/training-stage.ts'

// The admin's screens of offers. booked-trainings.spec.ts has those of booked days, and offers.spec.ts walks the whole
// way with the client.

let cookie: string
let entryId: number

test.beforeEach(async ({ page, server }) => {
  cookie = await signIn(page.context(), server)
  entryId = await join(server, 'Maya')
})

test('an offer is sent once by a double click, and the person shows it', async ({ page, server }) => {
  await page.goto(`${peoplePaths.adminPeople}?open=waitlist-${entryId}`)
  await page.getByRole('link', { name: 'Offer training days' }).click()
  await expect(title(page)).toHaveText('Offer training days to Maya')
  await chooseDay(page, 8)
  await chooseDay(page, 9)
  await page.getByLabel('Price').fill('$1,600')
  await page.getByRole('button', { name: 'Send offer' }).dblclick()
  await expect(title(page)).toHaveText('Offer to Maya Sent')
  await expect(title(page)).toBeFocused()
  expect(await server.query('select status, days::text[], price from offers')).toEqual([
    { status: 'sent', days: [dayIn(8), dayIn(9)], price: '$1,600' },
  ])
  // No mail server is set up, so no screen may say that the client has it.
  await expect(page.getByText('Waiting in the Outbox', { exact: true })).toBeVisible()
  await expect(page.getByText('Email isn’t set up. Send the offer by hand from the Outbox')).toBeVisible()

  await page.getByRole('link', { name: 'Maya', exact: true }).click()
  const training = page.getByRole('region', { name: 'Training' })
  await expect(training.getByText('Sent', { exact: true })).toBeVisible()
  const status = page.getByRole('group', { name: 'Status' })
  await expect(status.getByRole('button', { name: 'Offered' })).toHaveAttribute('aria-pressed', 'true')
  await expect(status.getByRole('button', { name: 'Closed' })).toHaveAttribute('aria-disabled', 'true')
  await expect(status).toHaveAccessibleDescription(/comes from the offer/)

  // A second offer is refused before the form is filled in.
  await page.goto(trainingPaths.adminNewOffer(entryId))
  await expect(page.getByText('This person already has an open offer.')).toBeVisible()
})

test('the form of a new offer leads back to all offers', async ({ page }) => {
  await page.goto(trainingPaths.adminNewOffer(entryId))
  await page.getByRole('link', { name: 'All offers' }).click()
  await expect(page.getByRole('heading', { name: 'No offers yet' })).toBeVisible()
})

test('a form that is opened for days that are free again has them chosen', async ({ page, server }) => {
  await draftOffer({ server, cookie }, await join(server, 'Otis'), [9])
  const [user] = await server.query<{ id: number }>('select id from users')
  await page.goto(trainingPaths.adminNewOfferOf(entryId, user?.id ?? 0, `${dayIn(8)},${dayIn(10)}`))
  await expect(dayButton(page, 8)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Send offer' }).click()
  await expect(title(page)).toHaveText('Offer to Maya Sent')
  expect(await server.query(`select days::text[] from offers where status = 'sent'`)).toEqual([
    { days: [dayIn(8), dayIn(10)] },
  ])
})

test('after a restore, screens say that an offer is not emailed yet', async ({ page, server }) => {
  await pauseTrainings(server)
  await page.goto(trainingPaths.adminNewOffer(entryId))
  await expect(page.getByText('emails about offers and trainings are waiting')).toBeVisible()
  await chooseDay(page, 8)
  await page.getByRole('button', { name: 'Send offer' }).click()
  await expect(page.getByText('Saved, but not emailed yet', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Check them on Today' }).click()
  await closeToast(page)
  await page.getByRole('button', { name: 'Everything looks right, resume' }).click()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeFocused()
  await page.goto(trainingPaths.adminTab('offers'))
  await expect(page.getByRole('article', { name: 'Maya' })).toBeVisible()
  await expect(page.getByText('emails about offers and trainings are waiting')).toHaveCount(0)
})

test('Enter in a field sends nothing', async ({ page, server }) => {
  await page.goto(trainingPaths.adminNewOffer(entryId))
  await chooseDay(page, 8)
  await page.getByLabel('Price').fill('$1,600')
  await page.getByLabel('Price').press('Enter')
  await page.getByLabel('Number of people').press('Enter')
  // A request would be under way before the one that this sends.
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(title(page)).toHaveText('Offer to Maya Draft')
  expect(await server.query('select status from offers')).toEqual([{ status: 'draft' }])
})

test('days are chosen with the keyboard alone, in the grid and by typing', async ({ page }) => {
  await page.goto(trainingPaths.adminNewOffer(entryId))
  await dayButton(page, 1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('PageDown')
  await expect(dayButton(page, 43)).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(dayButton(page, 8)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(dayButton(page, 8)).toHaveAttribute('aria-pressed', 'true')
  // Further than the weeks that are shown
  for (let week = 0; week < 6; week++) await page.keyboard.press('ArrowDown')
  await expect(dayButton(page, 50)).toBeFocused()
  await page.keyboard.press('Enter')
  const typed = page.getByLabel('Or type a date')
  await typed.fill(dayIn(-3))
  await typed.press('Enter')
  await expect(typed).toHaveAccessibleDescription('Choose a day in the future.')
  await typed.fill(dayIn(8))
  await typed.press('Enter')
  await expect(typed).toHaveAccessibleDescription('That day is already chosen.')
  await typed.fill(dayIn(90))
  await typed.press('Enter')
  await expect(page.getByRole('list', { name: '3 of 3 days chosen.' }).getByRole('listitem')).toHaveCount(3)
  await expect(typed).toBeFocused()
  // Not a usual click, which waits until the button can be used.
  await dayButton(page, 49).dispatchEvent('click')
  await expect(dayButton(page, 49)).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: `Remove ${dayNameIn(90)}` }).click()
  await expect(page.getByRole('list', { name: '2 of 3 days chosen.' })).toBeFocused()
})

test.describe('refusals', () => {
  test.use({ expectedErrors: /status of (409|422|500|503)|Failed to load resource/ })

  test('say what to fix, and nothing that was typed is lost', async ({ page, server }) => {
    await page.goto(trainingPaths.adminNewOffer(entryId))
    await page.getByLabel('Number of people').fill('many')
    await page.getByLabel('Ends at').fill('08:00')
    await page.getByRole('button', { name: 'Send offer' }).click()
    await expect(page.getByRole('alert').first()).toBeFocused()
    await expect(page.getByRole('group', { name: 'Days' })).toHaveAccessibleDescription(
      /Choose at least one day/,
    )
    await expect(page.getByLabel('Number of people')).toHaveAccessibleDescription('Enter a whole number.')
    await expect(page.getByLabel('Ends at')).toHaveAccessibleDescription('Enter a time after the start.')

    await page.getByLabel('Number of people').fill('9')
    await page.getByLabel('Ends at').fill('15:00')
    await chooseDay(page, 8)
    await chooseDay(page, 9)
    // In the meantime, another offer takes one of the days.
    await draftOffer({ server, cookie }, await join(server, 'Otis'), [9])
    await page.getByRole('button', { name: 'Send offer' }).click()
    await expect(page.getByRole('alert').first()).toContainText('Not saved.')
    await expect(page.getByRole('group', { name: 'Days' })).toHaveAccessibleDescription(/No longer free/)
    await expect(dayButton(page, 9)).toHaveAccessibleName(/, held$/)
    await expect(page.getByLabel('Number of people')).toHaveValue('9')
    await page.getByRole('button', { name: `Remove ${dayNameIn(9)}` }).click()
    await page.getByRole('button', { name: 'Send offer' }).click()
    await expect(title(page)).toHaveText('Offer to Maya Sent')
  })

  test('a draft is kept if sending fails, and the next attempt sends it', async ({ page, server }) => {
    await page.goto(trainingPaths.adminNewOffer(entryId))
    await chooseDay(page, 8)
    await page.route('**/api/offers/*/send', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: 'Send offer' }).click()
    await expect(page.getByRole('alert').first()).toContainText('saved as a draft, but it wasn’t sent')
    await page.getByLabel('Price').fill('$700')
    await page.getByRole('button', { name: 'Send offer' }).click()
    await expect(title(page)).toHaveText('Offer to Maya Sent')
    expect(await server.query('select status, price from offers')).toEqual([
      { status: 'sent', price: '$700' },
    ])
  })

  test('an answer that came in the meantime is shown', async ({ page, server }) => {
    const offer = await sendOffer({ server, cookie }, entryId, [8])
    await page.goto(trainingPaths.adminOffer(offer.id))
    await expect(page.getByRole('button', { name: 'Extend by a week' })).toBeVisible()
    await server.send(`/api/offers/${offer.id}/answer`, {
      cookie,
      json: { answer: 'decline', message: 'Too early' },
    })
    await page.getByRole('button', { name: 'Extend by a week' }).click()
    await expect(title(page)).toHaveText('Offer to Maya Declined')
    await expect(page.getByText('Too early')).toBeVisible()
  })
})

test('a draft is edited and deleted, and leaving with changes asks', async ({ page, server }) => {
  const { id } = await draftOffer({ server, cookie }, entryId, [8])
  await page.goto(trainingPaths.adminOffer(id))
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Price').fill('$1,200')
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.getByRole('link', { name: 'All offers' }).click()
  await expect(page.getByLabel('Price')).toHaveValue('$1,200')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('$1,200')).toBeVisible()
  await expect(title(page)).toBeFocused()
  await closeToast(page)
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByRole('heading', { name: 'No offers yet' })).toBeVisible()
  expect(await server.query('select from offers')).toEqual([])
})

test('an answer by phone is recorded, other days are sent, one is booked', async ({ page, server }) => {
  const { id } = await sendOffer({ server, cookie }, entryId, [8, 9])
  await page.goto(trainingPaths.adminOffer(id))
  await expect(page.getByLabel('Link for Maya')).toHaveValue(/\/offer\/[\w-]{20,}$/)
  await page.getByRole('button', { name: 'Record an answer' }).click()
  const dialog = page.getByRole('dialog', { name: 'What did Maya answer?' })
  await dialog.getByRole('button', { name: 'Record answer' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose what they answered.')
  await dialog.getByLabel('They asked for other days').check()
  await dialog.getByLabel('What they said').fill('A week later, please')
  page.once('dialog', (question) => question.dismiss())
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('What they said')).toHaveValue('A week later, please')
  await dialog.getByRole('button', { name: 'Record answer' }).click()
  await expect(title(page)).toHaveText('Offer to Maya Asked for other days')
  await expect(title(page)).toBeFocused()
  await expect(page.getByRole('region', { name: 'They asked for other days' })).toContainText(
    'A week later, please',
  )

  await chooseDay(page, 15)
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(title(page)).toHaveText('Offer to Maya Sent')
  await closeToast(page)
  await page.getByRole('button', { name: 'Record an answer' }).click()
  await dialog.getByLabel(`Accepted: ${dayNameIn(15)}`).check()
  await dialog.getByRole('button', { name: 'Record answer' }).click()
  await expect(title(page)).toHaveText('Offer to Maya Accepted')
  await page.getByRole('link', { name: 'Open the booked day' }).click()
  await expect(title(page)).toHaveText(`${dayNameIn(15)}: Maya Booked`)
})

test('a day that was agreed by phone is booked from the person, and only a confirmation goes out', async ({
  page,
  server,
}) => {
  await page.goto(`${peoplePaths.adminPeople}?open=waitlist-${entryId}`)
  await page.getByRole('link', { name: 'Book a day' }).click()
  await expect(title(page)).toHaveText('Book a day for Maya')
  await chooseDay(page, 8)
  await expect(page.getByRole('button', { name: 'Send offer' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Book the day' }).click()
  await expect(title(page)).toHaveText(`${dayNameIn(8)}: Maya Booked`)
  const mails = await server.query(
    `select subject from outbox_messages where recipient = 'maya@example.org' and kind in ('offer', 'training')`,
  )
  expect(mails).toEqual([{ subject: expect.stringContaining('is booked') }])
  await page.goto(`${peoplePaths.adminPeople}?open=waitlist-${entryId}`)
  await expect(page.getByRole('link', { name: 'Book another day' })).toBeVisible()
})

test('the only day of a draft is chosen when it is booked, and the list shows the booked day', async ({
  page,
  server,
}) => {
  const { id } = await draftOffer({ server, cookie }, entryId, [8])
  await page.goto(trainingPaths.adminOffer(id))
  await page.getByRole('button', { name: 'Book a day' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Book the day' }).click()
  await expect(title(page)).toHaveText('Offer to Maya Accepted')
  const other = await sendOffer({ server, cookie }, await join(server, 'Otis'), [15, 16])
  await server.send(`/api/offers/${other.id}/answer`, { cookie, json: { answer: 'accept', day: dayIn(16) } })
  await page.goto(trainingPaths.adminTab('offers'))
  const row = page.getByRole('article', { name: 'Otis' })
  await expect(row).toContainText(formatShortDay(dayIn(16)))
  await expect(row).not.toContainText(formatShortDay(dayIn(15)))
})

test('a correction warns of two prices, is sent only with a change, and is called one', async ({
  page,
  server,
}) => {
  const { id } = await sendOffer({ server, cookie }, entryId, [8], { amount: 160_000 })
  await page.goto(trainingPaths.adminOffer(id))
  await page.getByRole('link', { name: 'Correct' }).click()
  await page.getByRole('button', { name: 'Send correction' }).click()
  await expect(page.getByText('Nothing to correct yet', { exact: true })).toBeVisible()
  await closeToast(page)
  await page.getByLabel('Amount').fill('1500')
  const warning = page.getByText('The price says $1,600 and the amount is $1,500. The client reads both.')
  await expect(warning).toBeVisible()
  await page.getByLabel('Price').fill('$1,500')
  await expect(warning).toHaveCount(0)
  await page.getByRole('button', { name: 'Send correction' }).click()
  await expect(page.getByText('send the correction to Maya by hand')).toBeVisible()
})

test('a person who used the contact form gets an offer or a day', async ({ page, server }) => {
  const [contact] = await server.query<{ id: number }>(
    `insert into contact_submissions (name, company, email) values ('Cy', 'Shop', 'cy@example.org') returning id`,
  )
  await page.goto(`${peoplePaths.adminPeople}?open=contact-${contact?.id}`)
  await expect(page.getByRole('button', { name: 'Offer training days' })).toBeVisible()
  await page.getByRole('button', { name: 'Book a day' }).click()
  await expect(title(page)).toHaveText('Book a day for Cy')
})

test('an offer is extended by one click and withdrawn after a question', async ({ page, server }) => {
  const { id } = await sendOffer({ server, cookie }, entryId, [60])
  await page.goto(trainingPaths.adminOffer(id))
  await page.getByRole('button', { name: 'Extend by a week' }).click()
  await expect
    .poll(() => server.query('select valid_until::text as day from offers'))
    .toEqual([{ day: dayIn(21) }])
  await closeToast(page)
  await page.getByRole('button', { name: 'Withdraw...' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(title(page)).toHaveText('Offer to Maya Withdrawn')
  await expect(title(page)).toBeFocused()
  await page.getByRole('link', { name: 'Offer other days' }).click()
  await expect(title(page)).toHaveText('Offer training days to Maya')
  await page.goto(trainingPaths.adminTab('offers'))
  await page.getByLabel('Status').selectOption('Sent')
  await expect(page.getByRole('heading', { name: 'No offers found' })).toBeVisible()
  await page.getByLabel('Status').selectOption('Withdrawn')
  await expect(page.getByRole('article', { name: 'Maya' })).toBeVisible()
})

test('helpers see offers but don’t download lists', async ({ page, server }) => {
  await sendOffer({ server, cookie }, entryId, [8])
  await page.goto(trainingPaths.adminTab('offers'))
  const download = page.getByRole('link', { name: 'Download all offers (CSV)' })
  await expect(download).toHaveAttribute('href', trainingPaths.offersExport)
  await signIn(page.context(), server, { username: 'Hal', role: 'helper' })
  await page.reload()
  await expect(page.getByRole('article', { name: 'Maya' })).toBeVisible()
  await expect(download).toHaveCount(0)
})

test('the time zone follows the place until chosen, and is asked for if ambiguous', async ({ page }) => {
  await page.goto(trainingPaths.adminNewOffer(entryId))
  const place = page.getByLabel('Place')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  const shown = () => zone.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text)
  await place.fill('Chicago, IL 60614')
  await expect.poll(shown).toBe('Central Time')
  await place.fill('Alpine area, TX 79830')
  await expect.poll(shown).toBe('Choose a time zone')
  await chooseDay(page, 8)
  await page.getByRole('button', { name: 'Send offer' }).click()
  await expect(zone).toHaveAccessibleDescription(/Choose the time zone of this place/)
  await zone.selectOption('Mountain Time')
  await place.fill('Chicago, IL')
  await expect.poll(shown).toMatch(/Denver/)
  await page.getByRole('button', { name: 'Send offer' }).click()
  await expect(title(page)).toHaveText('Offer to Maya Sent')
  await expect(page.getByText(/9:00 AM to 4:00 PM Mountain Time/)).toBeVisible()
})

test('the form starts with the person’s answers and what the last offer had', async ({ page, server }) => {
  const other = await join(server, 'Otis')
  const last = { price: '$900', amount: 90_000, prepare: 'A laptop', endsAt: '12:00', terms: 'Half is due.' }
  await draftOffer({ server, cookie }, other, [20], last)
  await server.query(
    `insert into plan_answers (entry_id, city, state, zip, group_size, topics, weekdays, format)
     values ($1, 'Peoria', 'IL', '61602', 14, '{fundraising}', '{2}', 'online')`,
    [entryId],
  )
  await page.goto(trainingPaths.adminNewOffer(entryId))
  await expect(page.getByLabel('Place')).toHaveValue('Peoria, IL 61602')
  await expect(page.getByLabel('Number of people')).toHaveValue('14')
  await expect(page.getByLabel('Fundraising strategies')).toBeChecked()
  await expect(page.getByLabel('Format')).toHaveValue('online')
  // A price belongs to one client.
  await expect(page.getByLabel('Price')).toHaveValue('')
  await expect(page.getByLabel('Amount')).toHaveValue('')
  await expect(page.getByLabel('Terms')).toHaveValue('Half is due.')
  await expect(page.getByLabel('What to prepare')).toHaveValue('A laptop')
  await expect(page.getByLabel('Ends at')).toHaveValue('12:00')
  await expect(page.getByRole('button', { name: /^Tue.*works for them/ }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Wed.*works for them/ })).toHaveCount(0)
  await expect(dayButton(page, 20)).toHaveAccessibleName(/, held$/)
})
