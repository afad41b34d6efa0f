import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { emptyTables, expect, inLongRuns, test } from '../../../tests/e2e/fixtures.ts'
import { testScreenStates } from '../../../tests/e2e/screen-states.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { dayFromNow } from '../../calendar/testing/calendar.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { openEventOffice, partyOf } from '../testing/event-office.ts'
import { tabTo } from '../testing/tab-to.ts'

// The work of the office with public dates, in a real browser. web/admin-events.test.ts and web/check-in.test.ts have the
// screens and forms.

test.beforeEach(async ({ page, server }) => {
  await emptyTables(server)
  await signIn(page.context(), server)
})

/** Counts the clicks on a page, also those by which a test fills a field. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() =>
    addEventListener('click', () =>
      sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1)),
    ),
  )
  return () => page.evaluate(() => Number(sessionStorage.getItem('clicks')))
}

test('the first date takes at most 12 clicks from Today to the site', async ({ page }) => {
  const clicks = await countClicks(page)
  await page.goto(paths.adminToday)
  await page.getByRole('navigation').getByRole('link', { name: 'Events' }).click()
  await page.getByRole('link', { name: 'New date' }).click()
  for (const [label, text] of [
    ['Title', 'AI for church offices'],
    ['Day', dayFromNow(21)],
    ['Seats', '20'],
    ['Place', 'Grace Chapel\n12 Main Street, Springfield, IL'],
  ] as const) {
    await page.getByLabel(label).click()
    await page.getByLabel(label).fill(text)
  }
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Published')
  expect(await clicks()).toBe(7)
  const [shown] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'View the page' }).click(),
  ])
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('AI for church offices')
})

test('a date is made and a walk-in checked in by keyboard alone', async ({ page, server }) => {
  const day = dayFromNow(21)
  await page.goto(eventPaths.admin)
  const main = page.getByRole('main')
  const press = async (role: 'button' | 'link', name: string) => {
    await tabTo(main.getByRole(role, { name, exact: true }))
    await page.keyboard.press('Enter')
  }
  await press('link', 'New date')
  for (const [label, typed] of [
    ['Title', 'AI for church offices'],
    // As people type it: month, day, year
    ['Day', day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2$3$1')],
    ['Seats', '20'],
    ['Place', 'Grace Chapel'],
  ] as const) {
    await tabTo(main.getByLabel(label))
    await page.keyboard.type(typed)
  }
  await press('button', 'Publish')
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Published')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await press('button', 'Check in')
  await press('button', 'Walk-in')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Priya')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 of 1 here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Walk-in', exact: true })).toBeFocused()
  await tabTo(page.getByRole('list', { name: 'People' }).getByRole('button', { name: 'Priya' }))
  await page.keyboard.press('Space')
  await expect(page.getByText('0 of 1 here')).toBeVisible()
  await expect
    .poll(() => server.query('select day::text, place, seats, taken from events'))
    .toEqual([{ day, place: 'Grace Chapel', seats: 20, taken: 1 }])
})

test('the text is written in the editor, which is loaded when the fold opens', async ({ page, server }) => {
  const office = await openEventOffice(server)
  const { id } = await office.draft()
  await page.goto(eventPaths.adminEdit(id))
  await expect(page.getByLabel('Title')).toBeVisible()
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1)))
  const before = await loaded()
  await page.getByText('Text, image, price, and more').click()
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.click()
  expect((await loaded()).length).toBeGreaterThan(before.length)
  await page.keyboard.press('End')
  await page.keyboard.type(' And a pen.')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Draft')
  expect(await office.read(id)).toMatchObject({ content: '<p>Bring one letter. And a pen.</p>' })
})

test.describe('two people', () => {
  test.use({ expectedErrors: /409/ })

  test('the editor shows the text of a colleague once it is taken', async ({ page, server }) => {
    const office = await openEventOffice(server)
    const { id } = await office.draft()
    await page.goto(eventPaths.adminEdit(id))
    await page.getByText('Text, image, price, and more').click()
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.click()
    await page.keyboard.press('End')
    await page.keyboard.type(' And a pen.')
    await office.save(id, { content: '<p>Bring two letters.</p>' })
    await page.keyboard.press('Control+s')
    await page.getByRole('dialog').getByRole('button', { name: 'Use theirs' }).click()
    await expect(text).toHaveText('Bring two letters.')
  })
})

test.describe('at the door', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/, viewport: { width: 390, height: 844 } })

  test('a walk-in takes at most 4 clicks', async ({ page, server }) => {
    const office = await openEventOffice(server)
    const { id } = await office.publish()
    const clicks = await countClicks(page)
    await page.goto(eventPaths.adminDoor(id))
    await page.getByRole('button', { name: 'Walk-in' }).click()
    await page.keyboard.type('Priya')
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await expect(page.getByText('1 of 1 here')).toBeVisible()
    expect(await clicks()).toBe(2)
    // The screen shows it before the server knows.
    await expect.poll(() => office.read(id)).toMatchObject({ taken: 1, came: 1 })
  })

  test('thirty people and a walk-in while the network is gone for ten minutes are noted once', async ({
    page,
    server,
  }) => {
    const office = await openEventOffice(server)
    const { id, uid } = await office.publish({ seats: null })
    for (const name of 'ABCDEFGHIJ') await office.join(id, partyOf(`${name}nn`, { party: 3 }))
    // Ten minutes later, the device has the time of the server again.
    await page.clock.install({ time: Date.now() - 600_000 })
    await page.goto(eventPaths.adminDoor(id))
    await expect(page.getByText('0 of 30 here')).toBeVisible()
    await page.context().setOffline(true)
    const rows = page.getByRole('list', { name: 'People' }).getByRole('button')
    for (let row = 0; row < 30; row++) {
      await rows.nth(row).click()
      await page.clock.fastForward(20_000)
    }
    await page.getByRole('button', { name: 'Walk-in' }).click()
    await page.keyboard.type('Priya')
    await page.keyboard.press('Enter')
    await expect(page.getByText('31 of 31 here · 31 waiting to be sent. Keep this page open.')).toBeVisible()
    expect(await office.read(id)).toMatchObject({ taken: 30, came: 0 })
    const requests: string[] = []
    page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()))
    await page.context().setOffline(false)
    await expect(page.getByText('31 of 31 here', { exact: true })).toBeVisible()
    expect(requests.filter((url) => url.endsWith('/check-ins'))).toHaveLength(1)
    expect(await office.read(id)).toMatchObject({ taken: 31, came: 31 })
    const came = await server.query(
      `select count(*)::int as rows, count(distinct key)::int as people, count(came_at)::int as came,
         (max(came_at) - min(came_at) > interval '9 minutes') as "atTheirTime"
       from attendees join gatherings on gatherings.id = gathering_id where gatherings.uid = $1`,
      [uid],
    )
    expect(came).toEqual([{ rows: 31, people: 31, came: 31, atTheirTime: true }])
  })
})

test('the printer gets the door list on one page, and nothing else', inLongRuns, async ({ page, server }) => {
  const office = await openEventOffice(server)
  const { id } = await office.publish({ seats: 60 })
  for (const name of 'ABCDEFGHIJKLMNOPQRST') await office.join(id, partyOf(`${name}nn`, { party: 3 }))
  await office.join(id, partyOf('Otis'))
  await page.goto(eventPaths.adminEvent(id))
  await expect(page.getByRole('button', { name: 'Print the door list' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const list = page.getByRole('region', { name: 'Door list' })
  await expect(list.getByRole('listitem')).toHaveCount(61)
  await expect(list.getByRole('heading', { name: 'Waiting list' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Registrations' })).toBeHidden()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  const pdf = await page.pdf({ format: 'Letter' })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
})

testScreenStates(['one date with registrations', 'the check-in with a walk-in who has no seat'], {
  async 'no dates'({ page }) {
    await page.goto(eventPaths.admin)
    await expect(page.getByText('No coming dates yet')).toBeVisible()
  },
  async 'dates in the list'({ page, server }) {
    const office = await openEventOffice(server)
    await office.publish()
    await office.draft({ title: 'Grants with care', format: 'online' })
    await page.goto(eventPaths.admin)
    await page.getByRole('button', { name: 'More for Grants with care' }).click()
    await expect(page.getByRole('menuitem', { name: 'Publish' })).toBeVisible()
  },
  async 'the form of a new date with mistakes, all of it'({ page }) {
    await page.goto(eventPaths.adminNew)
    await page.getByText('Text, image, price, and more').click()
    await expect(page.getByRole('textbox', { name: 'Text' })).toBeVisible()
    await page.getByLabel('Price for each person').fill('much')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Please fix the highlighted fields.')).toBeVisible()
  },
  async 'a change that emails people'({ page, server }) {
    const office = await openEventOffice(server)
    const { id } = await office.publish()
    await office.add(id, partyOf('Maya'))
    await page.goto(eventPaths.adminEdit(id))
    await page.getByLabel('Place').fill('Town hall')
    await expect(page.getByText('1 email goes out')).toBeVisible()
  },
  async 'one date with registrations'({ page, server }) {
    const office = await openEventOffice(server)
    const { id } = await office.publish()
    await office.add(id, partyOf('Maya', { party: 3, names: ['Bo Lee'], message: 'We are vegetarians.' }))
    await office.add(id, partyOf('Otis'))
    await office.join(id, partyOf('Sam'), { isSuspect: true })
    await page.goto(eventPaths.adminEvent(id))
    await expect(page.getByRole('region', { name: 'Waiting list (1)' })).toBeVisible()
  },
  async 'the question before a date is canceled'({ page, server }) {
    const { id } = await (await openEventOffice(server)).publish()
    await page.goto(eventPaths.adminEvent(id))
    await page.getByRole('button', { name: 'Cancel the date...' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'the form for someone who called'({ page, server }) {
    const { id } = await (await openEventOffice(server)).publish()
    await page.goto(eventPaths.adminEvent(id))
    await page.getByRole('button', { name: 'Register someone' }).click()
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await expect(page.getByText('Please fix the highlighted fields.')).toBeVisible()
  },
  async 'the check-in with a walk-in who has no seat'({ page, server }) {
    const office = await openEventOffice(server)
    const { id } = await office.publish({ seats: 1 })
    await office.add(id, partyOf('Maya'))
    await office.add(id, partyOf('Otis'))
    await page.goto(eventPaths.adminDoor(id))
    await page.getByRole('button', { name: 'Maya' }).click()
    await page.getByRole('button', { name: 'Walk-in' }).click()
    await page.keyboard.type('Priya')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No seat is left for Priya.')).toBeVisible()
  },
})
