import { spawn } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { silenceMs } from '../../app/sweep-rehearsals.ts'
import { root } from '../../bin/prepare.js'
import { paths } from '../../core/contract/paths.ts'
import { openClient } from '../../core/server/db/connect.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '../../core/server/db/embedded-postgres.ts'
import { sumTables } from '../../features/backups/testing/backups.ts'
import { postPaths } from '../../features/posts/contract/post-paths.ts'
import { sitePaths } from '../../features/site/contract/site-paths.ts'
import { startFakeAi } from '../fakes/fake-ai.ts'
import { startFakeSmtp } from '../fakes/fake-smtp.ts'
import { silentLog } from '../helpers/data-folder.ts'
import { hasFeature } from '../helpers/feature-testing.ts'
import { databaseOf } from '../helpers/operations.ts'
import { copyProject } from '../helpers/project-copy.ts'
import { signInOwner } from '../helpers/restartable-site.ts'
import { adminEnvironment } from '../helpers/sign-in.ts'
import { listProcessesWith, type StartedApp, startApp, startedByNode } from '../helpers/started-app.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { brokenVersions } from './broken-versions.ts'

const chromium = process.env.CHROMIUM_PATH

let folder = ''
const dataDir = () => join(folder, 'data')

/** Prepares a site with samples, an admin, and two entries, once. It is off. */
async function prepareSite(): Promise<void> {
  if (folder) return
  folder = await mkdtemp(join(tmpdir(), 'everyday-ai-rehearsal-'))
  await chmod(folder, 0o711)
  const app = await launch()
  await app.isReady()
  const client = await openClient(databaseOf(dataDir()))
  // The samples get their pictures while the site is already responding.
  const countBare = async () =>
    (await client.query('select from blog_posts where image_url is null')).rowCount
  await expect.poll(countBare, { timeout: 120_000 }).toBe(0)
  await client.query(
    `insert into training_waitlist (name, email) values ('Kim', 'kim@example.org'), ('Lee', 'lee@example.org')`,
  )
  await client.end()
  app.process.kill('SIGTERM')
  await app.ended
}
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const launch = (env: Record<string, string> = {}) =>
  startApp({ DATA_DIR: dataDir(), LOG_LEVEL: 'error', ...adminEnvironment, ...env }, startedByNode)

/** Runs the rehearsal of a version in its folder, against the version of this folder. */
function startRehearsal(
  versionFolder: string,
  env: Record<string, string> = {},
  command = ['tools/rehearsal/rehearse-command.ts'],
) {
  const child = spawn(process.execPath, [...command, '--current', root], {
    cwd: versionFolder,
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir(), DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, ended, output: () => output }
}

async function runRehearsal(versionFolder: string, env?: Record<string, string>) {
  const { ended, output } = startRehearsal(versionFolder, env)
  return { code: await ended, output: output() }
}

function expectNothingLeft(): void {
  expect(existsSync(join(dataDir(), 'rehearsal'))).toBe(false)
  expect(listProcessesWith(join(dataDir(), 'rehearsal'))).toEqual([])
}

async function sumSite(): Promise<Record<string, unknown>> {
  const running = findRunningPostgres({ dataDir: dataDir(), log: silentLog })
  if (running) return sumTables(running, changing)
  const postgres = await startEmbeddedPostgres({ dataDir: dataDir(), log: silentLog })
  return sumTables(postgres.connectionString, changing).finally(() => postgres.stop())
}

/** Rows that a running site changes by itself: counters of page views, last-seen times, and the record of backups */
const none = 'where false'
const changing = {
  page_views: none,
  left_out: none,
  sessions: none,
  settings: `where key <> 'last_backup'`,
  activity: `where action <> 'backup-made'`,
}

test('an unchanged version passes while the running site responds to every request', async () => {
  await prepareSite()
  const app = await launch()
  await app.isReady()
  const before = await sumSite()
  const statuses = new Map<number, number>()
  let isOver = false
  const visits = (async () => {
    while (!isOver)
      for (const path of [paths.home, postPaths.blog, sitePaths.waitlist, paths.readyz]) {
        const { status } = await fetch(app.url + path)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
  })()

  const { code, output } = await runRehearsal(root)

  isOver = true
  await visits
  expect(output).toMatch(/\d+ equal, 0 changed, 0 broken/)
  expect(code).toBe(0)
  expect([...statuses.keys()]).toEqual([200])
  expect(await sumSite()).toEqual(before)
  expectNothingLeft()
  const [report = ''] = /\/\S+\.html/.exec(output) ?? []
  expect(statSync(report).mode & 0o777).toBe(0o600)
  expect(readFileSync(report, 'utf8')).toContain('shows personal data')
  process.stdout.write(`${statuses.get(200)} requests were served during the rehearsal\n`)
})

test.for(['Making a backup', 'Restoring the copy for the new', 'Comparing', 'Opening'])(
  'after kill -9 of a rehearsal at “%s”, its processes end, and the next start of the app leaves nothing of it',
  async (line, { skip }) => {
    if (line === 'Opening' && !chromium) skip('There is no Chromium.')
    await prepareSite()
    const { child, ended, output } = startRehearsal(root)
    await expect.poll(output, { timeout: 120_000 }).toContain(line)
    await sleep(500)
    child.kill('SIGKILL')
    await ended
    const rehearsals = join(dataDir(), 'rehearsal')
    await expect.poll(() => listProcessesWith(rehearsals), { timeout: 60_000 }).toEqual([])
    const [left = ''] = await readdir(rehearsals)
    const lastSign = (Date.now() - silenceMs) / 1000 - 1
    await utimes(join(rehearsals, left), lastSign, lastSign)

    const app = await launch()
    await app.isReady()

    expectNothingLeft()
  },
)

test.skipIf(process.getuid?.() !== 0)('root does not rehearse a site of another user', async () => {
  const other = await temporaryFolder()
  await chown(other, 65534, 65534)
  await mkdir(join(other, 'postgres'))

  const { code, output } = await runRehearsal(root, { DATA_DIR: other })

  expect(code).toBe(2)
  expect(output).toContain('belongs to another user')
  expect(await readdir(other)).toEqual(['postgres'])
})

test('changed words are reported, and are no reason to stay', async () => {
  await prepareSite()
  const project = await copyProject(join(folder, 'next'))
  onTestFinished(() => rm(project.folder, { recursive: true, force: true }))
  project.addMigration("update blog_posts set title = 'Other words';")

  const { code, output } = await runRehearsal(project.folder, { CHROMIUM_PATH: '/nowhere' })

  expect(output).toMatch(/changed: \/blog text: .*became “Other/)
  expect(output).toMatch(/changed: table blog_posts has other values in the column title/)
  expect(code).toBe(0)
})

test('Ctrl-C on npm run rehearse removes the copies before it ends', async () => {
  await prepareSite()
  const { child, ended, output } = startRehearsal(root, {}, [
    'bin/run.js',
    'tools/rehearsal/rehearse-command.ts',
  ])
  await expect.poll(output, { timeout: 120_000 }).toContain('Comparing')
  child.kill('SIGINT')

  expect(await ended).toBe(2)
  expect(output()).toContain('The rehearsal was stopped.')
  expectNothingLeft()
})

test('a folder without a site is refused with one sentence', async () => {
  await prepareSite()
  const { code, output } = await runRehearsal(root, { DATA_DIR: await temporaryFolder() })

  expect(code).toBe(2)
  expect(output).toContain('There’s no database in')
})

test.for(brokenVersions)(
  'a version with $name is caught',
  async ({ breakIt, reported, needsBrowser }, { skip }) => {
    if (needsBrowser && !chromium) skip('There is no Chromium.')
    await prepareSite()
    const project = await copyProject(join(folder, 'next'))
    onTestFinished(() => rm(project.folder, { recursive: true, force: true }))
    breakIt(project)

    // Most are caught without a browser, which takes most of the time.
    const env: Record<string, string> = needsBrowser ? {} : { CHROMIUM_PATH: '/nowhere' }
    const { code, output } = await runRehearsal(project.folder, env)

    expect(output).toMatch(reported)
    expect(code).toBe(1)
    expectNothingLeft()
  },
)

test('the copies send, delete, and call nothing, although emails, a newsletter, and deletions are due', async () => {
  await prepareSite()
  const [smtp, ai] = await Promise.all([startFakeSmtp(), startFakeAi()])
  onTestFinished(async () => {
    await Promise.all([smtp.close(), ai.close()])
  })
  const services = {
    ORG_POSTAL_ADDRESS: '1 Main St',
    SMTP_URL: smtp.url,
    AI_PROVIDER: 'openai-compatible',
    AI_BASE_URL: ai.url,
    AI_MODEL: 'fake',
    STT_BASE_URL: ai.url,
  }
  await makeWorkDue()
  const before = await sumSite()

  const { code, output } = await runRehearsal(root, { ...services, CHROMIUM_PATH: '/nowhere' })

  expect(code, output).toBe(0)
  expect(smtp.received).toEqual([])
  expect(ai.received).toEqual([])
  expect(await sumSite()).toEqual(before)

  // The site itself does it, so it was due.
  const app = await launch(services)
  await app.isReady()
  await expect.poll(() => smtp.received.length, { timeout: 120_000 }).toBe(waitingEmails + subscribers)
  const client = await openClient(databaseOf(dataDir()))
  const old = async () => (await client.query(`select from training_waitlist where name = 'Old'`)).rowCount
  await expect.poll(old, { timeout: 60_000 }).toBe(0)
  await client.end()
})

const waitingEmails = 200
const subscribers = hasFeature('newsletter') ? 20 : 0

/** Fills the outbox and starts a newsletter, if there is one, without a mail server. Then adds an entry whose time is over. */
async function makeWorkDue(): Promise<void> {
  const app = await launch({ ORG_POSTAL_ADDRESS: '1 Main St' })
  await app.isReady()
  const client = await openClient(databaseOf(dataDir()))
  if (subscribers > 0) await startNewsletter(app, client)
  await client.query(
    `insert into outbox_messages (message_id, kind, recipient, subject, text)
     select 'wait' || n || '@example.org', 'test', 'wait' || n || '@example.org', 'Hello', 'One line.' from generate_series(1, $1::int) n`,
    [waitingEmails],
  )
  await client.end()
  app.process.kill('SIGTERM')
  await app.ended
  const postgres = await startEmbeddedPostgres({ dataDir: dataDir(), log: silentLog })
  const offline = await openClient(postgres.connectionString)
  await offline.query(
    `insert into training_waitlist (name, email, deleted_at) values ('Old', 'old@example.org', now() - interval '1 year')`,
  )
  await offline.query(
    `insert into settings (key, value) values ('last_clean_up', '{"at":"2026-01-01T00:00:00.000Z"}')
     on conflict (key) do update set value = excluded.value`,
  )
  await offline.end()
  await postgres.stop()
}

async function startNewsletter(app: StartedApp, client: Client): Promise<void> {
  await client.query(
    `insert into newsletter_subscriptions (email) select 'sub' || n || '@example.org' from generate_series(1, $1::int) n`,
    [subscribers],
  )
  const { rows } = await client.query('select id from blog_posts where is_published order by id limit 1')
  const { send, access } = await signInOwner(app)
  const issue = await send('/api/newsletter/issues', { ...access, json: { postId: rows[0].id } })
  expect(issue.status, await issue.text()).toBe(201)
  const copies = async () => (await client.query('select from newsletter_copies')).rowCount
  await expect.poll(copies, { timeout: 60_000 }).toBe(subscribers)
}
