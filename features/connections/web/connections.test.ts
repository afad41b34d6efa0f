import type { Page } from '@playwright/test'
import { paths } from '../../../core/contract/paths.ts'
import { queueMail, testMail } from '../../../core/server/mail/outbox.ts'
import { signIn } from '../../../tests/e2e/sign-in.ts'
import { type FakeAi, startFakeAi } from '../../../tests/fakes/fake-ai.ts'
import { type FakeSmtp, startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { startTestServer } from '../../../tests/helpers/test-server.ts'
import { expect, test } from '../../../tests/light/fixtures.ts'

const screen = paths.adminSettingsTab('connections')
const mailScreen = paths.adminSettingsTab('mail')
const password = 'correct horse mail'

let smtp: FakeSmtp
let ai: FakeAi

test.beforeEach(async ({ page, server }) => {
  ;[smtp, ai] = await Promise.all([startFakeSmtp(), startFakeAi()])
  await signIn(page.context(), server)
})
test.afterEach(async () => {
  await Promise.all([smtp.close(), ai.close()])
})

const key = 'sk-the-key-that-nobody-may-see'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function typeMail(page: Page): Promise<void> {
  const { hostname, port } = new URL(smtp.url)
  await page.getByLabel('Server', { exact: true }).fill(hostname)
  await page.getByLabel('Port').fill(port)
  await page.getByLabel('Security').selectOption('none')
  await page.getByLabel('Username').fill('ann')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Sender name').fill('Harbor Helpers')
  await page.getByLabel('Sender address').fill('hello@harbor.example')
}

test.describe('when the last confirmation is long ago', () => {
  test.use({ expectedErrors: /status of 403/ })

  test('saving asks for the password of the account, and nothing typed is lost', async ({ page, server }) => {
    await page.goto(screen)
    const speech = card(page, 'Speech to text')
    await speech.getByRole('button', { name: 'Connect speech to text' }).click()
    await speech.getByLabel('Service').selectOption('other')
    await speech.getByLabel('Address').fill(ai.url)
    await server.query('update sessions set confirmed_at = null')
    await speech.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Speech to text connected', { exact: true })).toBeVisible()
    await expect(speech.getByText(ai.url)).toBeVisible()
  })
})

test('a form with something typed asks before it is left', async ({ page }) => {
  await page.goto(mailScreen)
  const mail = card(page, 'Email server')
  await mail.getByRole('button', { name: 'Connect email' }).click()
  await mail.getByLabel('Password', { exact: true }).fill('typed')
  let question = ''
  page.once('dialog', (dialog) => {
    question = dialog.message()
    return dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  expect(question).toContain('aren’t saved')
  await expect(mail.getByLabel('Password', { exact: true })).toHaveValue('typed')
})

test('a password is kept, replaced, or removed, and stays with its server', async ({ page, server }) => {
  await page.goto(mailScreen)
  const mail = card(page, 'Email server')
  await mail.getByRole('button', { name: 'Connect email' }).click()
  await typeMail(page)
  await mail.getByRole('button', { name: 'Save', exact: true }).click()
  const change = mail.getByRole('button', { name: 'Change Email' })
  await change.click()
  await expect(mail.getByText('A password is stored.')).toBeVisible()
  await expect(mail.getByLabel('Password', { exact: true })).toBeHidden()
  await mail.getByRole('button', { name: 'Replace password' }).click()
  await expect(mail.getByLabel('Password', { exact: true })).toBeFocused()
  await mail.getByRole('button', { name: 'Keep the stored password' }).click()
  await expect(mail.getByText('A password is stored.')).toBeFocused()
  await mail.getByRole('button', { name: 'Remove password' }).click()
  await expect(mail.getByText('The password will be removed when you save.')).toBeFocused()
  // A username without a password can't be meant.
  await mail.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mail.getByRole('alert')).toContainText('Type the password.')
  await mail.getByRole('button', { name: 'Keep password' }).click()

  await mail.getByLabel('Port').fill('2525')
  const typed = mail.getByLabel('Password', { exact: true })
  await expect(typed).toHaveAccessibleDescription(/will be removed when you save/)
  await mail.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(mail.getByRole('alert')).toContainText('Type the password.')
  await mail.getByRole('alert').getByRole('link', { name: 'Password' }).click()
  await expect(typed).toBeFocused()
  await typed.fill('another password')
  await page.keyboard.press('Control+s')
  await expect(change).toBeVisible()
  await expect(mail.getByText('port 2525')).toBeVisible()

  await mail.getByRole('button', { name: 'Disconnect Email' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByText('Email disconnected', { exact: true })).toBeVisible()
  await expect(mail.getByRole('heading', { name: 'Email' })).toBeFocused()
  await expect(mail.getByRole('button', { name: 'Connect email' })).toBeVisible()
  expect(await server.query('select from connections')).toEqual([])
})

test.describe('with jobs', () => {
  // Jobs send what waits in the Outbox, and write drafts.
  test.use('server', () => startTestServer({ jobPause: 0.5 }))

  test('a fresh site gets email and AI, and uses both without a restart', async ({ page, server }) => {
    await server.query(`update users set email = 'owner@harbor.example'`)
    await queueMail(server.instance.db, {
      kind: testMail,
      to: 'waiting@harbor.example',
      subject: 'Hello',
      text: 'One line.',
    })
    await page.goto(mailScreen)
    const mail = card(page, 'Email server')
    await mail.getByRole('button', { name: 'Connect email' }).click()
    const provider = mail.getByLabel('Your email provider')
    await expect(provider).toBeFocused()
    await provider.selectOption('Fastmail')
    await expect(mail.getByLabel('Server', { exact: true })).toHaveValue('smtp.fastmail.com')
    await expect(mail.getByLabel('Security')).toHaveValue('tls')
    await expect(provider).toHaveAccessibleDescription(/an app password/)
    await typeMail(page)
    await expect(provider).toHaveValue('')

    smtp.next = ['refused-sign-in']
    const tryIt = mail.getByRole('button', { name: 'Test', exact: true })
    await tryIt.click()
    await expect(mail.getByText('didn’t accept the username and password')).toBeVisible()
    await mail.getByLabel('Test also sends an email').check()
    const to = mail.getByLabel('Send the test email to')
    await expect(to).toHaveValue('owner@harbor.example')
    await to.fill('ann@harbor.example')
    await expect(mail.getByText('It doesn’t work yet.')).toBeHidden()
    await tryIt.click()
    await expect(mail.getByText('It took the test email to ann@harbor.example.')).toBeVisible()
    expect(smtp.received).toHaveLength(1)
    await expect(mail.getByText(/^One email is waiting in the Outbox/)).toBeVisible()
    await mail.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Email connected', { exact: true })).toBeVisible()
    await expect.poll(() => smtp.received.at(-1)?.to, { timeout: 15_000 }).toEqual(['waiting@harbor.example'])
    await expect(mail.getByRole('heading', { name: 'Email' })).toBeFocused()
    await expect(mail.getByText('Harbor Helpers <hello@harbor.example>')).toBeVisible()

    await expect(page.getByText(/^Emails are sent through 127\.0\.0\.1/)).toBeVisible()
    await page.getByLabel('Send a test email to').fill('kim@harbor.example')
    await page.getByRole('button', { name: 'Send test email' }).click()
    await expect(page.getByText(/^Your test email to kim@harbor\.example is on its way/)).toBeVisible()
    await expect.poll(() => smtp.received.at(-1)?.to, { timeout: 15_000 }).toEqual(['kim@harbor.example'])
    expect(smtp.received.at(-1)?.raw).toContain('From: Harbor Helpers <hello@harbor.example>')
    expect(smtp.signIns.at(-1)).toEqual({ user: 'ann', password })

    await page.getByRole('link', { name: 'Connections', exact: true }).click()
    const helper = card(page, 'AI')
    await helper.getByRole('button', { name: 'Connect AI' }).click()
    await helper.getByLabel('Provider').selectOption('openai-compatible')
    await helper.getByLabel('Address').fill(ai.url)
    await helper.getByLabel('Key', { exact: true }).fill(key)
    await helper.getByRole('button', { name: 'Show the provider’s list' }).click()
    const model = helper.getByRole('combobox', { name: 'Model' })
    await expect(model).toBeFocused()
    await model.selectOption('fake')
    await helper.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(helper.getByText('fake answers.')).toBeVisible()
    await helper.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('AI connected', { exact: true })).toBeVisible()
    expect(await page.content()).not.toContain(password)
    expect(await page.content()).not.toContain(key)

    await page.goto(paths.adminTab('ai-tools'))
    await page.getByRole('button', { name: 'Generate a draft' }).click()
    await expect(page.getByText('A post from a fake AI service').first()).toBeVisible({ timeout: 15_000 })
    expect(ai.asked.at(-1)).toMatchObject({ key })
  })
})
