import type { Locator, Page } from '@playwright/test'
import { paths } from '../../contracts/paths.ts'
import type { TestServer } from '../helpers/launch-server.ts'
import { expect, test } from './ai-fixtures.ts'
import { closeToast, emptyTables } from './fixtures.ts'
import { signIn } from './sign-in.ts'

test.use({ expectedErrors: /status of (401|409|50\d)|ERR_(FAILED|INTERNET_DISCONNECTED)/ })

const letters = paths.api.letters('waitlist', 1)

test.beforeEach(async ({ page, server, ai }) => {
  ai.reply = undefined
  await emptyTables(server)
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

test('are written with a template, checked in a preview, sent by keyboard, and answered in a thread', async ({
  page,
  server,
}) => {
  await openPerson(page)
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

test('keep what was typed when the panel is closed or reloaded, and until it is discarded', async ({
  page,
}) => {
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

test('are drafted by AI without personal details, and typed text is never overwritten', async ({
  page,
  ai,
}) => {
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
