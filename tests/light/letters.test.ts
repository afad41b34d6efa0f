import type { Locator, Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import { signIn } from '../e2e/sign-in.ts'
import { admin, type TestServer } from '../helpers/launch-server.ts'
import { expect, test } from './ai-fixtures.ts'

test.use({ expectedErrors: /status of (401|409|50\d)|ERR_(FAILED|INTERNET_DISCONNECTED)/ })

test.beforeEach(async ({ page, server, ai }) => {
  ai.reply = undefined
  await signIn(page.context(), server)
  for (const json of [
    { name: 'Ann Example', email: 'ann@example.org', message: 'Could you come in May? Call 555-010-4444.' },
    { name: 'Bea Baker', email: 'bea@example.org', company: 'Harbor' },
  ])
    await server.send(paths.api.trainingWaitlist, { json })
})

async function openPerson(page: Page, id = 1): Promise<void> {
  await page.goto(paths.adminPerson('waitlist', id))
}

const dialogOf = (page: Page, name = 'Ann Example') => page.getByRole('dialog', { name: `Email to ${name}` })
const subjectOf = (dialog: Locator) => dialog.getByLabel('Subject')
const textOf = (dialog: Locator) => dialog.getByLabel('Your email')

async function write(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Write an email' }).click()
  await expect(subjectOf(dialogOf(page))).toBeVisible()
  return dialogOf(page)
}

const sent = (server: TestServer) =>
  server.query<{ subject: string; text: string }>(
    `select subject, text from outbox_messages where kind = 'letter' order by id`,
  )

test('are sent after a new sign-in if the session has ended', async ({ page, server }) => {
  await openPerson(page)
  const dialog = await write(page)
  await subjectOf(dialog).fill('May')
  await textOf(dialog).fill('We can come in May.')
  await server.query('delete from sessions')
  await dialog.getByRole('button', { name: 'Put in Outbox' }).click()
  const signInDialog = page.getByRole('dialog', { name: 'Sign in again' })
  await signInDialog.getByLabel('Password').fill(admin.password)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await sent(server)).toMatchObject([{ subject: 'May' }])
})

test('have templates that are added, changed, and deleted beside them', async ({ page }) => {
  await openPerson(page)
  const dialog = await write(page)
  await textOf(dialog).fill('Typed before')
  await dialog.getByRole('button', { name: 'Manage templates' }).click()
  const list = page.getByRole('dialog', { name: 'Templates' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'New template' }).click()
  const form = page.getByRole('dialog', { name: 'New template' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Following up')
  await form.getByRole('textbox', { name: 'Subject' }).fill('Parking for {frist name}')
  await form.getByRole('textbox', { name: 'Text' }).fill('Hello , park behind the house.')
  await form
    .getByRole('textbox', { name: 'Text' })
    .evaluate((text: HTMLTextAreaElement) => text.setSelectionRange(6, 6))
  await form.getByRole('button', { name: 'Insert {first name}: Their first name' }).click()
  await expect(form.getByRole('textbox', { name: 'Text' })).toHaveValue(
    'Hello {first name}, park behind the house.',
  )
  await expect(form.getByText('“{frist name}” isn’t a field')).toBeVisible()
  await form.getByRole('textbox', { name: 'Subject' }).fill('Parking for {first name}')
  await form.getByRole('button', { name: 'Save template' }).click()
  await expect(form.getByRole('alert')).toHaveText('There is a template with this name. Choose another name.')
  await form.getByRole('textbox', { name: 'Name' }).fill('Parking')
  await form.getByRole('button', { name: 'Save template' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await list.getByRole('button', { name: 'Edit Parking' }).click()
  const edit = page.getByRole('dialog', { name: 'Change the template' })
  await edit.getByRole('textbox', { name: 'Text' }).fill('Park in front.')
  page.once('dialog', (question) => question.dismiss())
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await edit.getByRole('button', { name: 'Save template' }).click()
  await list.getByRole('button', { name: 'Delete Following up' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this template?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('button', { name: 'Delete On-site' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(textOf(dialog)).toHaveValue('Typed before')
  await textOf(dialog).fill('')
  await dialog.getByLabel('Template').selectOption('Parking')
  await expect(subjectOf(dialog)).toHaveValue('Parking for Ann')
  await expect(textOf(dialog)).toHaveValue('Park in front.')
})

test('to spam are refused kindly', async ({ page, server }) => {
  await server.query('update training_waitlist set suspected_at = now() where id = 1')
  await openPerson(page)
  await page.getByRole('button', { name: 'Write an email' }).click()
  await expect(dialogOf(page)).toContainText(
    'This entry is in Spam, and its address may belong to someone else.',
  )
  await expect(subjectOf(dialogOf(page))).toBeHidden()
})
