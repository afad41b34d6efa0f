import type { Locator, Page } from '@playwright/test'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { admin, type TestServer } from '../../../tests/helpers/launch-server.ts'
import { expect, test } from '../../assistant/testing/light-ai.ts'
import { peoplePaths } from '../contract/people-paths.ts'

test.use({ expectedErrors: /status of (401|409|50\d)|ERR_(FAILED|INTERNET_DISCONNECTED)/ })

const letters = '/api/people/waitlist/1/letters'

test.beforeEach(async ({ page, server, ai }) => {
  ai.reply = undefined
  await signIn(page.context(), server)
  for (const json of [
    { name: 'Ann Example', email: 'ann@example.org', message: 'Could you come in May? Call 555-010-4444.' },
    { name: 'Bea Baker', email: 'bea@example.org', company: 'Harbor' },
  ])
    await server.send('/api/training-waitlist', { json })
})

async function openPerson(page: Page, id = 1): Promise<void> {
  await page.goto(peoplePaths.adminPerson('waitlist', id))
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

test('keep what was typed when the panel closes or reloads, until it is discarded', async ({ page }) => {
  await openPerson(page)
  const dialog = await write(page)
  await textOf(dialog).fill('Half of a thought')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const button = page.getByRole('button', { name: 'Continue your email' })
  await expect(button).toBeFocused()
  await openPerson(page, 2)
  await expect(page.getByRole('button', { name: 'Write an email' })).toBeVisible()
  await openPerson(page)
  await button.click()
  await expect(textOf(dialog)).toHaveValue('Half of a thought')
  await page.reload()
  await button.click()
  await expect(textOf(dialog)).toHaveValue('Half of a thought')

  await dialog.getByLabel('Template').selectOption('Following up')
  const question = dialog.getByRole('region', { name: 'Proposed text', exact: true })
  await expect(question).toContainText('Your email already has text.')
  await expect(textOf(dialog)).toHaveValue('Half of a thought')
  await question.getByRole('button', { name: 'Insert below' }).click()
  await expect(textOf(dialog)).toHaveValue(/^Half of a thought\n\nHello Ann,/)
  await expect(textOf(dialog)).toBeFocused()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(textOf(dialog)).toHaveValue('Half of a thought')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(textOf(dialog)).toHaveValue('')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(textOf(dialog)).toHaveValue('Half of a thought')
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Write an email' })).toBeFocused()
})

test('survive a lost network, and are sent once although the response was lost', async ({ page, server }) => {
  await openPerson(page)
  const dialog = await write(page)
  await subjectOf(dialog).fill('May')
  await textOf(dialog).fill('We can come in May.')
  // Enter in the line of the subject sends nothing.
  await subjectOf(dialog).press('Enter')
  const send = dialog.getByRole('button', { name: 'Put in Outbox' })
  await page.route(`**${letters}`, (route) => route.abort(), { times: 1 })
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText('We can’t reach the server. Try again in a moment.')
  expect(await sent(server)).toEqual([])
  await page.route(
    `**${letters}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await send.click()
  await expect.poll(() => sent(server)).toHaveLength(1)
  await expect(dialog.getByRole('alert')).toBeVisible()
  // The text is still there after a reload, and the next attempt is not a second email.
  await page.reload()
  await page.getByRole('button', { name: 'Continue your email' }).click()
  await expect(textOf(dialog)).toHaveValue('We can come in May.')
  await subjectOf(dialog).fill('May')
  await send.click()
  await expect(dialog).toBeHidden()
  expect(await sent(server)).toHaveLength(1)
})

test('are drafted by AI without personal details, and keep typed text', async ({ page, ai }) => {
  ai.reply = JSON.stringify({
    subject: 'Your day in May',
    body: 'Hello {first name},\n\nwe will call [PHONE-1]. See https://evil.example/x\n\n{my name}',
  })
  await openPerson(page)
  const dialog = await write(page)
  await dialog.getByLabel('What should it say? (optional)').fill('May works. Tell Bea Baker too.')
  const draft = dialog.getByRole('button', { name: 'Draft with AI' })
  await draft.click()
  const question = page.getByRole('dialog', { name: 'Before we send this to the AI service' })
  await expect(question).toContainText('We found 2 personal details.')
  await expect(question).toContainText('555-010-4444')
  await expect(question).toContainText('Bea Baker')
  await question.getByRole('button', { name: 'Hide and send' }).click()
  await expect(subjectOf(dialog)).toHaveValue('Your day in May')
  await expect(textOf(dialog)).toHaveValue('Hello Ann,\n\nwe will call 555-010-4444. See\n\nAnn Admin')
  expect(ai.received.at(-1)).not.toMatch(/555-010|Bea Baker|Ann Example|ann@example/)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(textOf(dialog)).toHaveValue('')

  await textOf(dialog).fill('My own words')
  await draft.click()
  await question.getByRole('button', { name: 'Don’t send' }).click()
  await expect(textOf(dialog)).toHaveValue('My own words')
  await draft.click()
  await question.getByRole('button', { name: 'Hide and send' }).click()
  const proposal = dialog.getByRole('region', { name: 'Proposed text', exact: true })
  await expect(proposal).toContainText('the AI draft')
  await expect(textOf(dialog)).toHaveValue('My own words')
  await proposal.getByRole('button', { name: 'Keep mine' }).click()
  await expect(proposal).toBeHidden()
  await expect(textOf(dialog)).toHaveValue('My own words')
  ai.next = [500]
  await draft.click()
  await question.getByRole('button', { name: 'Hide and send' }).click()
  await expect(page.getByText('The draft couldn’t be written.').first()).toBeVisible()
  await expect(textOf(dialog)).toHaveValue('My own words')
})
