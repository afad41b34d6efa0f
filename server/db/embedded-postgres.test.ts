import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createClusterIfMissing } from './embedded-postgres/cluster.ts'
import { choosePlacement } from './embedded-postgres/placement.ts'
import { findPostmaster } from './embedded-postgres/postmaster.ts'
import { guardName, listProcesses } from './embedded-postgres/processes.ts'
import { type EmbeddedPostgres, EmbeddedPostgresError, startEmbeddedPostgres } from './embedded-postgres.ts'

const silent = { info() {}, warn() {} }
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('rows outlive a stop, and the cluster is private, checked and durable', async () => {
  const dataDir = makeDataDir()
  const first = await start({ dataDir, durable: true })
  await query(first, 'CREATE TABLE note (text text)')
  await query(first, `INSERT INTO note VALUES ('kept')`)
  await first.stop()
  await first.stop()
  expect(findPostmaster(first.dataDir)).toBeUndefined()

  const second = await start({ dataDir, durable: true })
  expect(second.dataDir).toBe(first.dataDir)
  expect(second.connectionString).toBe(first.connectionString)
  expect(await query(second, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
  const [settings] = await query(
    second,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
            current_setting('data_checksums') AS checksums, current_setting('listen_addresses') AS tcp,
            current_setting('server_encoding') AS encoding, datlocprovider::text AS provider, datlocale AS locale,
            (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser
     FROM pg_database WHERE datname = current_database()`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    checksums: 'on',
    tcp: '',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    superuser: false,
  })
  expect(statSync(join(second.dataDir, 'everyday-ai.password')).mode & 0o777).toBe(0o600)
  expect(statSync(socketFolderOf(second)).mode & 0o777).toBe(0o700)
  const wrongPassword = second.connectionString.replace(/:[^:@/]+@/, ':wrong@')
  await expect(query({ connectionString: wrongPassword }, 'SELECT 1')).rejects.toMatchObject({
    code: '28P01',
  })
})

test('a second process on the same folder is refused within 3 s and told who holds it', async () => {
  const dataDir = makeDataDir()
  const holder = await start({ dataDir })
  const startedAt = Date.now()
  const second = await startProcess(dataDir)
  expect(second.report).toMatchObject({ code: 'IN_USE', holderPid: process.pid })
  expect(second.report.message).toContain(`process ${process.pid}`)
  expect(Date.now() - startedAt).toBeLessThan(3_000)
  expect(await query(holder, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('the lock alone refuses a second owner, also after its connection was cut', async () => {
  const holder = await start({ dataDir: makeDataDir() })
  const [before] = await waitForOwner(holder)
  await queryAsSuperuser(holder, `SELECT pg_terminate_backend(${before?.backend})`)
  const [after] = await waitForOwner(holder, before?.backend)
  expect(after?.backend).not.toBe(before?.backend)
  expect(await queryAsSuperuser(holder, 'SELECT pid FROM app_owner')).toEqual([{ pid: process.pid }])
  expect(await queryAsSuperuser(holder, 'SELECT pg_try_advisory_lock(4739201588) AS taken')).toEqual([
    { taken: false },
  ])
})

test('of two processes that start on an empty folder at once one wins and the other is refused', async () => {
  const dataDir = makeDataDir()
  const both = await Promise.all([startProcess(dataDir), startProcess(dataDir)])
  const codes = both.map(({ report }) => report.code ?? 'ready').sort()
  expect(codes).toEqual(['IN_USE', 'ready'])
  const winner = both.find(({ report }) => !report.code)
  expect(both.find(({ report }) => report.code)?.report.holderPid).toBe(winner?.child.pid)
})

test.each([
  ['the owner', (pid: number) => process.kill(pid, 'SIGKILL')],
  ['its whole process group', (pid: number) => process.kill(-pid, 'SIGKILL')],
])('kill -9 of %s leaves no Postgres and loses no acknowledged row', async (_, kill) => {
  const dataDir = makeDataDir()
  const owner = await startProcess(dataDir, `INSERT INTO note VALUES ('acknowledged')`)
  expect(processesOf(dataDir).length).toBeGreaterThan(3)
  kill(owner.pid)
  await expect.poll(() => processesOf(dataDir), { timeout: 5_000 }).toEqual([])

  const next = await start({ dataDir, durable: true })
  expect(await query(next, 'SELECT text FROM note')).toEqual([{ text: 'acknowledged' }])
})

test('a start right after kill -9 waits for the Postgres that is ending', async () => {
  const dataDir = makeDataDir()
  const owner = await startProcess(dataDir, `INSERT INTO note VALUES ('acknowledged')`)
  process.kill(owner.pid, 'SIGKILL')
  const next = await start({ dataDir })
  expect(await query(next, 'SELECT text FROM note')).toEqual([{ text: 'acknowledged' }])
  expect(await staysUp(next)).toBe(true)
})

test('a Postgres without owner and guard is adopted, and ends with its new owner', async () => {
  const dataDir = makeDataDir()
  const owner = await startProcess(dataDir, `INSERT INTO note VALUES ('adopted')`)
  const orphan = findPostmaster(owner.report.dataDir ?? '')
  // Stopped first, so that it cannot answer the death of its guard.
  process.kill(owner.pid, 'SIGSTOP')
  for (const { pid, commandLine } of processesOf(dataDir)) {
    if (commandLine.includes(guardName)) process.kill(pid, 'SIGKILL')
  }
  process.kill(owner.pid, 'SIGKILL')

  const adopter = await startProcess(dataDir, 'SELECT text FROM note')
  expect(adopter.report.rows).toEqual([{ text: 'adopted' }])
  expect(findPostmaster(owner.report.dataDir ?? '')?.pid).toBe(orphan?.pid)
  expect((await startProcess(dataDir)).report).toMatchObject({ code: 'IN_USE', holderPid: adopter.pid })

  process.kill(adopter.pid, 'SIGKILL')
  await expect.poll(() => processesOf(dataDir), { timeout: 5_000 }).toEqual([])
})

test('an adopted Postgres is stopped by stop()', async () => {
  const dataDir = makeDataDir()
  const owner = await startProcess(dataDir)
  process.kill(owner.pid, 'SIGSTOP')
  for (const { pid, commandLine } of processesOf(dataDir)) {
    if (commandLine.includes(guardName)) process.kill(pid, 'SIGKILL')
  }
  process.kill(owner.pid, 'SIGKILL')
  const adopted = await start({ dataDir })
  await adopted.stop()
  expect(findPostmaster(adopted.dataDir)).toBeUndefined()
})

test('a Postgres that is killed is started again under the same address, and stays ours', async () => {
  const dataDir = makeDataDir()
  const database = await start({ dataDir, durable: true })
  await query(database, `CREATE TABLE note AS SELECT 'kept' AS text`)
  const killed = findPostmaster(database.dataDir)?.pid ?? 0
  process.kill(killed, 'SIGKILL')
  await expect
    .poll(() => query(database, 'SELECT text FROM note').catch(() => []), { timeout: 8_000 })
    .toEqual([{ text: 'kept' }])
  expect(findPostmaster(database.dataDir)?.pid).not.toBe(killed)
  expect((await startProcess(dataDir)).report).toMatchObject({ code: 'IN_USE', holderPid: process.pid })
})

test('a left-over postmaster.pid whose number now belongs to another program does not stop the start', async () => {
  const dataDir = makeDataDir()
  const first = await start({ dataDir })
  const lockFile = join(first.dataDir, 'postmaster.pid')
  const content = readFileSync(lockFile, 'utf8')
  const { uid, gid } = statSync(first.dataDir)
  await first.stop()
  // Of the same user, as Postgres takes only those for a predecessor.
  const other = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
  cleanups.push(() => other.kill())
  writeFileSync(lockFile, content.replace(/^\d+/, String(other.pid)))
  const second = await start({ dataDir })
  expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a half-made postgres.tmp of an interrupted start is cleared', async () => {
  const dataDir = makeDataDir()
  const workshop = join(dataDir, 'postgres.tmp')
  mkdirSync(join(workshop, 'base'), { recursive: true })
  writeFileSync(join(workshop, 'PG_VERSION'), '18\n')
  mkdirSync(join(workshop, '999999999-abcdef'))
  const database = await start({ dataDir })
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
})

test('a data folder with a long path and spaces works', async () => {
  const dataDir = join(makeDataDir(), ...Array(6).fill('a folder with quite a long name, and a comma'))
  const database = await start({ dataDir })
  expect(database.dataDir.length).toBeGreaterThan(250)
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a data folder that cannot be made is told in one sentence', async () => {
  const file = join(makeDataDir(), 'file')
  writeFileSync(file, '')
  const error = await start({ dataDir: join(file, 'data') }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(EmbeddedPostgresError)
  expect(error).toMatchObject({ code: 'DATA_DIR_UNWRITABLE', message: expect.stringContaining(file) })
})

test('a cluster of another version, and a folder that is no cluster, are refused and left alone', async () => {
  const dataDir = makeDataDir()
  const dir = join(dataDir, 'postgres')
  mkdirSync(dir, { mode: 0o755 })
  writeFileSync(join(dir, 'PG_VERSION'), '15\n')
  await expect(start({ dataDir })).rejects.toMatchObject({ code: 'DATA_DIR_DAMAGED' })
  writeFileSync(join(dir, 'everyday-ai.password'), 'secret\n')
  await expect(start({ dataDir })).rejects.toMatchObject({ code: 'VERSION_MISMATCH' })
  expect(readFileSync(join(dir, 'PG_VERSION'), 'utf8')).toBe('15\n')
})

test('a failed initdb leaves no cluster and is told with its last lines', async () => {
  const baseDir = makeDataDir()
  const nativeDir = join(baseDir, 'native')
  mkdirSync(join(nativeDir, 'bin'), { recursive: true })
  writeFileSync(join(nativeDir, 'bin/initdb'), '#!/bin/sh\necho no shared memory >&2\nexit 1\n', {
    mode: 0o755,
  })
  const dir = join(baseDir, 'postgres')
  const cluster = { baseDir, nativeDir, dir, dataDir: baseDir, runAs: undefined, durable: false, log: silent }
  await expect(createClusterIfMissing(cluster)).rejects.toMatchObject({
    code: 'INITDB_FAILED',
    message: expect.stringContaining('no shared memory'),
  })
  expect(existsSync(dir)).toBe(false)
})

test.runIf(process.getuid?.() === 0)(
  'as root, a closed folder has its cluster elsewhere, now and later',
  () => {
    const dataDir = join(makeDataDir(), 'closed')
    const systemDir = join(makeDataDir(), 'system')
    mkdirSync(dataDir, { mode: 0o700 })
    const first = choosePlacement(dataDir, silent, systemDir)
    expect(first.baseDir).toMatch(new RegExp(`^${systemDir}/[0-9a-f]{12}$`))
    expect(first.runAs?.uid).toBeGreaterThan(0)

    mkdirSync(join(first.baseDir, 'postgres/base'), { recursive: true })
    chmodSync(dataDir, 0o711)
    expect(choosePlacement(dataDir, silent, systemDir).baseDir).toBe(first.baseDir)
  },
)

/** For root the folder must let the user of Postgres through, which a folder of mkdtemp does not. */
function makeDataDir() {
  const dataDir = mkdtempSync(join(tmpdir(), 'everyday-ai-test-'))
  chmodSync(dataDir, 0o711)
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  return dataDir
}

async function start(options: { dataDir: string; durable?: boolean }) {
  const database = await startEmbeddedPostgres({ log: silent, durable: false, ...options })
  cleanups.push(() => database.stop())
  return database
}

type Report = {
  dataDir?: string
  rows?: unknown[]
  code?: string
  message?: string
  holderPid?: number
}

/** A real second process, leader of its own process group; it starts the database, runs a statement and stays. */
async function startProcess(dataDir: string, statement = 'SELECT 1') {
  const code = `
    import { Client } from 'pg'
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)}
    const log = { info() {}, warn() {} }
    const tell = (report) => console.log(JSON.stringify(report))
    try {
      const database = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })
      const client = new Client(database.connectionString)
      client.on('error', () => {})
      await client.connect()
      await client.query('CREATE TABLE IF NOT EXISTS note (text text)')
      const { rows } = await client.query(${JSON.stringify(statement)})
      tell({ dataDir: database.dataDir, rows })
    } catch (error) {
      tell({ code: error.code ?? 'UNKNOWN', message: error.message, holderPid: error.holderPid })
      process.exit(1)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.push(() => endProcess(child, dataDir))
  let output = ''
  const report = await new Promise<Report>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('\n')) resolve(JSON.parse(output))
    })
    child.once('close', () => reject(new Error(`The process ended without a report: ${output}`)))
  })
  if (!child.pid) throw new Error('The process has no pid')
  return { child, pid: child.pid, report }
}

async function endProcess(child: ChildProcess, dataDir: string) {
  child.kill('SIGKILL')
  await expect.poll(() => processesOf(dataDir), { timeout: 15_000 }).toEqual([])
}

/** Guards and Postgres of this folder, with the processes that Postgres has forked. */
function processesOf(dataDir: string) {
  const all = listProcesses()
  return all.filter(({ pid, commandLine }) => {
    return (
      pid !== process.pid &&
      !commandLine.includes('--input-type') &&
      (commandLine.includes(`${dataDir}/postgres `) || isForkOf(pid, dataDir))
    )
  })
}

function isForkOf(pid: number, dataDir: string) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(dataDir)
  } catch {
    return false
  }
}

async function query(
  database: { connectionString: string },
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = new Client(database.connectionString)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function queryAsSuperuser(database: EmbeddedPostgres, sql: string) {
  const url = new URL(database.connectionString)
  url.username = 'postgres'
  url.pathname = '/postgres'
  return query({ connectionString: url.href }, sql)
}

async function waitForOwner(database: EmbeddedPostgres, notThis: unknown = 0) {
  const sql = `SELECT pid AS backend FROM pg_locks WHERE locktype = 'advisory' AND pid <> ${notThis}`
  await expect.poll(() => queryAsSuperuser(database, sql), { timeout: 5_000 }).toHaveLength(1)
  return queryAsSuperuser(database, sql)
}

async function staysUp(database: EmbeddedPostgres) {
  const pid = findPostmaster(database.dataDir)?.pid
  // Longer than the guard of the previous owner needs to send its signals.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  return pid !== undefined && findPostmaster(database.dataDir)?.pid === pid
}

function socketFolderOf({ connectionString }: EmbeddedPostgres) {
  return new URL(connectionString).searchParams.get('host') ?? ''
}
