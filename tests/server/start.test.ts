import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { paths } from '../../contracts/paths.ts'
import { admin } from '../helpers/launch-server.ts'

type Started = {
  url: string
  output(): string
  /** In a process group of its own, as from a terminal. */
  process: ChildProcess
  ended: Promise<number | null>
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-start-'))
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** `npm start` as a person types it, or what it runs. */
async function start(env: Record<string, string>, command = ['npm', 'start']): Promise<Started> {
  const port = env.PORT ?? String(await freePort())
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    detached: true,
    env: { ...cleanEnvironment(), ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    killGroup(child, 'SIGTERM')
    await ended
  })
  return { url: `http://localhost:${port}`, output: () => output, process: child, ended }
}

/** The person's environment: what the test runner has set for itself is not part of it. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, DATABASE_URL: __, NODE_OPTIONS: ___, ...rest } = process.env
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !/^(VITEST|npm_)/.test(name)))
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid ?? 0), signal)
  } catch {
    // It has ended.
  }
}

const isReady = (server: Started) =>
  expect
    .poll(
      () =>
        fetch(server.url + paths.readyz).then(
          (response) => response.status,
          () => 0,
        ),
      { timeout: 30_000, interval: 50 },
    )
    .toBe(200)

const processesOf = (folder: string) =>
  execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('postgres') && line.includes(folder))

const post = (server: Started, path: string, form: Record<string, string>) =>
  fetch(server.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(form),
  })

describe('npm start', () => {
  test('serves, prints the link for the first admin, and keeps every answered row through kill -9 of all of it', async () => {
    const folder = await temporaryFolder()
    const first = await start({ DATA_DIR: folder })
    await isReady(first)
    expect((await (await fetch(first.url)).text()).includes('We Make AI Easy for Everyday People')).toBe(true)
    await expect.poll(first.output).toContain(`is running at ${first.url}`)

    const code = /\/setup\?code=(\S+)/.exec(first.output())?.[1] ?? ''
    expect((await post(first, paths.setup, { ...admin, code })).status).toBe(303)
    expect(
      (await post(first, paths.waitlist, { name: 'Ann Example', email: 'ann@example.org' })).status,
    ).toBe(303)
    expect(processesOf(folder).length).toBeGreaterThan(0)

    killGroup(first.process, 'SIGKILL')
    await first.ended
    await expect.poll(() => processesOf(folder), { timeout: 12_000 }).toEqual([])

    // Without npm, which ends by the signal itself and so has no exit code.
    const second = await start({ DATA_DIR: folder }, [process.execPath, 'bin/start.js'])
    await isReady(second)
    expect(second.output()).not.toContain('/setup')
    const signedIn = await post(second, paths.login, admin)
    expect(signedIn.status).toBe(303)
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    expect(await (await fetch(second.url + paths.adminSimple, { headers: { cookie } })).text()).toContain(
      'Ann Example',
    )

    killGroup(second.process, 'SIGINT')
    expect(await second.ended).toBe(0)
    expect(processesOf(folder)).toEqual([])
  }, 90_000)

  test('leaves no postgres when only the server is killed', async () => {
    const folder = await temporaryFolder()
    const server = await start({ DATA_DIR: folder })
    await isReady(server)
    const holder = Number(/"pid":(\d+)/.exec(await serverPid(folder))?.[1])
    process.kill(holder, 'SIGKILL')
    expect(await server.ended).toBe(1)
    await expect.poll(() => processesOf(folder), { timeout: 12_000 }).toEqual([])
  }, 60_000)
})

/** The second start on a folder names who holds it. */
async function serverPid(folder: string): Promise<string> {
  const refused = await start({ DATA_DIR: folder }, [process.execPath, 'bin/start.js'])
  const startedAt = Date.now()
  expect(await refused.ended).toBe(1)
  expect(Date.now() - startedAt).toBeLessThan(6000)
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
        return { DATA_DIR: await temporaryFolder(), PORT: String((server.address() as AddressInfo).port) }
      },
      /^Port \d+ is taken by another program\. Stop that one, or choose another port: PORT=\d+ npm start$/m,
    ],
    [
      'a wrong DATABASE_URL',
      async () => ({ DATABASE_URL: `postgres://ann:SECRET@127.0.0.1:${await freePort()}/none` }),
      /^The database that DATABASE_URL names cannot be used: nothing answers there\. Check .*\.$/m,
    ],
    [
      'a DATA_DIR that cannot be written',
      async () => {
        const folder = await temporaryFolder()
        await writeFile(join(folder, 'file'), '')
        return { DATA_DIR: join(folder, 'file', 'data') }
      },
      /^The data folder .* cannot be written .*DATA_DIR\.$/m,
    ],
    [
      'a mistake in the configuration',
      async () => ({ PORT: '0', PUBLIC_URL: 'example', SEED: 'yes' }),
      /^The configuration has mistakes\..*\n {2}PUBLIC_URL must .*\n {2}SEED must be sample or none$/m,
    ],
  ]
  for (const [name, environment, words] of cases)
    test(name, async () => {
      const refused = await start(await environment(), [process.execPath, 'bin/start.js'])
      expect(await refused.ended).toBe(1)
      expect(refused.output()).toMatch(words)
      expect(refused.output()).not.toMatch(/SECRET|^\s+at /m)
    }, 30_000)
})
