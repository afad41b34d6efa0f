import { chmodSync, chownSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listContainerProcesses } from '../helpers/container-processes.ts'
import { createSend } from '../helpers/create-send.ts'
import { freePort } from '../helpers/free-port.ts'
import {
  asRoot,
  buildImage,
  type Container,
  createContainer,
  inContainer,
  listFiles,
  onReadOnlyRoot,
  readImageConfig,
  runToEnd,
  sumSizes,
  whyNoImage,
} from '../helpers/image.ts'
import { joinWaitlist, postTo } from '../helpers/operations.ts'
import { adminEnvironment, signIn } from '../helpers/sign-in.ts'
import { type StartedApp, startApp } from '../helpers/started-app.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

// Builds the image of deploy/Dockerfile and runs it.

const maxMegabytes = 400
/** Ms from the start of a container with an empty volume to its first page */
const maxFirstStart = 30_000

const reason = whyNoImage()
if (reason) console.warn(`The image is not tested: ${reason}.`)

describe.skipIf(reason !== undefined)('the image', () => {
  beforeAll(buildImage, 1_800_000)

  test(`has up to ${maxMegabytes} MB in addition to its base, and nothing of npm's settings`, () => {
    const container = startContainer()
    const base = startContainer('base')
    const megabytes = (sumSizes(container.mount) - sumSizes(base.mount)) / 1e6
    console.log(`The image has ${megabytes.toFixed(0)} MB in addition to its base.`)
    expect(megabytes).toBeLessThan(maxMegabytes)
    // A mount leaves an empty file. The settings in the project's own folder are public.
    const settings = [...listFiles(container.mount)].filter(
      ([path, { bytes }]) => path.endsWith('.npmrc') && path !== 'app/.npmrc' && bytes > 0,
    )
    expect(settings).toEqual([])
  })

  test('starts as an ordinary user, is healthy, keeps its data after kill -9, and writes only to its volume', async () => {
    const container = startContainer()
    const { Cmd, healthCheck, user } = readImageConfig()
    const env = { ...adminEnvironment, PORT: String(await freePort()) }
    const checkHealth = () => runToEnd(inContainer(container.name, env, healthCheck)).status
    // Now buildah has made its own files, such as /etc/resolv.conf.
    expect(checkHealth()).toBe(1)
    const before = listFiles(container.mount)

    const began = performance.now()
    const first = await start(container, inContainer(container.name, env, Cmd), env)
    expect((await fetch(first.url)).status).toBe(200)
    const took = performance.now() - began
    console.log(`First start to first page: ${(took / 1000).toFixed(1)} s`)
    expect(took).toBeLessThan(maxFirstStart)
    expect(checkHealth()).toBe(0)
    const processes = listContainerProcesses(container.mount)
    expect(processes.filter(({ args }) => args.includes('dist/app/main.js'))).not.toEqual([])
    expect(processes.filter(({ args }) => args[0]?.includes('postgres'))).not.toEqual([])
    expect(new Set(processes.map(({ uid }) => uid))).toEqual(new Set([user]))

    await joinWaitlist(1, postTo(first.url))
    killAll(container)
    await first.ended
    expect(checkHealth()).toBe(1)

    const second = await start(container, inContainer(container.name, env, Cmd), env)
    await expectOneVisitor(second)
    expect(checkHealth()).toBe(0)
    // Not the process of buildah around it
    const server = listContainerProcesses(container.mount).find(({ args }) => args[0]?.endsWith('/node'))
    if (!server) throw new Error('the container runs no Node')
    process.kill(server.pid, 'SIGTERM')
    expect(await second.ended, second.output()).toBe(0)
    await expect.poll(() => listContainerProcesses(container.mount), { timeout: 15_000 }).toEqual([])

    const after = listFiles(container.mount)
    // For each command, buildah adds a file there and removes it. Only root can write to it.
    expect(after.get('run')?.facts).toMatch(/^d 755 0 0 /)
    after.delete('run')
    before.delete('run')
    expect([...after].filter(([path, { facts }]) => before.get(path)?.facts !== facts)).toEqual([])
    expect([...before.keys()].filter((path) => !after.has(path))).toEqual([])
  })

  test('runs as root on a volume that only root can enter, and keeps its data in the next container', async () => {
    const data = await makeVolume(0, 0)
    const { Cmd } = readImageConfig()
    const env = { ...adminEnvironment, PORT: String(await freePort()) }
    for (const isNew of [true, false]) {
      const container = startContainer()
      const app = await start(container, asRoot(container.mount, data, env, Cmd), env)
      if (isNew) await joinWaitlist(1, postTo(app.url))
      await expectOneVisitor(app)
      const database = listContainerProcesses(container.mount).filter(({ args }) =>
        args[0]?.includes('postgres'),
      )
      expect(database.length).toBeGreaterThan(0)
      expect(database.filter(({ uid }) => uid === 0)).toEqual([])
      expect(existsSync(join(container.mount, 'var/lib/everyday-ai'))).toBe(false)
      killAll(container)
      await app.ended
    }
    expect(existsSync(join(data, 'postgres/PG_VERSION'))).toBe(true)
  })

  test('runs on a read-only root without capabilities, with the commands of docs/deploy/docker.md', async () => {
    const container = startContainer()
    const { Cmd, healthCheck, user, group } = readImageConfig()
    const data = await makeVolume(user, group)
    const env = { ...adminEnvironment, PORT: String(await freePort()) }
    const run = (command: string[]) => runToEnd(onReadOnlyRoot(container.mount, data, env, command))
    const refused = run(['sh', '-c', 'touch /app/x /tmp/x; id -u; grep CapBnd /proc/self/status'])
    expect(refused.stderr.match(/Read-only file system/g)).toHaveLength(2)
    expect(refused.stdout).toMatch(new RegExp(`^${user}\nCapBnd:\\s+0+$`, 'm'))

    const app = await start(container, onReadOnlyRoot(container.mount, data, env, Cmd), env)
    expect((await fetch(app.url)).status).toBe(200)
    expect(run(healthCheck).status).toBe(0)
    const backup = run(['npm', 'run', 'backup'])
    expect(backup.stdout + backup.stderr).toContain('The backup is complete and checked: /data/backups/')
    expect(backup.status).toBe(0)
    const reset = run(['npm', 'run', 'admin', '--', 'reset-password', adminEnvironment.ADMIN_USERNAME])
    expect(reset.status, reset.stdout + reset.stderr).toBe(0)
    const copied = run(['sh', '-c', 'mkdir /data/next && tar c . | tar x -C /data/next'])
    expect(copied.status, copied.stderr).toBe(0)
    const rehearsed = run(['sh', '-c', 'cd /data/next && npm run rehearse -- --current /app'])
    expect(rehearsed.stdout + rehearsed.stderr).toMatch(/ equal, 0 changed, 0 broken/)
    expect(rehearsed.status).toBe(0)
    expect(run(['rm', '-rf', '/data/next']).status).toBe(0)
    const written = [...listFiles(data).keys()].map((path) => path.split('/')[0])
    console.log(`In the volume: ${[...new Set(written)].sort().join(' ')}`)
    expect(written).not.toContain('postgres-binaries')
  })
})

/** A folder that only its owner can enter */
async function makeVolume(user: number, group: number): Promise<string> {
  const folder = await temporaryFolder()
  chownSync(folder, user, group)
  chmodSync(folder, 0o700)
  return folder
}

/** A container that ends with the test */
function startContainer(of?: 'base'): Container {
  const container = createContainer(of)
  onTestFinished(container.remove)
  return container
}

/** Starts the server with the command line of a container. Whatever runs in it ends with the test. */
async function start(
  container: Container,
  command: string[],
  env: Record<string, string>,
): Promise<StartedApp> {
  const app = await startApp(env, command, (stop) =>
    onTestFinished(() => {
      killAll(container)
      return stop()
    }),
  )
  await app.isReady()
  return app
}

function killAll({ mount }: Container): void {
  for (const { pid } of listContainerProcesses(mount))
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A process of Postgres ends by itself after the others.
    }
}

async function expectOneVisitor({ url }: StartedApp): Promise<void> {
  const list = await createSend(url)('/api/training-waitlist', { cookie: await signIn(url) })
  expect(await list.json()).toMatchObject([{ name: 'Visitor 1', email: 'visitor1@example.org' }])
}
