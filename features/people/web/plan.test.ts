import type { Page } from '@playwright/test'
import { expect, test } from '../../../tests/light/fixtures.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'

/** Joins the waitlist on its page and follows the offer. */
async function openQuestions(page: Page): Promise<void> {
  await page.goto(sitePaths.waitlist)
  await page.getByLabel('Name *').fill('Ann Example')
  await page.getByLabel('Email *').fill('ann@example.org')
  await page.getByRole('button', { name: 'Join Waitlist' }).click()
  await page.getByRole('link', { name: 'Help us plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help us plan' })).toBeVisible()
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, expectedErrors: /422/ })

    test('a person answers after joining, corrects a mistake, answers again', async ({ page, server }) => {
      await openQuestions(page)
      await page.getByLabel('City').fill('Springfield')
      await page.getByLabel('State').fill('Illinois')
      await page.getByLabel('ZIP code').fill('627')
      await page.getByLabel('How many people?').fill('25')
      await page.getByRole('checkbox', { name: 'Fundraising strategies' }).check()
      await page.getByRole('group', { name: 'Which months work' }).getByLabel('March').check()
      await page.getByRole('group', { name: 'Which days of the week' }).getByLabel('Tuesday').check()
      await page.getByRole('radio', { name: 'In person' }).check()
      await page.getByRole('button', { name: 'Send answers' }).click()

      const summary = page.getByRole('main').getByRole('alert')
      await expect(summary).toContainText('ZIP code: Enter a five-digit ZIP code, like 60601')
      await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription(/five-digit/)
      await expect(page.getByLabel('City')).toHaveValue('Springfield')
      await expect(page.getByRole('group', { name: 'Which months work' }).getByLabel('March')).toBeChecked()
      await expect(page.getByRole('radio', { name: 'In person' })).toBeChecked()
      await page.getByLabel('ZIP code').fill('62701')
      await page.getByRole('button', { name: 'Send answers' }).click()

      await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
      await expect(page.getByText('Nothing is booked until you say yes.')).toBeVisible()
      expect(
        await server.query(
          'select city, state, zip, group_size, topics, months, weekdays, format from plan_answers',
        ),
      ).toEqual([
        {
          city: 'Springfield',
          state: 'IL',
          zip: '62701',
          group_size: 25,
          topics: ['fundraising'],
          months: [3],
          weekdays: [2],
          format: 'in-person',
        },
      ])
      await page.getByRole('link', { name: 'Add or change something' }).click()
      await expect(page.getByLabel('City')).toHaveValue('')
      await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    })
  })

test('the questions are answered with the keyboard alone', async ({ page, server }) => {
  await openQuestions(page)
  await page.getByLabel('City').focus()
  await page.keyboard.type('Austin')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('State')).toBeFocused()
  await page.keyboard.type('TX')
  for (const label of ['ZIP code', 'How many people?']) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(label)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Leadership' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await server.query('select city, state, topics from plan_answers')).toEqual([
    { city: 'Austin', state: 'TX', topics: ['leadership'] },
  ])
})
