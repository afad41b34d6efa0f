import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { paths } from '../../core/contract/paths.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { readBlocks, runAndStart, runBlock } from '../helpers/documented-commands.ts'
import { freePort } from '../helpers/free-port.ts'
import { visit } from '../helpers/https-visitor.ts'
import {
  countVisitors,
  databaseOf,
  joinWaitlist,
  postTo,
  pressControlC,
  stopApp,
} from '../helpers/operations.ts'
import { copyProject, type ProjectCopy } from '../helpers/project-copy.ts'
import { findProxies } from '../helpers/proxies.ts'
import { startSite } from '../helpers/site-behind-proxies.ts'
import { startApp, startedByNode } from '../helpers/started-app.ts'
import { startReading } from '../helpers/steady-load.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

// Upgrades and the way back, with the commands of docs/operations.md.

const nextVersion = '1.99.0'
const writes = 100
const additive = `-- additive
CREATE TABLE "letters" ("id" serial PRIMARY KEY NOT NULL);--> statement-breakpoint
ALTER TABLE "training_waitlist" ADD COLUMN "color" text DEFAULT 'green' NOT NULL;`
const notAdditive = `CREATE TABLE "letters" ("id" serial PRIMARY KEY NOT NULL);--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "username" SET DATA TYPE varchar(400);`

const guide = 'docs/operations.md'
const [rehearse = '', backUp, startNext] = readBlocks(guide, '## Upgrade')
const [goBack] = readBlocks(guide, '## Go back')

/** A version with one more migration, which is not built yet */
async function createVersion(folder: string, migration: string): Promise<ProjectCopy> {
  const project = await copyProject(folder)
  project.replace('package.json', /"version": "[^"]+"/, `"version": "${nextVersion}"`)
  project.addMigration(migration)
  return project
}

async function buildVersion(folder: string, migration: string): Promise<ProjectCopy> {
  const project = await createVersion(join(folder, 'next'), migration)
  await runBlock(rehearse.split(/^(?=npm run rehearse)/m)[0], { folder: project.folder })
  return project
}

async function readVersion(url: string): Promise<string> {
  const response = await fetch(url + paths.readyz)
  return ((await response.json()) as { version: string }).version
}

test(`an upgrade and the way back lose none of ${writes} writes, with at most 5 seconds without a response`, async () => {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  const current = await copyProject(join(folder, '1.0.0'))
  const next = await createVersion(join(folder, '1.1.0'), additive)
  writeFileSync(join(current.folder, '.env'), `DATA_DIR=${dataDir}\nLOG_LEVEL=error\nSEED=sample\n`)
  const env = { PORT: String(await freePort()) }
  const replace = { '/srv/everyday-ai': folder }
  let app = await startApp(env, undefined, undefined, current.folder)
  await app.isReady()
  const rehearsed = await runBlock(rehearse, { folder: next.folder, replace })
  expect(rehearsed).toMatch(/ equal, \d+ changed, 0 broken/)
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

  await runBlock(backUp, { folder, replace })
  await pressControlC(app)
  app = await runAndStart(startNext, { folder, replace, env })
  expect(await readVersion(app.url)).toBe(nextVersion)
  await waitForMore(writes / 4, () => written)
  await pressControlC(app)
  app = await startApp(env, undefined, undefined, current.folder)
  await app.isReady()
  expect(await readVersion(app.url)).not.toBe(nextVersion)
  await waitForMore(writes / 4, () => written)
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
    const next = await buildVersion(folder, additive)
    const site = await startSite()
    onTestFinished(() => site.stop())
    if (!startProxy) return
    const proxy = await startProxy(site.instances.map(({ port }) => port))
    const reading = startReading(
      proxy,
      [paths.home, postPaths.blog, sitePaths.apps, sitePaths.waitlist, paths.rss],
      50,
    )
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
  const next = await buildVersion(folder, notAdditive)
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'error', SEED: 'none' }
  const first = await startApp(env, startedByNode)
  await first.isReady()
  await joinWaitlist(1, postTo(first.url))
  await runBlock('npm run backup\n', { folder: root, env })
  await stopApp(first)
  const second = await startApp(env, startedByNode, undefined, next.folder)
  await second.isReady()
  await joinWaitlist(2, postTo(second.url))
  await stopApp(second)

  const refused = await startApp(env, startedByNode)
  expect(await refused.ended).toBe(1)
  const [, named = ''] = /npm run restore -- (\S+) --replace/.exec(refused.output()) ?? []
  expect(existsSync(named)).toBe(true)

  const replace = { 'DATA_DIR/backups/everyday-ai-....tar.gz': named }
  const back = await runAndStart(goBack, { folder: root, replace, env })
  expect(await countVisitors(databaseOf(dataDir))).toBe(1)
  await pressControlC(back)

  // The tables of the new version are gone, too, so the upgrade can be repeated.
  const again = await startApp(env, startedByNode, undefined, next.folder)
  await again.isReady()
  expect(await readVersion(again.url)).toBe(nextVersion)
})
