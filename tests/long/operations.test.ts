import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../bin/prepare.js'
import { paths } from '../../contracts/paths.ts'
import { findRunningPostgres } from '../../server/db/embedded-postgres.ts'
import { keptSettings, sumTables, withClient } from '../helpers/backups.ts'
import { createEmptyDatabase } from '../helpers/empty-database.ts'
import { copyProject, type ProjectCopy } from '../helpers/project-copy.ts'
import { freePort, type StartedApp, startApp, startedByNode } from '../helpers/started-app.ts'
import { startTemporaryPostgres } from '../helpers/temporary-postgres.ts'

// The commands of docs/operations.md, as they are written there.

const log = { info: () => {}, warn: () => {} }
const documented = readFileSync(join(root, 'docs/operations.md'), 'utf8')

/** Runs a documented `npm run` command in the folder of a version. */
async function run(command: string, args: string[], env: Record<string, string>, cwd = root) {
  expect(documented).toContain(`npm run ${command}`)
  return promisify(execFile)('npm', ['run', command, '--', ...args], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'everyday-ai-operations-'))
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function createVersion(folder: string): Promise<ProjectCopy> {
  const project = await copyProject(join(folder, 'next'))
  project.replace('package.json', /"version": "[^"]+"/, '"version": "1.99.0"')
  return project
}

async function stop(app: StartedApp): Promise<void> {
  app.process.kill('SIGTERM')
  await app.ended
}

/** Sends an entry until the site has confirmed it, like a patient visitor. */
async function write(url: string, number: number): Promise<void> {
  const body = JSON.stringify({ name: `Visitor ${number}`, email: `visitor${number}@example.org` })
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const send = () =>
    fetch(url + paths.api.trainingWaitlist, { method: 'POST', headers, body }).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(send, { timeout: 60_000, interval: 20 }).toBe(200)
}

const countVisitors = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    const { rows } = await client.query('select count(distinct email)::int as count from training_waitlist')
    return rows[0].count as number
  })
const databaseOf = (dataDir: string) => findRunningPostgres({ dataDir, log }) ?? ''

test('an upgrade and the way back lose none of 100 writes, with at most 5 seconds without a response', async () => {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  const next = await createVersion(folder)
  const port = await freePort()
  const env = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', SEED: 'sample' }
  const start = (cwd: string) => startApp(env, startedByNode, undefined, cwd)
  let app = await start(root)
  await app.isReady()
  const gaps: number[] = []
  let isOver = false
  const watching = (async () => {
    for (let last = performance.now(); !isOver; ) {
      const isUp = await fetch(app.url + paths.home).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!isUp) continue
      gaps.push(performance.now() - last)
      last = performance.now()
    }
  })()
  const writing = (async () => {
    for (let number = 1; number <= 100; number++) await write(app.url, number)
  })()

  await run('backup', [], env)
  for (const cwd of [next.folder, root]) {
    await stop(app)
    app = await start(cwd)
    await app.isReady()
    const { version } = await (await fetch(app.url + paths.readyz)).json()
    expect(version === '1.99.0').toBe(cwd === next.folder)
  }
  await writing
  isOver = true
  await watching

  expect(await countVisitors(databaseOf(dataDir))).toBe(100)
  const longest = Math.max(...gaps)
  process.stdout.write(`longest time without a response: ${(longest / 1000).toFixed(1)} s\n`)
  expect(longest).toBeLessThan(5000)
})

test('after a migration, the previous version changes nothing and names the backup that brings it back', async () => {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  const next = await createVersion(folder)
  next.addMigration('alter table training_waitlist add column color text;')
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'error', SEED: 'none' }
  const first = await startApp(env, startedByNode)
  await first.isReady()
  await write(first.url, 1)
  await run('backup', [], env)
  await stop(first)
  const second = await startApp(env, startedByNode, undefined, next.folder)
  await expect
    .poll(
      () =>
        fetch(second.url + paths.readyz).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 300_000 },
    )
    .toBe(true)
  await write(second.url, 2)
  await stop(second)

  const refused = await startApp(env, startedByNode)
  expect(await refused.ended).toBe(1)
  const [, named = ''] = /npm run restore -- (\S+) --replace/.exec(refused.output()) ?? []
  expect(existsSync(named)).toBe(true)

  await run('restore', [named, '--replace'], env)
  const back = await startApp(env, startedByNode)
  await back.isReady()
  expect(await countVisitors(databaseOf(dataDir))).toBe(1)
})

test('a site moves to another machine with its images', async () => {
  const folder = await temporaryFolder()
  const from = { DATA_DIR: join(folder, 'old'), LOG_LEVEL: 'error', SEED: 'sample' }
  const old = await startApp(from, startedByNode)
  await old.isReady()
  await write(old.url, 1)
  const where = { settings: keptSettings }
  const before = await sumTables(databaseOf(from.DATA_DIR), where)
  await stop(old)
  const file = join(folder, 'site.tar.gz')
  await run('backup', [file], from)
  const copied = join(folder, 'copied', 'site.tar.gz')
  mkdirSync(join(folder, 'copied'))
  await copyFile(file, copied)

  const to = { DATA_DIR: join(folder, 'new'), LOG_LEVEL: 'error', SEED: 'none' }
  await run('restore', [copied], to)
  const moved = await startApp(to, startedByNode)
  await moved.isReady()

  const after = await sumTables(databaseOf(to.DATA_DIR), where)
  for (const table of ['blog_posts', 'training_waitlist', 'post_revisions'])
    expect(after[table], table).toEqual(before[table])
})

test('a site changes from the embedded database to another one', async () => {
  const folder = await temporaryFolder()
  const outside = await startTemporaryPostgres()
  onTestFinished(() => outside.stop())
  const env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error', SEED: 'none' }
  const embedded = await startApp(env, startedByNode)
  await embedded.isReady()
  for (let number = 1; number <= 3; number++) await write(embedded.url, number)
  await stop(embedded)
  const file = join(folder, 'site.tar.gz')
  await run('backup', [file], env)

  const changed = { ...env, DATABASE_URL: await createEmptyDatabase(outside.connectionString) }
  await run('restore', [file], changed)
  const app = await startApp(changed, startedByNode)
  await app.isReady()

  expect(await countVisitors(changed.DATABASE_URL)).toBe(3)
})
