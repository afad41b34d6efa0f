import type { Page } from '@playwright/test'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { admin } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { openEventOffice, partyOf } from '../testing/event-office.ts'

// Check-in at the door. e2e/events.spec.ts does it with thirty people and a real network that is gone.

test.use({ expectedErrors: /status of 401|ERR_INTERNET_DISCONNECTED/ })

let office: Awaited<ReturnType<typeof openEventOffice>>
let id: number

test.beforeEach(async ({ page, server }) => {
  office = await openEventOffice(server)
  ;({ id } = await office.publish({ seats: 4 }))
  await office.add(id, partyOf('Maya', { party: 2, names: ['Bo Lee'] }))
  await office.add(id, partyOf('Otis'))
  await signIn(page.context(), server)
  await page.goto(eventPaths.adminDoor(id))
})

const came = async () => (await office.list(id)).flatMap((one) => one.came.map(() => one.name))
const person = (page: Page, name: RegExp | string) => page.getByRole('listitem').getByRole('button', { name })
const counts = (page: Page) => page.getByText(/ here/)

async function addWalkIn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Walk-in', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
}

test('one tap checks a person in or out', async ({ page }) => {
  await expect(counts(page)).toHaveText('0 of 3 here')
  await page.getByLabel('Search names').fill('lee')
  await person(page, /^Bo Lee/).click()
  await expect(person(page, /^Bo Lee/)).toHaveAttribute('aria-pressed', 'true')
  await expect(counts(page)).toHaveText('1 of 3 here')
  await expect.poll(came).toEqual(['Maya'])
  await person(page, /^Bo Lee/).click()
  await expect(counts(page)).toHaveText('0 of 3 here')
  await expect.poll(came).toEqual([])
})

test('a walk-in is registered and here, unless no seat is left', async ({ page, server }) => {
  await page.getByRole('button', { name: 'Walk-in', exact: true }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.getByLabel('Email (optional)').fill('priya@')
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Required')
  await expect(page.getByLabel('Email (optional)')).toHaveAccessibleDescription(/email address/)
  await page.getByLabel('Email (optional)').fill('')
  await page.getByLabel('Name', { exact: true }).fill('Priya')
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(counts(page)).toHaveText('1 of 4 here')
  await expect(page.getByRole('button', { name: 'Walk-in', exact: true })).toBeFocused()

  await addWalkIn(page, 'Quentin')
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('No seat is left for Quentin.')
  await expect(counts(page)).toHaveText('1 of 4 here')
  await server.query('update events set seats = 5')
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(counts(page)).toHaveText('2 of 5 here')
  await addWalkIn(page, 'Rita')
  await notice.getByRole('button', { name: 'Don’t register them' }).click()
  await expect(notice).toHaveCount(0)
  await expect.poll(came).toEqual(['Priya', 'Quentin'])
})

test('marks and walk-ins wait, also for a page that is opened again, and are taken once', async ({
  page,
}) => {
  await expect(counts(page)).toHaveText('0 of 3 here')
  await page.context().setOffline(true)
  await person(page, /^Maya/).click()
  await person(page, /^Otis/).click()
  await person(page, /^Otis/).click()
  await addWalkIn(page, 'Priya')
  await expect(counts(page)).toHaveText('2 of 4 here · 3 waiting to be sent. Keep this page open.')
  expect(await came()).toEqual([])
  await page.context().setOffline(false)
  await page.goto(eventPaths.adminDoor(id))
  await expect(counts(page)).toHaveText('2 of 4 here')
  await expect.poll(came).toEqual(['Maya', 'Priya'])
  expect(await office.read(id)).toMatchObject({ taken: 4, came: 2 })
  expect(await page.evaluate(() => localStorage.getItem('check-in:1'))).toBeNull()
})

test('what is noted after the session ended is kept until someone signs in', async ({ page, server }) => {
  await expect(counts(page)).toHaveText('0 of 3 here')
  await server.query('delete from sessions')
  await person(page, /^Maya/).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('You’re signed out. What you noted is kept on this device.')
  await notice.getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password').fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(counts(page)).toHaveText('1 of 3 here')
  await expect.poll(() => server.query('select name from attendees')).toEqual([{ name: 'Maya' }])
})
