import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { codeOf, connectApp } from '../../features/accounts/testing/totp.ts'
import { admin, startSignedIn, startTestServer, type TestServer } from '../helpers/test-server.ts'

const key = 'a'.repeat(40)

const commandFile = 'app/cli/admin-command.ts'
const environmentOf = (server: TestServer) => ({
  ...process.env,
  DATABASE_URL: server.connectionString,
  SECRET_KEY: key,
  LOG_LEVEL: 'silent',
})

/** Runs a command of `npm run admin` beside the running server. Resolves to what it printed. */
const run = (server: TestServer, ...args: string[]) => runWith(server, {}, ...args)

async function runWith(server: TestServer, more: Record<string, string>, ...args: string[]) {
  const env = { ...environmentOf(server), ...more }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [commandFile, ...args], { env })
    return { code: 0, text: stdout }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, text: stderr }
  }
}

const signIn = async (server: TestServer, more: object = {}) =>
  (await server.send('/api/session', { json: { ...admin, ...more } })).status

test('reset-second-factor lets someone in who has lost everything', async () => {
  const { server, cookie } = await startSignedIn({ env: { SECRET_KEY: key } })
  await connectApp(server, cookie)
  expect(await signIn(server)).toBe(401)
  const unknown = await run(server, 'reset-second-factor', 'Nobody Here')
  expect(unknown).toEqual({ code: 1, text: expect.stringContaining('There’s no user named Nobody Here.') })
  // The name may have spaces, with or without quotes.
  const reset = await run(server, 'reset-second-factor', 'ann', 'admin')
  expect(reset).toEqual({ code: 0, text: expect.stringContaining('can now sign in with the password alone') })
  expect(await signIn(server)).toBe(200)
  expect((await server.send('/api/session', { cookie })).status).toBe(401)
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

test('rotate-secret-key seals everything with the new key', async () => {
  const earlier = 'b'.repeat(40)
  const server = await startTestServer({ env: { SECRET_KEY: key, SECRET_KEY_OLD: earlier } })
  const old = await startTestServer({
    connectionString: server.connectionString,
    env: { SECRET_KEY: earlier },
  })
  const { secret } = await connectApp(old, await old.signIn())
  const lost = await run(server, 'rotate-secret-key')
  expect(lost).toEqual({ code: 1, text: expect.stringContaining('Set SECRET_KEY_OLD to it') })
  const rotated = await runWith(server, { SECRET_KEY_OLD: earlier }, 'rotate-secret-key')
  expect(rotated).toEqual({ code: 0, text: expect.stringContaining('(secrets: 1)') })
  expect((await run(server, 'rotate-secret-key')).text).toContain('sealed with this key already')
  expect(await signIn(server, { code: await codeOf(secret) })).toBe(200)
}, 60_000)

test('a rotation that is killed in the middle leaves everything sealed with the earlier key', async () => {
  const earlier = 'b'.repeat(40)
  const server = await startTestServer({ env: { SECRET_KEY: earlier } })
  const { secret } = await connectApp(server, await server.signIn())
  const readAll = () =>
    server.query(
      `select value from settings where key = 'secret_key_check' union all select to_jsonb(sealed_secret) from totp_apps`,
    )
  const before = await readAll()
  // The rotation waits in the middle of its transaction for this lock.
  const release = await lockTable(server, 'totp_apps')
  const env = { ...environmentOf(server), SECRET_KEY_OLD: earlier }
  const command = spawn(process.execPath, [commandFile, 'rotate-secret-key'], { env, stdio: 'ignore' })
  const waiting = () =>
    server.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
  command.kill('SIGKILL')
  await once(command, 'exit')
  await release()
  await expect.poll(waiting).toEqual([])
  expect(await readAll()).toEqual(before)
  expect(await signIn(server, { code: await codeOf(secret) })).toBe(200)
  expect((await runWith(server, { SECRET_KEY_OLD: earlier }, 'rotate-secret-key')).code).toBe(0)
}, 60_000)

/** Keeps others from changing the rows of a table until the returned function is called. */
async function lockTable({ connectionString }: TestServer, table: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`begin; lock table ${table} in share mode`)
  return () => client.query('commit')
}

test('an unknown command prints how to use it', async () => {
  const server = await startTestServer()
  for (const args of [[], ['reset-second-factor'], ['accept-secret-key', 'now']]) {
    const { code, text } = await run(server, ...args)
    expect(code, args.join(' ')).toBe(1)
    expect(text).toContain('npm run admin -- reset-second-factor NAME')
  }
})
