import { generate } from 'otplib'
import { admin, type TestServer } from '../../../tests/helpers/launch-server.ts'

/** The code that an authenticator app shows, some 30-second steps from now */
export const codeOf = (secret: string, stepsAway = 0): Promise<string> =>
  generate({ secret, epoch: Date.now() / 1000 + stepsAway * 30 })

/** Confirms the session with the admin's password. */
export async function confirm(server: TestServer, cookie: string): Promise<void> {
  const { status } = await server.send('/api/account/confirmation', {
    cookie,
    json: { password: admin.password },
  })
  if (status !== 204) throw new Error(`the confirmation answered ${status}`)
}

/** Connects an authenticator app to the signed-in user. The current code, which that uses up, still works. */
export async function connectApp(
  server: TestServer,
  cookie: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  await confirm(server, cookie)
  const started = await server.send('/api/account/totp', { cookie, method: 'POST' })
  const { secret } = (await started.json()) as { secret: string }
  const confirmed = await server.send('/api/account/totp/code', {
    cookie,
    json: { code: await codeOf(secret) },
  })
  await server.query('update totp_apps set last_step = 0')
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] }
  return { secret, recoveryCodes }
}

/** Makes the site require a second factor, and makes sure that the admin exists. */
export async function requireFactor(server: TestServer): Promise<void> {
  await server.signIn()
  await server.query(
    `insert into settings values ('second_factor_required', 'true') on conflict (key) do update set value = 'true'`,
  )
}
