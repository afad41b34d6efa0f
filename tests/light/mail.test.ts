import { paths } from '../../core/contract/paths.ts'
import { queueMail } from '../../core/server/mail/outbox.ts'
import { leadMail } from '../../features/people/server/lead-notices.ts'
import { rightsMail } from '../../features/privacy/server/data-links.ts'
import { signIn } from '../e2e/sign-in.ts'
import { expect, test } from './fixtures.ts'

test('urgent emails are on top of the Outbox, with their deadline', async ({ page, context, server }) => {
  const { db } = server.instance
  const mail = (kind: typeof leadMail, subject: string) =>
    queueMail(db, { kind, to: 'ann@example.org', subject, text: 'Hello.' })
  await mail(rightsMail, 'Your data')
  await mail(rightsMail, 'Their data')
  await mail(leadMail, 'New entry')
  await server.query(
    `update outbox_messages set created_at = date_trunc('day', now()) - interval '29 days'
     where subject = 'Your data'`,
  )
  await signIn(context, server)
  await page.goto(paths.adminOutbox)
  const first = page.getByRole('region', { name: 'Send these first' })
  await expect(first.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('article').first()).toHaveAccessibleName('Your data')
  await expect(page.getByRole('article').first()).toContainText(
    /Waiting for you.*Needs sending by (tomorrow, )?\d+:\d\d [AP]M/,
  )
  await page.getByRole('button', { name: 'Open Your data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your data' })
  await expect(dialog.getByText(/Needs sending by/)).toBeVisible()
  await expect(dialog).toContainText('since')
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(dialog.getByText('Sent by you')).toBeVisible()
  await expect(dialog).not.toContainText('since')
  await page.keyboard.press('Escape')
  await expect(first.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByLabel('Status').selectOption('Waiting for you')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(first).toBeHidden()
})

test('the settings: notifications, avoiding spam, and a test email', async ({ page, context, server }) => {
  await server.query(`insert into settings values ('organisation', '{"notifyEmail":"owner@example.org"}')`)
  await server.query(`select pg_notify('page_cache', 'site')`)
  await signIn(context, server)
  await page.goto(paths.adminSettingsTab('mail'))
  await page
    .getByRole('region', { name: 'Keep your email out of spam' })
    .getByText('For the person who runs your server')
    .click()
  for (const name of [/^SPF:/, /^DKIM:/, /^DMARC:/])
    await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible()
  await page.getByLabel('Notifications of new entries').selectOption('One daily email at 7 AM')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  expect(await server.query(`select value from settings where key = 'mail'`)).toEqual([
    { value: { leadNotices: 'daily' } },
  ])
  await expect(page.getByLabel('Send a test email to')).toHaveValue('owner@example.org')
  await page.getByRole('button', { name: 'Send test email' }).click()
  const result = page.getByRole('status').filter({ hasText: 'Nothing was sent yet' })
  await expect(result).toContainText('Your test email to owner@example.org waits in the Outbox.')
  await result.getByRole('link', { name: 'Open it' }).click()
  const mail = page.getByRole('dialog', { name: 'Test email from Everyday AI' })
  await expect(mail.getByText('owner@example.org', { exact: true })).toBeVisible()
  await expect(mail.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
})
