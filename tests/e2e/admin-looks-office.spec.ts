import type { Locator, Page } from '@playwright/test'
import { paths } from '../../core/contract/paths.ts'
import { createApiToken } from '../../features/accounts/testing/api-token.ts'
import { handIn } from '../../features/guests/e2e/guests.ts'
import { insightsPaths } from '../../features/insights/contract/insights-paths.ts'
import { mediaPaths } from '../../features/media/contract/media-paths.ts'
import { peoplePaths } from '../../features/people/contract/people-paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { admin, type TestServer } from '../helpers/launch-server.ts'
import { addMails } from '../screens/stage.ts'
import { fillWaitlist } from '../screens/waitlist-entries.ts'
import { expect } from './fixtures.ts'
import { addImage, testScreenStates } from './screen-states.ts'

// Every state of the admin screens that are not about posts. admin-looks-posts.spec.ts has the others.

async function fillPeople(server: TestServer): Promise<void> {
  await fillWaitlist(server)
  await server.query(
    `update training_waitlist set tags = '{spring,"a rather long tag of many words"}', status = 'offered'`,
  )
  await server.query(
    `insert into person_notes (email, text, written_by) values ('maya@harborfoodbank.example', 'Call before noon.', 'Ann Admin')`,
  )
}

async function openEmail(page: Page): Promise<Locator> {
  await page.goto(`${peoplePaths.adminPeople}?open=waitlist-1`)
  await page.getByRole('button', { name: 'Write an email' }).click()
  const email = page.getByRole('dialog', { name: 'Email to Maya Okafor' })
  await expect(email.getByLabel('Your email')).toBeVisible()
  return email
}

/** At least one state of each screen */
const always = [
  'insights',
  'people, with one of them open',
  'the settings of the organization',
  'an outbox with emails',
  'API tokens, with a mistake',
  'activity',
  'a missing page',
]

testScreenStates(always, {
  async insights({ page, server }) {
    await server.query(
      `insert into calendar_clicks (service, source) select service, '/' from unnest(array['plan', 'plan', 'calmpath']) as service`,
    )
    await server.query(
      `insert into page_views select (now() at time zone 'America/New_York')::date, path, 9 from unnest(array['/', '/blog/x']) as path`,
    )
    await server.query(
      `insert into training_waitlist (name, email, source) values ('P', 'p@example.org', '/waitlist')`,
    )
    await page.goto(insightsPaths.adminInsights)
    const toggles = page.getByText('Show as a table')
    await expect(toggles).toHaveCount(4)
    for (const toggle of await toggles.all()) await toggle.click()
    await expect(page.getByRole('table')).toHaveCount(4)
    await page.getByRole('application').first().focus()
  },
  async 'insights without any data'({ page }) {
    await page.goto(insightsPaths.adminInsightsRange('2019-01-01', '2019-03-01'))
    await expect(page.getByText('No page views in this period.')).toBeVisible()
  },
  async 'people, with one of them open'({ page, server }) {
    await fillPeople(server)
    await page.goto(`${peoplePaths.adminPeople}?open=waitlist-1`)
    await expect(page.getByRole('region', { name: 'Maya Okafor' }).getByLabel('New note')).toBeVisible()
  },
  async 'people, and the question before a deletion'({ page, server }) {
    await fillPeople(server)
    await page.goto(`${peoplePaths.adminPeople}?open=waitlist-1`)
    await page.getByRole('button', { name: 'Delete...' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete Maya Okafor?' })).toBeVisible()
  },
  async 'an email to a person, with what is missing, and a proposed text'({ page, server }) {
    await fillPeople(server)
    const email = await openEmail(page)
    await expect(email.getByText('Drafting needs an AI service.')).toBeVisible()
    await expect(email.getByRole('button', { name: 'Draft with AI' })).toBeDisabled()
    await email.getByLabel('Template').selectOption('Thank you for your message')
    await expect(email.getByText('Before you send it:')).toBeVisible()
    await email.getByLabel('Your email').fill('At {organization}, {offer link}')
    await email.getByLabel('Template').selectOption('Following up')
    await expect(email.getByRole('button', { name: 'Insert below' })).toBeVisible()
  },
  async 'an email to a person, in its preview'({ page, server }) {
    await fillPeople(server)
    const email = await openEmail(page)
    await email.getByLabel('Template').selectOption('On-site training: help us plan')
    await expect(email.getByRole('button', { name: 'Undo' })).toBeVisible()
    await email.getByRole('button', { name: 'Preview' }).click()
    await expect(email.frameLocator('iframe').getByText('Thank you for joining')).toBeVisible()
  },
  async 'the templates of emails to people'({ page, server }) {
    await fillPeople(server)
    const email = await openEmail(page)
    await email.getByRole('button', { name: 'Manage templates' }).click()
    await expect(page.getByRole('button', { name: 'Edit Following up' })).toBeVisible()
  },
  async 'a template of emails to people'({ page, server }) {
    await fillPeople(server)
    const email = await openEmail(page)
    await email.getByRole('button', { name: 'Manage templates' }).click()
    await page.getByRole('button', { name: 'Edit Following up' }).click()
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello {frist name}')
    await expect(page.getByText('isn’t a field')).toBeVisible()
  },
  async 'people, without any entry'({ page }) {
    await page.goto(peoplePaths.adminPeople)
    await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible()
  },
  async spam({ page, server }) {
    await fillPeople(server)
    await server.query('update training_waitlist set suspected_at = now()')
    await page.goto(`${peoplePaths.adminPeople}?view=spam`)
    await expect(page.getByRole('article', { name: 'Maya Okafor' })).toBeVisible()
  },
  async 'no invitations'({ page }) {
    await page.goto(paths.adminTab('authors'))
    await expect(page.getByRole('heading', { name: 'No invitations sent yet' })).toBeVisible()
  },
  async 'an invitation with its link'({ page, server }) {
    await handIn(server)
    await page.goto(paths.adminTab('authors'))
    await page.getByRole('button', { name: /^Resend/ }).click()
    await expect(page.getByLabel('Link for Jo Guest')).toBeVisible()
  },
  async 'the review of a guest post'({ page, server }) {
    const { id } = await handIn(server)
    await page.goto(postPaths.adminReview(id))
    await page.getByRole('button', { name: /^Add comment on: Most/ }).click()
    await expect(page.getByLabel('Your comment')).toBeFocused()
  },
  async 'the shortcuts'({ page }) {
    await page.goto(paths.adminTab('ai-tools'))
    await page.getByRole('button', { name: /^Shortcuts/ }).focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'the settings of the organization'({ page }) {
    await page.goto(paths.adminSettings)
    await expect(page.getByLabel('Booking link')).toBeVisible()
  },
  async 'the settings of the account'({ page }) {
    await page.goto(paths.adminSettingsTab('account'))
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('This device')).toBeVisible()
  },
  async 'the settings of the topics'({ page }) {
    await page.goto(paths.adminSettingsTab('topics'))
    await expect(page.getByLabel('Topics, one per line')).toBeVisible()
  },
  async 'the settings of AI, with a mistake'({ page, server }) {
    await server.query(
      `insert into ai_usage values (to_char(now() at time zone 'UTC', 'YYYY-MM'), 120000, 30000)
       on conflict (month) do nothing`,
    )
    await page.goto(paths.adminSettingsTab('ai'))
    await page.getByText('Show as a table').click()
    await expect(page.getByRole('table')).toBeVisible()
    await page.getByLabel('Maximum AI-added text (%)').fill('200')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByLabel('Maximum AI-added text (%)')).toHaveAccessibleDescription(/from 0 to 100/)
    await page.getByRole('application').focus()
  },
  async 'an empty outbox'({ page, server }) {
    await server.query('truncate outbox_messages cascade')
    await page.goto(paths.adminOutbox)
    await expect(page.getByRole('heading', { name: 'No emails found' })).toBeVisible()
  },
  async 'an outbox with emails'({ page, server }) {
    await addMails(server)
    await page.goto(paths.adminOutbox)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByRole('link', { name: /Outbox.*\d to send/ })).toBeAttached()
  },
  async 'an email that failed'({ page, server }) {
    await addMails(server)
    await page.goto(`${paths.adminOutbox}?status=failed`)
    await page.getByRole('button', { name: /^Open/ }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
  async 'the settings of emails, with a mistake'({ page }) {
    await page.goto(paths.adminSettingsTab('mail'))
    await page.getByRole('button', { name: 'Send test email' }).click()
    await expect(page.getByLabel('Send a test email to')).toHaveAccessibleDescription(/Enter a valid/)
  },
  async 'backups, the last of which failed'({ page }) {
    const time = '2025-06-30T02:41:00.000Z'
    const json = {
      keep: 14,
      backups: [{ name: 'everyday-ai-2025-06-30T02-41-00-000Z.tar.gz', madeAt: time, bytes: 1_600_000 }],
      last: {
        startedAt: time,
        finishedAt: time,
        problem: 'The disk is full. Free some space, then try again.',
      },
      ledgerProblem: 'The list of deletions /srv/data/backups/deletions-0123456789ab.json can’t be read.',
      pictures: 'elsewhere',
    }
    await page.route('**/api/settings/backups', (route) => route.fulfill({ json }))
    await page.goto(paths.adminSettingsTab('backup'))
    for (const hasText of ['The last backup failed.', 'The list of deleted people couldn’t be saved'])
      await expect(page.getByRole('alert').filter({ hasText })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Download the backup of/ })).toBeVisible()
  },
  async 'API tokens, with a mistake'({ page, server, cookie }) {
    await createApiToken(server, cookie, ['publish', 'read-entries'])
    const helper = await server.signIn({ username: 'Hal', role: 'helper' })
    await createApiToken(server, helper, ['read-posts'])
    await page.goto(paths.adminSettingsTab('tokens'))
    await page.getByRole('button', { name: 'Make token' }).click()
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Give the token a name/)
    await expect(page.getByRole('button', { name: 'Revoke A script' })).toHaveCount(2)
  },
  async 'a new API token'({ page }) {
    await page.goto(paths.adminSettingsTab('tokens'))
    await page.getByLabel('Name').fill('Import from the old site')
    await page.getByLabel('Write drafts').check()
    await page.getByRole('button', { name: 'Make token' }).click()
    await expect(page.getByLabel('API token', { exact: true })).toHaveValue(/^eai_/)
  },
  async activity({ page, server, cookie }) {
    const token = await createApiToken(server, cookie, ['publish'])
    await server.send('/api/blog', {
      ...token,
      json: { title: 'By a script', content: '<p>x</p>', isPublished: true },
    })
    await server.send('/api/session', { json: { username: 'x', password: 'x' } })
    await server.send('/api/session', { json: { username: admin.username, password: 'x' } })
    await page.goto(paths.adminSettingsTab('activity'))
    await expect(page.getByRole('article').first()).toContainText('Failed to sign in')
  },
  async 'activity, without any match'({ page }) {
    await page.goto(`${paths.adminSettingsTab('activity')}&kind=backup&from=2025-01-01`)
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  },
  async versions({ page }) {
    await page.goto(paths.adminSettingsTab('about'))
    await expect(page.getByText(/with a database of PostgreSQL \d+\.\d+\.$/)).toBeVisible()
  },
  async 'no images'({ page }) {
    await page.goto(mediaPaths.adminMedia)
    await expect(page.getByRole('heading', { name: 'No images found' })).toBeVisible()
  },
  async images({ page, server }) {
    await addImage(server)
    await page.goto(mediaPaths.adminMedia)
    await expect(page.getByRole('article')).toBeVisible()
  },
  async 'a new image, with a mistake'({ page, server }) {
    await addImage(server)
    await page.goto(mediaPaths.adminMedia)
    await page.getByRole('button', { name: 'Add an image' }).click()
    await page.getByLabel('Image file').setInputFiles({
      name: 'a-rather-long-name-of-a-file-that-a-camera-or-a-phone-has-made-up.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('not a picture'),
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveCount(2)
  },
  async 'the question before an image is deleted'({ page, server }) {
    await addImage(server)
    await page.goto(mediaPaths.adminMedia)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  async 'a missing page'({ page }) {
    await page.goto(`${paths.admin}/nowhere`)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  },
})
