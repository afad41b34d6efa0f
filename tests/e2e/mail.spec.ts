import { paths } from '../../core/contract/paths.ts'
import { queueMail } from '../../core/server/mail/outbox.ts'
import { inviteMail } from '../../features/guests/server/invite-mails.ts'
import { emptyTables, expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

test.beforeEach(({ server }) => emptyTables(server))

test('without a server, an email is read, sent by hand, and marked', async ({ page, context, server }) => {
  await queueMail(server.instance.db, {
    kind: inviteMail,
    to: 'bea@example.org',
    subject: 'Would you write for us?',
    text: 'Dear Bea,\nplease do.',
    link: 'https://everyday.test/invite/secret',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(context, server)
  await page.goto(paths.adminOutbox)
  await expect(page.getByText('Email isn’t set up yet')).toBeVisible()
  await expect(page.getByText('1 needs you: 1 waiting')).toBeVisible()
  await page.getByRole('button', { name: 'Open Would you write for us?' }).click()
  const mail = page.getByRole('dialog', { name: 'Would you write for us?' })
  await expect(mail.getByText('Dear Bea,')).toBeVisible()
  await expect(mail.getByRole('link', { name: 'Open in email app' })).toHaveAttribute(
    'href',
    'mailto:bea@example.org?subject=Would%20you%20write%20for%20us%3F&body=Dear%20Bea%2C%0D%0Aplease%20do.',
  )
  await mail.getByRole('button', { name: 'Copy link' }).click()
  await expect(mail.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'https://everyday.test/invite/secret',
  )
  const download = page.waitForEvent('download')
  await mail.getByRole('link', { name: 'Download .eml' }).click()
  expect((await download).suggestedFilename()).toMatch(/^mail-\d+\.eml$/)
  await mail.getByRole('button', { name: 'Mark as sent' }).click()
  await expect(mail.getByText('Sent by you')).toBeVisible()
  await expect(mail.getByRole('button', { name: 'Mark as sent' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(mail).toBeHidden()
  await page.getByLabel('Status').selectOption('Waiting for you')
  await expect(page.getByText('No emails match.')).toBeVisible()

  // An email whose link no longer works cannot be sent again.
  await server.query(`update outbox_messages set status = 'withdrawn', problem = 'Its link no longer works.'`)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Outbox', exact: true })).toBeVisible()
  await page.getByLabel('Status').selectOption('Canceled')
  await page.getByRole('button', { name: 'Open Would you write for us?' }).click()
  await expect(mail.getByText('Its link no longer works.')).toBeVisible()
  for (const name of ['Mark as sent', 'Try again', 'Copy text', 'Copy link'])
    await expect(mail.getByRole('button', { name })).toHaveCount(0)
})
