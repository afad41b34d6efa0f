import type { Locator, Page } from '@playwright/test'
import { closeToast, emptyTables } from '../../../tests/e2e/fixtures.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import type { TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../assistant/e2e/ai-fixtures.ts'
import { peoplePaths } from '../contract/people-paths.ts'

test.use({ expectedErrors: /status of (401|409|50\d)|ERR_(FAILED|INTERNET_DISCONNECTED)/ })

test.beforeEach(async ({ page, server, ai }) => {
  ai.reply = undefined
  await emptyTables(server)
  await signIn(page.context(), server)
  for (const json of [
    { name: 'Ann Example', email: 'ann@example.org', message: 'Could you come in May? Call 555-010-4444.' },
    { name: 'Bea Baker', email: 'bea@example.org', company: 'Harbor' },
  ])
    await server.send('/api/training-waitlist', { json })
})

const subjectOf = (dialog: Locator) => dialog.getByLabel('Subject')
const textOf = (dialog: Locator) => dialog.getByLabel('Your email')

async function write(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Write an email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Email to Ann Example' })
  await expect(subjectOf(dialog)).toBeVisible()
  return dialog
}

const sent = (server: TestServer) =>
  server.query<{ subject: string; text: string }>(
    `select subject, text from outbox_messages where kind = 'letter' order by id`,
  )

test('are written from a template, previewed, sent by keyboard, and answered', async ({ page, server }) => {
  await page.goto(peoplePaths.adminPerson('waitlist', 1))
  const dialog = await write(page)
  await expect(dialog.getByText('Sending it changes their status from New to Contacted.')).toBeVisible()
  await dialog.getByLabel('Template').selectOption('Thank you for your message')
  await expect(subjectOf(dialog)).toHaveValue('Your message to Everyday AI')
  await expect(textOf(dialog)).toHaveValue(
    /^Hello Ann,\n[\s\S]*\{booking link\}[\s\S]*Ann Admin\nEveryday AI$/,
  )
  const missing = '“{booking link}” can’t be filled in, because your booking page isn’t set up yet.'
  await expect(dialog.getByText(missing)).toBeVisible()
  await dialog.getByRole('button', { name: 'Put in Outbox' }).click()
  await expect(textOf(dialog)).toBeFocused()
  await expect(dialog.getByRole('alert')).toContainText('Nothing was sent.')
  await expect(dialog.getByRole('link', { name: 'Set your booking link' })).toBeVisible()
  expect(await sent(server)).toEqual([])

  await textOf(dialog).fill('Hello Ann,\n\nsee https://example.org/may and {plan link}')
  await expect(dialog.getByText(missing)).toBeHidden()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const preview = dialog.frameLocator('iframe')
  await expect(preview.getByRole('link', { name: 'https://example.org/may' })).toBeVisible()
  await expect(preview.getByRole('link', { name: '/waitlist/plan/their-link' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep writing' }).click()
  await textOf(dialog).press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Waiting in the Outbox', { exact: true })).toBeVisible()
  const ann = page.getByRole('region', { name: 'Ann Example' })
  await expect(ann.getByRole('button', { name: 'Contacted' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('article', { name: 'Ann Example' })).toContainText('Contacted')
  await expect(
    ann.getByText('Email “Your message to Everyday AI” by Ann Admin: queued.').first(),
  ).toBeVisible()
  await closeToast(page)

  await ann.getByRole('button', { name: 'Write down their reply' }).click()
  await expect(ann.getByLabel('New note')).toBeFocused()

  const reply = await write(page)
  await expect(subjectOf(reply)).toHaveValue('Re: Your message to Everyday AI')
  await expect(reply.getByText('changes their status')).toBeHidden()
  await reply.getByLabel('Template').selectOption('Following up')
  await expect(subjectOf(reply)).toHaveValue('Re: Your message to Everyday AI')
  await reply.getByRole('button', { name: 'Put in Outbox' }).dblclick()
  await expect(reply).toBeHidden()
  await expect
    .poll(async () => (await sent(server)).map(({ subject }) => subject))
    .toEqual(['Your message to Everyday AI', 'Re: Your message to Everyday AI'])
  await closeToast(page)
  await ann.getByRole('link', { name: 'Open Email “Re: Your message' }).click()
  await expect(page.getByRole('dialog').getByText('Hello Ann,')).toBeVisible()
})
