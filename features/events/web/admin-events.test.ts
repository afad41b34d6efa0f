import type { Page } from '@playwright/test'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { closeToast, expect, test } from '../../../tests/light/fixtures.ts'
import { dayFromNow } from '../../calendar/testing/calendar.ts'
import { insightsPaths } from '../../insights/contract/insights-paths.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { openEventOffice, partyOf } from '../testing/event-office.ts'
import { nextMonthDay } from './admin/event-words.ts'

test.use({ expectedErrors: /status of (400|409|422)/ })

let office: Awaited<ReturnType<typeof openEventOffice>>

test.beforeEach(async ({ page, server }) => {
  office = await openEventOffice(server)
  await signIn(page.context(), server)
})

const title = (page: Page) => page.getByRole('heading', { level: 2 }).first()

test('the list teaches the first step, and shows coming and past dates', async ({ page, server }) => {
  await page.goto(eventPaths.admin)
  await expect(page.getByRole('heading', { name: 'No coming dates yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New date' })).toBeVisible()
  const { id } = await office.publish({ seats: 2 })
  await office.add(id, partyOf('Maya', { party: 2 }))
  await office.add(id, partyOf('Otis'))
  await office.join(id, partyOf('Sam'), { isSuspect: true })
  await office.draft({ title: 'Grants with care', format: 'online' })
  await page.goto(eventPaths.admin)
  const row = page.getByRole('article', { name: /AI for church offices/ })
  await expect(row).toContainText('Full')
  await expect(row).toContainText('1 to look at')
  await expect(row).toContainText('2 of 2 seats taken, 1 waiting')
  await expect(page.getByRole('article', { name: /Grants with care/ })).toContainText('Draft')
  await server.query(`update events set day = current_date - 3 where status = 'published'`)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Past' }).click()
  await expect(page.getByRole('article')).toContainText('Over')
})

test('a date is copied to the same weekday of the next month', async ({ page }) => {
  await office.publish()
  await page.goto(eventPaths.admin)
  await page.getByRole('button', { name: 'More for AI for church offices' }).click()
  await page.getByRole('menuitem', { name: 'Again next month' }).click()
  await expect(page.getByLabel('Day')).toHaveValue(nextMonthDay(dayFromNow(21), dayFromNow(0)))
  await expect(page.getByLabel('Title')).toHaveValue('AI for church offices')
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()
})

test('the next month keeps the weekday and its place, and is still to come', () => {
  // The second Tuesday
  expect(nextMonthDay('2026-12-08', '2026-11-01')).toBe('2027-01-12')
  // The fifth Monday, and a month that has four
  expect(nextMonthDay('2026-11-30', '2026-11-01')).toBe('2026-12-28')
  expect(nextMonthDay('2025-03-04', '2026-11-28')).toBe('2026-12-01')
})

test('a new date starts with what the last one had, names its mistakes, and stays a draft if it can’t be public', async ({
  page,
  server,
}) => {
  await office.publish({ place: 'The library', contact: 'Ann' })
  await page.goto(eventPaths.adminNew)
  await expect(page.getByLabel('Place')).toHaveValue('The library')
  await expect(page.getByLabel('Starts at')).toHaveValue('09:00')
  await page.getByLabel('Ends at').fill('08:00')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Enter a title.')
  await expect(page.getByLabel('Ends at')).toHaveAccessibleDescription('Enter a time after the start.')
  await page.getByLabel('Ends at').fill('12:00')
  await page.getByLabel('Title').fill('Letters in half the time')
  await page.getByLabel('Day').fill(dayFromNow(30))
  await page.getByLabel('Seats').fill('many')
  await page.getByLabel('Place').fill('')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByLabel('Seats')).toHaveAccessibleDescription(/Enter a whole number/)
  await page.getByLabel('Seats').fill('20')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('The date is saved as a draft, but it isn’t public.')).toBeVisible()
  await page.getByLabel('Place').fill('Town hall')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(title(page)).toHaveText(/Letters in half the time Published$/)
  await expect(title(page)).toBeFocused()
  const rows = await server.query(
    `select status, seats, place, contact from events where title like 'Letters%'`,
  )
  expect(rows).toEqual([
    { status: 'published', seats: 20, place: 'Town hall', contact: 'hello@everyday-ai.example' },
  ])
})

test('the form says how many emails a change sends, and opens what folds for a mistake', async ({
  page,
  server,
}) => {
  const { id } = await office.publish()
  await office.add(id, partyOf('Maya', { party: 3 }))
  await office.add(id, partyOf('Otis'))
  await page.goto(eventPaths.adminEdit(id))
  const note = page.getByText(/go(es)? out about the change/)
  await page.getByLabel('Title').fill('AI for every office')
  await expect(note).toHaveCount(0)
  await page.getByLabel('Place').fill('Town hall')
  await expect(note).toHaveText('When you update, 2 emails go out about the change.')
  await page.getByText('Text, image, price, and more').click()
  await page.getByLabel('Price for each person').fill('much')
  await page.getByText('Text, image, price, and more').click()
  await expect(page.getByLabel('Price for each person')).toHaveCount(0)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByLabel('Price for each person')).toHaveAccessibleDescription(/Enter an amount/)
  await page.getByLabel('Price for each person').fill('12.50')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(title(page)).toHaveText(/AI for every office/)
  expect(await server.query('select amount, place, content from events')).toEqual([
    { amount: 1250, place: 'Town hall', content: '<p>Bring one letter.</p>' },
  ])
  expect((await office.mails()).filter((mail) => mail.startsWith('changed'))).toEqual([
    'changed maya',
    'changed otis',
  ])
})

test('what a colleague changed in the meantime is kept, and a conflict is shown', async ({ page }) => {
  const { id } = await office.draft()
  await page.goto(eventPaths.adminEdit(id))
  await page.getByLabel('Title').fill('Mine')
  await office.save(id, { title: 'Theirs', place: 'Town hall' })
  await page.getByRole('button', { name: 'Save draft' }).click()
  const dialog = page.getByRole('dialog', { name: 'Two versions of this date' })
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await expect(title(page)).toHaveText(/Mine/)
  expect(await office.read(id)).toMatchObject({ title: 'Mine', place: 'Town hall' })
})

test('a date is canceled with a reason, and a draft is deleted', async ({ page, server }) => {
  const { id } = await office.publish()
  await office.add(id, partyOf('Maya'))
  await page.goto(eventPaths.adminEvent(id))
  await page.getByRole('button', { name: 'Cancel the date...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this date?' })
  await dialog.getByLabel('Reason').fill('The trainer is ill.')
  await dialog.getByRole('button', { name: 'Cancel the date' }).click()
  await expect(title(page)).toHaveText(/Canceled$/)
  await expect(page.getByText('The trainer is ill.')).toBeVisible()
  expect(await office.mails()).toContain('canceled maya')
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)

  const draft = await office.draft({ title: 'Never mind' })
  await page.goto(eventPaths.adminEvent(draft.id))
  await page.getByRole('button', { name: 'Delete the draft...' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the draft' }).click()
  await expect(page.getByRole('article')).toHaveText([/AI for church offices/])
  expect(await server.query(`select title from events`)).toEqual([{ title: 'AI for church offices' }])
})

test('registrations are added, changed, paid, admitted, and canceled', async ({ page }) => {
  const { id } = await office.publish({ seats: 4 })
  await office.join(id, partyOf('Sam'), { isSuspect: true })
  await office.join(id, partyOf('Spammy'), { isSuspect: true })
  await page.goto(eventPaths.adminEvent(id))
  await page.getByRole('button', { name: 'It’s real Sam' }).click()
  await expect(page.getByRole('region', { name: 'Registered (1)' })).toContainText('Sam')
  await page.getByRole('button', { name: 'It’s spam Spammy' }).click()
  await expect(page.getByRole('region', { name: 'Canceled (1)' })).toContainText('Spammy')

  await page.getByRole('button', { name: 'Register someone' }).click()
  let dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Maya')
  await dialog.getByLabel('How many people').selectOption('3')
  await dialog.getByLabel('Names of the others').fill('\nBo Lee')
  await dialog.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Required')
  await dialog.getByLabel('Email').fill('maya@example.org')
  await dialog.getByRole('button', { name: 'Register', exact: true }).click()
  const maya = page.getByRole('article', { name: 'Maya' })
  await expect(maya).toContainText('and 2 more: Bo Lee')
  await closeToast(page)

  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More for Maya' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Paid')
  await expect(maya).toContainText('Paid on')
  await choose('Not paid')
  await expect(maya).not.toContainText('Paid on')
  await choose('Change')
  dialog = page.getByRole('dialog', { name: 'Change the registration' })
  await expect(dialog.getByLabel('Link for Maya')).toHaveValue(/\/registration\//)
  await dialog.getByLabel('How many people').selectOption('5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/Only 0 seats more are free/)).toBeVisible()
  await dialog.getByLabel('How many people').selectOption('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(maya).toContainText('and 1 more')
  await choose('Cancel...')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the registration' }).click()
  await expect(page.getByRole('region', { name: 'Canceled (2)' })).toContainText('Maya')
  await expect(page.getByRole('heading', { name: 'Registrations' })).toBeFocused()
  expect(await office.mails()).toEqual(expect.arrayContaining(['registered maya', 'party maya', 'left maya']))
})

test('registrations are found by any name of a party', async ({ page }) => {
  const { id } = await office.publish({ seats: null })
  for (const name of ['Ann', 'Bea', 'Cal', 'Dot', 'Eve']) await office.add(id, partyOf(name))
  await office.add(id, partyOf('Maya', { party: 2, names: ['Bo Lee'] }))
  await page.goto(eventPaths.adminEvent(id))
  await page.getByLabel('Search registrations').fill('lee bo')
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByLabel('Search registrations').fill('nobody')
  await expect(page.getByText('No one is found.')).toBeVisible()
})

test('helpers read dates and check people in', async ({ page, server }) => {
  const { id } = await office.publish()
  await office.add(id, partyOf('Maya'))
  await signIn(page.context(), server, { username: 'Hana', role: 'helper' })
  await page.goto(eventPaths.adminEvent(id))
  await expect(page.getByRole('article', { name: 'Maya' })).toBeVisible()
  for (const name of ['Edit', 'Cancel the date...', 'Again next month', 'Register someone', 'More for Maya'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Check in' }).click()
  await page.getByRole('button', { name: 'Maya' }).click()
  await expect(page.getByText('1 of 1 here')).toBeVisible()
  await page.goto(eventPaths.adminEdit(id))
  await expect(page.getByLabel('Title')).toHaveCount(0)
})

test('the screen of a date shows who came', async ({ page }) => {
  const { id } = await office.publish()
  const { uid } = await office.add(id, partyOf('Maya'))
  const at = new Date().toISOString()
  await office.respond('POST', `/api/events/${id}/check-ins`, {
    marks: [{ key: `${uid}:0`, came: true, at }],
    walkIns: [],
  })
  await page.goto(eventPaths.adminEvent(id))
  await expect(page.getByRole('region', { name: 'Who came' })).toContainText('Maya')
  await expect(page.getByRole('article', { name: 'Maya' })).toContainText('Came')
})

test('Insights show for each date who registered, came, and answered', async ({ page, server }) => {
  const day = dayFromNow(-2)
  const { id, uid } = await office.publish()
  await office.add(id, partyOf('Maya', { party: 3 }))
  await server.query(`update events set day = '${day}'`)
  await server.query(
    `insert into attendees (gathering_id, key, name, came_at, marked_at, certificate, rating)
     select id, n, 'P', now(), now(), n, case when n = 1 then 4 end
     from gatherings, generate_series(1, 2) as n where uid = '${uid}'`,
  )
  await page.goto(insightsPaths.adminInsightsRange(day, day))
  const report = page.getByRole('region', { name: 'Public dates', exact: true })
  await expect(report).toContainText('3 people registered for 1 public date in this period, and 2 came.')
  await expect(report.getByRole('listitem').last()).toContainText('2 of 3 came, 4.0 of 5 from 1 answer')
  await report.getByText('Show as a table').click()
  await expect(report.getByRole('row', { name: /AI for church offices.* 3 2 1 1 4\.0$/ })).toBeVisible()
})
