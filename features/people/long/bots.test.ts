import { test } from 'vitest'
import { startLoneServer } from '../../../tests/helpers/lone-server.ts'
import { runBotDrill } from '../testing/bot-drill.ts'

test.each(['waitlist', 'contact'] as const)(
  'of 1,000 bots and 40 people who send the %s form, no bot is listed and no person is in Spam',
  async (form) => {
    const { server } = await startLoneServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    await runBotDrill(server, form, { bots: 1000, seconds: 7 })
  },
)
