import type { Page } from '@playwright/test'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, test } from '../../../tests/e2e/fixtures.ts'
import { dayFromNow } from '../../calendar/testing/calendar.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { addPublicEvent } from '../testing/public-event.ts'
import { signUp } from '../testing/public-pages.ts'
import { tabTo } from '../testing/tab-to.ts'
import { registrationForm as form, registrationPage as words } from '../words/events.ts'

const narrow = { width: 320, height: 640 }
test.use({ javaScriptEnabled: false, expectedErrors: /status of 422/ })
test.beforeEach(({ server }) => emptyTables(server))

const tabToMain = (page: Page, role: 'link' | 'button' | 'textbox' | 'combobox', name: string) =>
  tabTo(page.getByRole('main').getByRole(role, { name, exact: true }).first())

async function pressSummary(page: Page, text: string) {
  await tabTo(page.getByText(text, { exact: true }))
  await page.keyboard.press('Enter')
}

test('from the list to a registration, a change, and a cancellation: without script, by keyboard, at 320 px', async ({
  page,
  server,
}) => {
  await addPublicEvent(server, { seats: 12, taken: 9, amount: 4500, terms: 'Cancel until the day before.' })
  await page.setViewportSize(narrow)
  await page.goto(eventPaths.list)
  await tabToMain(page, 'link', 'AI for church offices')
  await page.keyboard.press('Enter')
  await tabToMain(page, 'link', 'Register')
  await page.keyboard.press('Enter')
  await tabToMain(page, 'textbox', form.labels.name)
  await page.keyboard.type('Ann Example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ann@gmial.com')
  await tabToMain(page, 'combobox', form.labels.party)
  await page.keyboard.press('ArrowDown')
  await tabToMain(page, 'button', 'Register')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByLabel(form.labels.name)).toHaveValue('Ann Example')
  await tabToMain(page, 'button', 'Use ann@gmail.com')
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: words.registered.title })).toBeVisible()
  await expect(page.getByText(words.people(2), { exact: true })).toBeVisible()
  await pressSummary(page, words.change.summary)
  await tabToMain(page, 'textbox', form.otherName(2))
  await page.keyboard.type('Bo')
  await tabToMain(page, 'button', words.change.button)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText(words.saved)
  await pressSummary(page, words.cancel.summary)
  await tabToMain(page, 'button', words.cancel.button)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: words.left.title })).toBeVisible()
  expect(await server.query('select email, party, names, canceled_by from event_registrations')).toEqual([
    { email: 'ann@gmail.com', party: 2, names: ['Bo'], canceled_by: 'person' },
  ])
})

test.describe('every state', () => {
  test.use({ javaScriptEnabled: true, expectedErrors: /status of 4\d\d/ })

  test('has no accessibility problem, light and dark, at 320 px, and loads no script', async ({
    page,
    server,
  }) => {
    test.slow()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    const visit = async (path: string) => {
      await page.goto(path)
      await expectAccessible(page, path, [narrow, narrow])
    }
    await visit(eventPaths.list)
    const long = 'Anextraordinarilylongwordwithoutaplacetobreak'.repeat(3)
    const states = {
      open: { terms: long, contact: long, price: long, place: `${long}\n${long}`, title: long },
      full: { seats: 2, taken: 2 },
      closed: { register_until: dayFromNow(-1) },
      past: { day: dayFromNow(-2) },
      canceled: { status: 'canceled', canceled_at: new Date().toISOString(), cancel_reason: long },
    }
    for (const [slug, changes] of Object.entries(states))
      await visit(eventPaths.event(await addPublicEvent(server, { slug, ...changes })))
    await visit(eventPaths.list)
    await page.goto(eventPaths.event('full'))
    await page
      .getByRole('main')
      .locator('form')
      .evaluate((one: HTMLFormElement) => one.submit())
    await expect(page.getByRole('alert')).toBeFocused()
    await expectAccessible(page, 'mistakes', [narrow, narrow])
    await page.getByRole('link', { name: 'Your name' }).click()
    await expect(page.getByLabel(form.labels.name)).toBeFocused()
    await page.goto(eventPaths.registration(await signUp(server)))
    await page.getByText(words.change.summary, { exact: true }).click()
    await page.getByText(words.cancel.summary, { exact: true }).click()
    await expectAccessible(page, 'a registration', [narrow, narrow])
    expect(scripts).toEqual([])
  })
})
