import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { paths } from '../../contracts/paths.ts'
import { visit } from '../helpers/https-visitor.ts'
import {
  countVisitors,
  databaseOf,
  joinWaitlist,
  postTo,
  runDocumented,
  stopApp,
} from '../helpers/operations.ts'
import { copyProject, type ProjectCopy } from '../helpers/project-copy.ts'
import { findProxies } from '../helpers/proxies.ts'
import { startSite } from '../helpers/site-behind-proxies.ts'
import { freePort, startApp, startedByNode, temporaryFolder } from '../helpers/started-app.ts'
import { startReading } from '../helpers/steady-load.ts'

// Upgrades and the way back, with the commands of docs/operations.md.

const nextVersion = '1.99.0'
const writes = 100
const additive = `CREATE TABLE "letters" ("id" serial PRIMARY KEY NOT NULL);--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD COLUMN "color" text DEFAULT 'green' NOT NULL;`
const notAdditive = `CREATE TABLE "letters" ("id" serial PRIMARY KEY NOT NULL);--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "username" SET DATA TYPE varchar(400);`

async function createVersion(folder: string, migration: string): Promise<ProjectCopy> {
  const project = await copyProject(join(folder, 'next'))
  project.replace('package.json', /"version": "[^"]+"/, `"version": "${nextVersion}"`)
  project.addMigration(migration)
  await runDocumented('build', [], {}, project.folder)
  return project
}

async function readVersion(url: string): Promise<string> {
  const response = await fetch(url + paths.readyz)
  return ((await response.json()) as { version: string }).version
}

test(`an upgrade and the way back lose none of ${writes} writes, with at most 5 seconds without a response`, async () => {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  const next = await createVersion(folder, additive)
  const port = await freePort()
  const env = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', SEED: 'sample' }
  const start = (cwd: string) => startApp(env, startedByNode, undefined, cwd)
  let app = await start(root)
  await app.isReady()
  const gaps: number[] = []
  let isOver = false
  const watching = (async () => {
    for (let last = performance.now(); !isOver; await sleep(20)) {
      const isUp = await fetch(app.url + paths.home).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!isUp) continue
      gaps.push(performance.now() - last)
      last = performance.now()
    }
  })()
  let written = 0
  const writing = (async () => {
    while (!isOver || written < writes) await joinWaitlist(++written, postTo(app.url))
  })()

  await runDocumented('backup', [], env)
  for (const version of [next.folder, root]) {
    await stopApp(app)
    app = await start(version)
    await app.isReady()
    expect((await readVersion(app.url)) === nextVersion).toBe(version === next.folder)
    await waitForMore(writes / 4, () => written)
  }
  isOver = true
  await Promise.all([writing, watching])

  expect(await countVisitors(databaseOf(dataDir))).toBe(written)
  const longest = Math.max(...gaps)
  console.log(`${written} writes; the longest time without a response was ${(longest / 1000).toFixed(1)} s`)
  expect(longest).toBeLessThan(5000)
})

const { start: startProxy, howToInstall } = findProxies().find(({ name }) => name === 'Caddy') ?? {}
if (!startProxy) console.warn(`Several instances are not tested: Caddy is not installed (${howToInstall}).`)

test.skipIf(!startProxy)(
  'three instances are replaced one by one, and back: no GET and no write fails',
  async () => {
    const folder = await temporaryFolder()
    const next = await createVersion(folder, additive)
    const site = await startSite()
    onTestFinished(() => site.stop())
    if (!startProxy) return
    const proxy = await startProxy(site.instances.map(({ port }) => port))
    const reading = startReading(proxy, [paths.home, paths.blog, paths.apps, paths.waitlist, paths.rss], 50)
    let written = 0
    let isOver = false
    const post = async (path: string, json: unknown) => (await visit(proxy, path, { json })).status
    const writing = (async () => {
      while (!isOver || written < writes) await joinWaitlist(++written, post)
    })()

    for (const version of [next.folder, root])
      for (const [index, instance] of [...site.instances].entries()) {
        await stopApp(instance)
        await site.restart(index, version)
        const { url } = site.instances[index] ?? instance
        expect((await readVersion(url)) === nextVersion).toBe(version === next.folder)
        await waitForMore(writes / 8, () => written)
      }
    isOver = true
    await writing
    const { sent, failed, slowestMs } = await reading.stop()

    console.log(
      `${sent} GETs, ${failed.length} failed, the slowest took ${slowestMs.toFixed(0)} ms; ${written} writes`,
    )
    expect(failed).toEqual([])
    expect(await countVisitors(site.connectionString)).toBe(written)
  },
)

/** Waits until a number has grown by `more`. */
async function waitForMore(more: number, read: () => number): Promise<void> {
  const before = read()
  await expect.poll(read, { timeout: 60_000 }).toBeGreaterThan(before + more)
}

test('after a migration that is not additive, the previous version changes nothing and names the backup to restore', async () => {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  const next = await createVersion(folder, notAdditive)
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'error', SEED: 'none' }
  const first = await startApp(env, startedByNode)
  await first.isReady()
  await joinWaitlist(1, postTo(first.url))
  await runDocumented('backup', [], env)
  await stopApp(first)
  const second = await startApp(env, startedByNode, undefined, next.folder)
  await second.isReady()
  await joinWaitlist(2, postTo(second.url))
  await stopApp(second)

  const refused = await startApp(env, startedByNode)
  expect(await refused.ended).toBe(1)
  const [, named = ''] = /npm run restore -- (\S+) --replace/.exec(refused.output()) ?? []
  expect(existsSync(named)).toBe(true)

  await runDocumented('restore', [named, '--replace'], env)
  const back = await startApp(env, startedByNode)
  await back.isReady()
  expect(await countVisitors(databaseOf(dataDir))).toBe(1)
  await stopApp(back)

  // The tables of the new version are gone, too, so the upgrade can be repeated.
  const again = await startApp(env, startedByNode, undefined, next.folder)
  await again.isReady()
  expect(await readVersion(again.url)).toBe(nextVersion)
})
