import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { paths } from '../../core/contract/paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { freePort } from '../helpers/free-port.ts'
import { admin, cookiesOf } from '../helpers/launch-server.ts'
import { processesOf, type StartedApp, startApp, startedByNode } from '../helpers/started-app.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { createTestDatabase, dropTestDatabase } from '../helpers/test-database.ts'

const post = (server: StartedApp, path: string, form: Record<string, string>) =>
  fetch(server.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(form),
  })

const command = (name: 'backup' | 'restore', file: string) => [
  process.execPath,
  `app/cli/${name}-command.ts`,
  file,
]

/** The settings for a database that has its tables. Making a new one takes longer than the rest of most tests here. */
async function withDatabase(): Promise<Record<string, string>> {
  const connectionString = await createTestDatabase(inject('templateUrl'))
  onTestFinished(() => dropTestDatabase(connectionString))
  return { DATABASE_URL: connectionString, DATA_DIR: await temporaryFolder() }
}

// Slow: each test starts the whole app, and some start it twice.

// Without `SEED: 'none'`, a start on an embedded database converts the images of the sample posts, which takes seconds.
describe('npm start', () => {
  /** The first test makes the database in it. Another one that runs alone makes its own. */
  let folder: string
  beforeAll(async () => {
    let remove = async () => {}
    folder = await temporaryFolder((whenDone) => {
      remove = whenDone
    })
    return () => remove()
  })

  test('serves, prints the link for the first admin, and keeps every answered row through kill -9 of all of it', async () => {
    const first = await startApp({ DATA_DIR: folder })
    await first.isReady()
    expect((await (await fetch(first.url)).text()).includes('We Make AI Easy for Everyday People')).toBe(true)
    await expect.poll(first.output).toContain(`is running at ${first.url}`)

    const code = /\/setup\?code=(\S+)/.exec(first.output())?.[1] ?? ''
    expect((await post(first, paths.setup, { ...admin, code })).status).toBe(303)
    expect(
      (await post(first, sitePaths.waitlist, { name: 'Ann Example', email: 'ann@example.org' })).status,
    ).toBe(303)
    expect(processesOf(folder).length).toBeGreaterThan(0)

    first.killGroup('SIGKILL')
    await first.ended
    await expect.poll(() => processesOf(folder), { timeout: 12_000 }).toEqual([])

    // This start does not use npm, because the signal would kill npm, too, and hide the server's exit code.
    const second = await startApp({ DATA_DIR: folder, SEED: 'none' }, startedByNode)
    await second.isReady()
    expect(second.output()).not.toContain('/setup')
    const signedIn = await post(second, paths.login, admin)
    expect(signedIn.status).toBe(303)
    const cookie = cookiesOf(signedIn)
    expect(
      await (await fetch(second.url + paths.adminSimpleTab('waitlist'), { headers: { cookie } })).text(),
    ).toContain('Ann Example')

    // A backup is possible while the app runs, and does not stop its Postgres.
    const backup = join(folder, 'backup.tar.gz')
    const made = await startApp({ DATA_DIR: folder }, command('backup', backup))
    expect(await made.ended, made.output()).toBe(0)
    expect(made.output()).toContain(`The backup is complete and checked: ${backup}`)
    expect((await fetch(second.url + paths.readyz)).status).toBe(200)

    second.killGroup('SIGINT')
    expect(await second.ended).toBe(0)
    expect(processesOf(folder)).toEqual([])

    const elsewhere = await temporaryFolder()
    const restored = await startApp({ DATA_DIR: elsewhere }, command('restore', backup))
    expect(await restored.ended, restored.output()).toBe(0)
    expect(restored.output()).toContain('Everything is as it was at')
    expect(processesOf(elsewhere)).toEqual([])
  }, 90_000)

  test('keeps running when no one reads its output', async () => {
    const server = await startApp(await withDatabase(), startedByNode)
    server.process.stdout?.destroy()
    await server.isReady()
    // Each request writes a log line to the closed output.
    for (let number = 0; number < 20; number++)
      expect((await fetch(`${server.url}/api/session`)).status).toBe(401)
    expect(server.process.exitCode).toBeNull()
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.output()).not.toContain('EPIPE')
  })

  test('leaves no postgres when only the server is killed', async () => {
    const server = await startApp({ DATA_DIR: folder, SEED: 'none' })
    await server.isReady()
    const holder = Number(/"pid":(\d+)/.exec(await serverPid(folder))?.[1])
    process.kill(holder, 'SIGKILL')
    expect(await server.ended).toBe(1)
    await expect.poll(() => processesOf(folder), { timeout: 12_000 }).toEqual([])
  })
})

test('reset-password on a folder that no app uses says so, and makes nothing', async () => {
  const folder = join(await temporaryFolder(), 'unused')
  const command = [process.execPath, 'app/cli/admin-command.ts', 'reset-password', 'Ann']
  const refused = await startApp({ DATA_DIR: folder }, command)
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain(
    `There’s no database in ${folder}. Set DATA_DIR to the folder that the app uses.`,
  )
  expect(existsSync(folder)).toBe(false)
})

/** Finds the server's process id in the error message of a second start on the same folder. */
async function serverPid(folder: string): Promise<string> {
  const refused = await startApp({ DATA_DIR: folder }, startedByNode)
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain(
    `The data folder ${folder} is in use by another running copy of this app`,
  )
  return `"pid":${/\(process (\d+)\)/.exec(refused.output())?.[1]}`
}

describe('a start that cannot work says what to do', () => {
  const cases: [string, () => Promise<Record<string, string>>, RegExp][] = [
    [
      'a port in use',
      async () => {
        const server = createServer().listen(0, '127.0.0.1')
        await new Promise((resolve) => server.once('listening', resolve))
        onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
        return { ...(await withDatabase()), PORT: String((server.address() as AddressInfo).port) }
      },
      /^Port \d+ is in use by another program\. Stop that program, or choose another port: PORT=\d+ npm start$/m,
    ],
    [
      'a wrong DATABASE_URL',
      async () => ({ DATABASE_URL: `postgres://ann:SECRET@127.0.0.1:${await freePort()}/none` }),
      /^The database that DATABASE_URL names can’t be used: nothing answers there\. Check .*\.$/m,
    ],
    [
      'a DATA_DIR that cannot be written',
      async () => {
        const folder = await temporaryFolder()
        await writeFile(join(folder, 'file'), '')
        return { DATA_DIR: join(folder, 'file', 'data') }
      },
      /^The data folder .* can’t be written to .*DATA_DIR\.$/m,
    ],
    [
      'a first admin whose password is easily guessed',
      async () => ({
        ...(await withDatabase()),
        ADMIN_USERNAME: 'ann',
        ADMIN_PASSWORD: 'password1234',
      }),
      /^ADMIN_PASSWORD can’t be used\. This is close to one of the first passwords that attackers try\. .*\n.*$/m,
    ],
    [
      'a mistake in the configuration',
      async () => ({ PORT: '0', PUBLIC_URL: 'example', SEED: 'yes' }),
      /^The configuration has errors\..*\n {2}PUBLIC_URL must .*\n {2}SEED must be sample or none$/m,
    ],
  ]
  for (const [name, environment, words] of cases)
    test(name, async () => {
      const refused = await startApp(await environment(), startedByNode)
      expect(await refused.ended).toBe(1)
      expect(refused.output()).toMatch(words)
      expect(refused.output()).not.toMatch(/SECRET|^\s+at /m)
    }, 30_000)
})
