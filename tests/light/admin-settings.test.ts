import { paths } from '../../core/contract/paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { defaultTopics } from '../../features/site/contract/topics.ts'
import { signInPage } from '../e2e/sign-in.ts'
import { admin, cookiesOf } from '../helpers/launch-server.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(signInPage)

test('topics are a list of lines, and an empty list restores the five defaults', async ({ page, server }) => {
  await page.goto(paths.adminSettingsTab('topics'))
  const topics = page.getByLabel('Topics, one per line')
  await expect(topics).toHaveValue(defaultTopics.join('\n'))
  await topics.fill('  Sermon notes\n\nBudgets\nBudgets\n')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await expect(topics).toHaveValue('Sermon notes\nBudgets')
  await page.reload()
  await expect(topics).toHaveValue('Sermon notes\nBudgets')
  await topics.fill('')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(topics).toHaveValue(defaultTopics.join('\n'))
  expect(await server.query('select 1 from sessions')).toHaveLength(1)
})

test('house style and the limit are saved, and the use of AI is plotted', async ({ page, server }) => {
  await server.query('delete from ai_usage')
  await page.goto(paths.adminSettingsTab('ai'))
  await expect(page.getByText(/^No AI service is connected yet\./)).toBeVisible()
  await expect(page.getByText('No AI service has been used in the last 12 months.')).toBeVisible()
  const style = page.getByLabel('House style')
  const share = page.getByLabel('Maximum AI-added text (%)')
  await style.fill('We say "you".')
  await share.fill('ten')
  await page.keyboard.press('Control+s')
  await expect(share).toHaveAccessibleDescription(/Enter a whole number from 0 to 100\./)
  await share.fill('10')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()

  await server.query(
    `insert into ai_usage values (to_char(now() at time zone 'UTC', 'YYYY-MM'), 120000, 30000)`,
  )
  await page.reload()
  await expect(style).toHaveValue('We say "you".')
  await expect(share).toHaveValue('10')
  await expect(page.getByText('150,000 tokens', { exact: true })).toBeVisible()
  await expect(
    page.getByText(
      /^Used this month: .* A token is about four letters\. This is from a service that was connected earlier\.$/,
    ),
  ).toBeVisible()
  const plot = page.getByRole('application', { name: 'AI usage by month' })
  await plot.focus()
  await page.keyboard.press('End')
  for (let month = 1; month < 12; month++) await page.keyboard.press('ArrowRight')
  await expect(page.getByText(/120,000 sent, 30,000 written/)).toBeVisible()
  await page.getByText('Show as a table').click()
  const row = page.getByRole('table').getByRole('row').nth(1)
  await expect(row.getByRole('cell')).toHaveText(['120,000', '30,000'])
})

test('unsaved settings are not left without a question', async ({ page }) => {
  await page.goto(paths.adminSettingsTab('topics'))
  await page.getByLabel('Topics, one per line').fill('Half a list')
  page.once('dialog', (dialog) => dialog.dismiss())
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByLabel('Topics, one per line')).toHaveValue('Half a list')
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible()
})

test.describe('the account', () => {
  // The browser logs failed requests as errors.
  test.use({ expectedErrors: /status of (400|401|403|422)/ })

  test('the password is changed, and another session is ended', async ({ page, server }) => {
    const headers = {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    }
    const elsewhere = cookiesOf(await server.send('/api/session', { json: admin, headers }))
    await page.goto(paths.adminSettingsTab('account'))
    const sessions = page.getByRole('region', { name: 'Where you’re signed in' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await expect(sessions.filter({ hasText: 'This device' })).toContainText('Unknown device')
    await page.getByRole('button', { name: /^Sign out of Safari on iPhone, signed in/ }).click()
    await expect(sessions).toHaveCount(1)
    await expect(page.getByRole('heading', { name: 'Where you’re signed in' })).toBeFocused()
    expect((await server.send('/api/account/sessions', { cookie: elsewhere })).status).toBe(401)

    const current = page.getByLabel('Current password')
    const next = page.getByLabel('New password')
    await current.fill(admin.password)
    await next.fill('short')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(next).toHaveAccessibleDescription(/at least 12 characters/i)
    await current.fill('not the password')
    await next.fill('another horse battery')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Not saved.' })).toBeVisible()
    await current.fill(admin.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
    await page.reload()
    await expect(sessions).toHaveCount(1)
    const answer = await server.send('/api/session', {
      json: { username: admin.username, password: 'another horse battery' },
    })
    expect(answer.status).toBe(200)
  })
})

test('the organization gets its own name and links, and they show on the site', async ({ page }) => {
  await page.goto(paths.adminSettings)
  const name = page.getByLabel('Name', { exact: true })
  const booking = page.getByLabel('Booking link')
  const save = page.getByRole('button', { name: 'Save settings' })
  await expect(name).toHaveAttribute('placeholder', /\w/)
  await expect(page.getByLabel('Time zone')).toContainText('Eastern Time (default)')
  await name.fill('Riverside AI')
  await booking.fill('not an address')
  await page.getByRole('group', { name: 'App links' }).getByLabel('CalmPath').fill('calm')
  await save.click()
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('Please fix the highlighted fields.')
  await expect(problem).toBeFocused()
  await expect(problem.getByRole('link')).toHaveText(['Booking link', 'CalmPath'])
  await expect(booking).toHaveAccessibleDescription('Enter a full web address, like https://example.org.')
  await problem.getByRole('link', { name: 'Booking link' }).click()
  await expect(booking).toBeFocused()
  await booking.fill('booking.example/schedule/info')
  await page.getByLabel('CalmPath').fill('')
  await save.click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await expect(booking).toHaveValue('https://booking.example/schedule/info')

  await page.reload()
  await expect(name).toHaveValue('Riverside AI')
  await page.goto(sitePaths.apps)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Riverside AI')
})
