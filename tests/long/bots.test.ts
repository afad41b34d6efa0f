import { onTestFinished, test } from 'vitest'
import { runBotDrill } from '../helpers/bot-drill.ts'
import { launchServer } from '../helpers/launch-server.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

test.each(['waitlist', 'contact'] as const)(
  'of 1,000 bots and 40 people who send the %s form, no bot is listed and no person is in Spam',
  async (form) => {
    const { connectionString, stop } = await startTemporaryPostgres()
    onTestFinished(stop)
    const server = await launchServer({ connectionString, env: { TRUSTED_PROXIES: '127.0.0.1' } })
    onTestFinished(() => server.close())
    await runBotDrill(server, form, { bots: 1000, seconds: 7 })
  },
)
