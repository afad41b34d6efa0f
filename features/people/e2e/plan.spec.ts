import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { expectAccessible } from '../../../tests/e2e/accessibility.ts'
import { emptyTables, expect, inLongRuns, isAlive, test } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { sitePaths } from '../../site/contract/site-paths.ts'
import { peoplePaths } from '../contract/people-paths.ts'

test.use({ expectedErrors: /status of (404|409|410|422)/ })
test.beforeEach(async ({ server }) => emptyTables(server))

/** Joins the waitlist on its page. Returns the link of the offer. */
async function joinWaitlist(page: Page) {
  await page.goto(sitePaths.waitlist)
  await page.getByLabel('Name *').fill('Ann Example')
  await page.getByLabel('Email *').fill('ann@example.org')
  await page.getByRole('button', { name: 'Join Waitlist' }).click()
  return page.getByRole('link', { name: 'Help us plan' })
}

async function openQuestions(page: Page): Promise<void> {
  await (await joinWaitlist(page)).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Help us plan' })).toBeVisible()
}

const narrow = [
  { width: 320, height: 640 },
  { width: 320, height: 640 },
]

test('the offer on the home page, and questions with mistakes in every field', async ({ page, server }) => {
  await test.step('the offer on the home page', async () => {
    await page.goto(paths.home)
    const link = page.getByRole('link', { name: 'Join Waitlist' })
    // Until its script is loaded, the link opens a page instead of the dialog.
    await link.hover()
    await isAlive(page, 'WaitlistDialog')
    await link.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name *').fill('Ann Example')
    await dialog.getByLabel('Email *').fill('ann@example.org')
    await dialog.getByRole('button', { name: 'Join Waitlist' }).click()
    await expect(page.getByRole('link', { name: 'Help us plan' })).toBeVisible()
    await expectAccessible(page, 'it', narrow)
  })
  await test.step('mistakes in every field', async () => {
    await emptyTables(server)
    await openQuestions(page)
    await page.getByLabel('City').evaluate((input: HTMLInputElement) => {
      input.removeAttribute('maxlength')
      input.value = 'x'.repeat(101)
    })
    await page.getByLabel('ZIP code').fill('1')
    await page.getByLabel('How many people?').fill('many')
    for (const group of ['Which topics', 'Which months', 'Which days', 'In person or'])
      await page
        .getByRole('group', { name: group })
        .locator('input')
        .first()
        .evaluate((input: HTMLInputElement) => {
          input.checked = true
          input.value = '99'
        })
    await page.getByRole('button', { name: 'Send answers' }).click()
    await expect(page.getByRole('main').getByRole('alert').getByRole('listitem')).toHaveCount(7)
    await expectAccessible(page, 'it', narrow)
  })
})

test(
  'the success screen with the offer, the thanks, and a link that is over',
  inLongRuns,
  async ({ page, server }) => {
    await test.step('the success screen, the empty questions, and the thanks', async () => {
      const link = await joinWaitlist(page)
      await expect(link).toBeVisible()
      await expectAccessible(page, 'the success screen', narrow)
      await link.click()
      await expectAccessible(page, 'the questions', narrow)
      await page.getByRole('button', { name: 'Send answers' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toBeFocused()
      await expectAccessible(page, 'nothing filled in', narrow)
      await page.getByLabel('City').fill('Austin')
      await page.getByRole('button', { name: 'Send answers' }).click()
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      await expectAccessible(page, 'the thanks', narrow)
    })
    await test.step('a link that is over, and one that is unknown', async () => {
      await emptyTables(server)
      await openQuestions(page)
      await server.query(`update plan_links set expires_at = now() - interval '1 day'`)
      for (const open of [() => page.reload(), () => page.goto(peoplePaths.plan('x'.repeat(43)))]) {
        await open()
        await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
        await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
          'href',
          sitePaths.contact,
        )
        await expectAccessible(page, 'it', narrow)
      }
    })
  },
)

test('answers are entered, corrected, filtered, and asked for with a link, and the email is switched on in Settings', async ({
  page,
  server,
}) => {
  await test.step('answers', async () => {
    await server.send('/api/training-waitlist', {
      json: { name: 'Ann Example', email: 'ann@example.org' },
    })
    await server.send('/api/training-waitlist', { json: { name: 'Tom', email: 'tom@example.org' } })
    await signIn(page.context(), server)
    await page.goto(peoplePaths.adminPerson('waitlist', 1))
    const plan = page.getByRole('region', { name: 'Training plan' })
    await expect(plan).toContainText('No answers yet.')
    await plan.getByRole('button', { name: 'Enter answers' }).click()
    await expect(plan.getByLabel('City')).toBeFocused()
    await plan.getByLabel('City').fill('Austin')
    await plan.getByLabel('ZIP code').fill('78')
    await plan.getByRole('checkbox', { name: 'Leadership' }).check()
    await plan.getByRole('checkbox', { name: 'October' }).check()
    await plan.getByRole('button', { name: 'Save answers' }).click()
    await expect(plan.getByRole('alert')).toBeFocused()
    await expect(plan.getByLabel('ZIP code')).toHaveAccessibleDescription(/five-digit/)
    await expectAccessible(page, 'the form')

    // What was typed comes back after looking at someone else.
    await page.getByRole('article', { name: 'Tom' }).getByRole('link').click()
    await expect(plan).toContainText('No answers yet.')
    await page.getByRole('article', { name: 'Ann Example' }).getByRole('link').click()
    await expect(plan.getByLabel('City')).toHaveValue('Austin')
    await expect(plan.getByRole('checkbox', { name: 'October' })).toBeChecked()
    await plan.getByLabel('ZIP code').fill('78701')
    await plan.getByLabel('State').fill('texas')
    await plan.getByRole('button', { name: 'Save answers' }).click()
    await expect(plan).toContainText('Austin, TX 78701')
    await expect(plan).toContainText('Entered by')
    await expect(plan.getByRole('button', { name: 'Edit answers' })).toBeFocused()

    // The person answers while the admin edits.
    await plan.getByRole('button', { name: 'Edit answers' }).click()
    await plan.getByLabel('People').fill('9')
    await server.query(`update plan_answers set group_size = 40, updated_at = now() + interval '1 second'`)
    await plan.getByRole('button', { name: 'Save answers' }).click()
    await expect(plan.getByRole('alert')).toContainText('These answers have changed in the meantime.')
    await expect(plan.getByRole('definition').filter({ hasText: '40' })).toBeVisible()
    await expect(plan.getByLabel('People')).toHaveValue('9')
    await plan.getByRole('button', { name: 'Save answers' }).click()
    await expect(plan.getByRole('definition').filter({ hasText: '9' }).last()).toBeVisible()

    await plan.getByRole('button', { name: 'Make a link to send' }).click()
    const link = await plan.getByLabel('Link for Ann Example').inputValue()
    expect(new URL(link).pathname).toMatch(/^\/waitlist\/plan\/[\w-]{43}$/)
    await expectAccessible(page, 'the answers')

    const list = page.getByRole('article')
    await page.getByText('Training plan', { exact: true }).first().click()
    await page.getByLabel('City, state, or ZIP code').fill('Texas')
    await expect(list).toHaveCount(1)
    await page.getByLabel('City, state, or ZIP code').fill('')
    await page.getByLabel('Answers', { exact: true }).selectOption('Not answered')
    await expect(list).toHaveCount(1)
    await expect(list).toHaveAccessibleName('Tom')
    await expectAccessible(page, 'the filters')
  })
  await test.step('the setting', async () => {
    await emptyTables(server)
    await signIn(page.context(), server)
    await page.goto(paths.adminSettingsTab('mail'))
    await page.getByRole('checkbox', { name: 'Email the questions' }).check()
    await page.getByRole('button', { name: 'Save this setting' }).click()
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
    expect(await server.query(`select value from settings where key = 'plan'`)).toEqual([
      { value: { emailLink: true } },
    ])
    await expectAccessible(page)
  })
})
