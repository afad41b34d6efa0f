import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { paths } from '../../contracts/paths.ts'
import { admin, startTestServer, type TestServer } from '../helpers/test-server.ts'
import { codeOf, connectApp } from '../helpers/totp.ts'

const key = 'a'.repeat(40)

/** Runs a command of `npm run admin` beside the running server. Resolves to what it printed. */
async function run(server: TestServer, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: server.connectionString, SECRET_KEY: key, LOG_LEVEL: 'silent' }
  try {
    const command = ['server/cli/admin-command.ts', ...args]
    const { stdout } = await promisify(execFile)(process.execPath, command, { env })
    return { code: 0, text: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, text: stderr }
  }
}

const signIn = async (server: TestServer, more: object = {}) =>
  (await server.send(paths.api.session, { json: { ...admin, ...more } })).status

test('reset-second-factor lets someone in who has lost everything', async () => {
  const server = await startTestServer({ env: { SECRET_KEY: key } })
  const cookie = await server.signIn()
  await connectApp(server, cookie)
  expect(await signIn(server)).toBe(401)
  const unknown = await run(server, 'reset-second-factor', 'Nobody Here')
  expect(unknown).toEqual({ code: 1, text: expect.stringContaining('There’s no user named Nobody Here.') })
  // The name may have spaces, with or without quotes.
  const reset = await run(server, 'reset-second-factor', 'ann', 'admin')
  expect(reset).toEqual({ code: 0, text: expect.stringContaining('can now sign in with the password alone') })
  expect(await signIn(server)).toBe(200)
  expect((await server.send(paths.api.session, { cookie })).status).toBe(401)
})

test('accept-secret-key goes on with a new key', async () => {
  const server = await startTestServer({ env: { SECRET_KEY: 'b'.repeat(40) } })
  const { secret } = await connectApp(server, await server.signIn())
  const code = await codeOf(secret)
  const accepted = await run(server, 'accept-secret-key')
  expect(accepted).toEqual({ code: 0, text: expect.stringContaining('This key is the site’s key now.') })
  expect((await run(server, 'accept-secret-key')).text).toContain('This is the right key already.')
  // The server still has the earlier key, with which the app was sealed.
  expect(await signIn(server, { code })).toBe(200)
})

test('an unknown command prints how to use it', async () => {
  const server = await startTestServer()
  for (const args of [[], ['reset-second-factor'], ['accept-secret-key', 'now']]) {
    const { code, text } = await run(server, ...args)
    expect(code, args.join(' ')).toBe(1)
    expect(text).toContain('npm run admin -- reset-second-factor NAME')
  }
})
