import { paths } from '../../../core/contract/paths.ts'
import { expect } from '../../../tests/e2e/fixtures.ts'
import { type Stage, testScreenStates } from '../../../tests/e2e/screen-states.ts'
import { startFakeAi } from '../../../tests/fakes/fake-ai.ts'
import { startFakeSmtp } from '../../../tests/fakes/fake-smtp.ts'
import { aiForm, connectionRequests, mailForm } from '../testing/connections.ts'

// Every state of the connections in Settings. admin-looks-office.spec.ts has the other settings.

const screen = paths.adminSettingsTab('connections')
const mailScreen = paths.adminSettingsTab('mail')
const nowhere = { url: 'http://127.0.0.1:9/v1' }

/** Connects email with a password, and AI, without reaching either. */
async function connect({ server, cookie }: Stage): Promise<void> {
  const { save } = connectionRequests(server, cookie)
  await save('mail', mailForm({ url: 'smtp://127.0.0.1:9' }, { user: 'hello@harbor.example' }), 'a password')
  await save('ai', aiForm(nowhere, { priceIn: 0.15, priceOut: 0.6, monthlyBudget: 20 }), 'sk-key')
}

/** At least one state of each screen */
const always = ['connections that are set up, and one that is about to go']

testScreenStates(always, {
  async 'no connections'({ page }) {
    await page.goto(mailScreen)
    await expect(page.getByRole('button', { name: 'Connect email' })).toBeVisible()
    await page.goto(screen)
    await expect(page.getByRole('button', { name: 'Connect AI' })).toBeVisible()
  },
  async 'connecting email, with mistakes'({ page }) {
    await page.goto(mailScreen)
    await page.getByRole('button', { name: 'Connect email' }).click()
    await page.getByLabel('Your email provider').selectOption('Gmail or Google Workspace')
    await page.getByLabel('Username').fill('ann@harbor.example')
    await page.getByLabel('Security').selectOption({ label: 'None (own network only)' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /Type the password/,
    )
  },
  async 'a test of email that fails'({ page }) {
    const smtp = await startFakeSmtp()
    smtp.always = 'refused-sign-in'
    const { hostname, port } = new URL(smtp.url)
    await page.goto(mailScreen)
    await page.getByRole('button', { name: 'Connect email' }).click()
    await page.getByLabel('Server', { exact: true }).fill(hostname)
    await page.getByLabel('Port').fill(port)
    await page.getByLabel('Security').selectOption('none')
    await page.getByLabel('Username').fill('ann@harbor.example')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByLabel('Sender address').fill('ann@harbor.example')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByText('It doesn’t work yet.')).toBeVisible()
    await smtp.close()
  },
  async 'connecting AI, with the provider’s list'({ page }) {
    const ai = await startFakeAi()
    await page.goto(screen)
    await page.getByRole('button', { name: 'Connect AI' }).click()
    await page.getByLabel('Provider').selectOption('openai-compatible')
    await page.getByLabel('Address').fill(ai.url)
    await page.getByRole('button', { name: 'Show the provider’s list' }).click()
    await page.getByRole('combobox', { name: 'Model' }).selectOption('fake')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByText('It works.')).toBeVisible()
    await ai.close()
  },
  async 'connecting speech, whose list can’t be loaded'({ page }) {
    await page.goto(screen)
    await page.getByRole('button', { name: 'Connect speech to text' }).click()
    await page.getByLabel('Service').selectOption('other')
    await page.getByLabel('Address').fill(nowhere.url)
    await page.getByRole('button', { name: 'Show the provider’s list' }).click()
    await expect(page.getByText(/refuses connections to port 9/)).toBeVisible()
  },
  async 'connections that are set up, and one that is about to go'(stage) {
    await connect(stage)
    const { page } = stage
    await page.goto(mailScreen)
    await page.getByRole('button', { name: 'Disconnect Email' }).click()
    await expect(page.getByRole('dialog', { name: 'Disconnect email?' })).toBeVisible()
  },
  async 'a stored password, and a server that it isn’t for'(stage) {
    await connect(stage)
    const { page } = stage
    await page.goto(mailScreen)
    await page.getByRole('button', { name: 'Change Email' }).click()
    await expect(page.getByText('A password is stored.')).toBeVisible()
    await page.goto(screen)
    await page.getByRole('button', { name: 'Change AI' }).click()
    await page.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:10/v1')
    await expect(page.getByText(/^The stored key is for another server/)).toBeVisible()
  },
  async 'connections that need their secrets again'(stage) {
    await connect(stage)
    const { page, server } = stage
    await server.query(`update connections set sealed_secret = 'v1.another-key'`)
    await page.goto(mailScreen)
    await page.getByRole('button', { name: 'Type the password again' }).click()
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  },
  async 'connections of the environment'({ page }) {
    const fixed = { state: 'connected', hasSecret: true, missing: [], changed: null }
    const json = {
      mail: {
        ...fixed,
        variables: ['SMTP_URL', 'MAIL_FROM'],
        values: mailForm({ url: 'smtp://127.0.0.1:9' }, { security: 'tls' }),
      },
      ai: { ...fixed, variables: ['AI_PROVIDER', 'AI_BASE_URL', 'AI_API_KEY'], values: aiForm(nowhere) },
      speech: { ...fixed, state: 'none', values: null, variables: ['STT_MODEL'], missing: ['STT_API_KEY'] },
      keyProblem: 'SECRET_KEY is missing. Nothing is lost.',
      waitingMails: 0,
      ownAddress: '',
      sender: { name: 'Harbor', address: 'hello@harbor.example' },
    }
    await page.route('**/api/settings/connections', (route) => route.fulfill({ json }))
    await page.goto(mailScreen)
    await expect(page.getByText('Connected on the server')).toBeVisible()
    await page.goto(screen)
    await expect(page.getByText('Connected on the server')).toBeVisible()
    await expect(page.getByText('STT_API_KEY is missing')).toBeVisible()
  },
})
