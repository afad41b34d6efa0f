import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test as serialTest, type TestContext, vi } from 'vitest'
import { createClusterIfMissing } from './embedded-postgres/cluster.ts'
import { choosePlacement } from './embedded-postgres/placement.ts'
import { findPostmaster } from './embedded-postgres/postmaster.ts'
import { guardName, listProcesses } from './embedded-postgres/processes.ts'
import { type EmbeddedPostgres, EmbeddedPostgresError, startEmbeddedPostgres } from './embedded-postgres.ts'

const silent = { info() {}, warn() {} }
/** Most of the time goes into waiting, so the tests run side by side; each has its own folder. */
const test = serialTest.concurrent

test('rows outlive a stop, and the cluster is private, checked and durable', async (context) => {
  const { start } = prepare(context)
  const first = await start({ durable: true })
  await query(first, 'CREATE TABLE note (text text)')
  await query(first, `INSERT INTO note VALUES ('kept')`)
  await first.stop()
  await first.stop()
  expect(findPostmaster(first.dataDir)).toBeUndefined()
  // Given up when the disk is full: tests/long/full-disk.test.ts.
  expect(statSync(join(first.dataDir, '../postgres-reserve')).size).toBe(48 * 1024 * 1024)

  const second = await start({ durable: true })
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

// Alone, as it is about time.
serialTest(
  'a second process on the same folder is refused within 3 s and told who holds it',
  async (context) => {
    const { start, startProcess } = prepare(context)
    const holder = await start()
    const startedAt = Date.now()
    const second = await startProcess()
    expect(second.report).toMatchObject({ code: 'IN_USE', holderPid: process.pid })
    expect(second.report.message).toContain(`process ${process.pid}`)
    expect(Date.now() - startedAt).toBeLessThan(3_000)
    expect(await query(holder, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  },
)

test('the lock alone refuses a second owner, also after its connection was cut', async (context) => {
  const { start } = prepare(context)
  const holder = await start()
  const [before] = await waitForOwner(holder)
  await queryAsSuperuser(holder, `SELECT pg_terminate_backend(${before?.backend})`)
  const [after] = await waitForOwner(holder, before?.backend)
  expect(after?.backend).not.toBe(before?.backend)
  expect(await queryAsSuperuser(holder, 'SELECT pid FROM app_owner')).toEqual([{ pid: process.pid }])
  expect(await queryAsSuperuser(holder, 'SELECT pg_try_advisory_lock(4739201588) AS taken')).toEqual([
    { taken: false },
  ])
})

test('of two processes that start on an empty folder at once one wins and the other is refused', async (context) => {
  const { startProcess } = prepare(context)
  const both = await Promise.all([startProcess(), startProcess()])
  const codes = both.map(({ report }) => report.code ?? 'ready').sort()
  expect(codes).toEqual(['IN_USE', 'ready'])
  const winner = both.find(({ report }) => !report.code)
  expect(both.find(({ report }) => report.code)?.report.holderPid).toBe(winner?.pid)
})

test.for<[string, (pid: number) => void]>([
  ['the owner', (pid) => process.kill(pid, 'SIGKILL')],
  ['its whole process group', (pid) => process.kill(-pid, 'SIGKILL')],
])('kill -9 of %s leaves no Postgres and loses no acknowledged row', async ([, kill], context) => {
  const { dataDir, start, startProcess } = prepare(context)
  const owner = await startProcess(`INSERT INTO note VALUES ('acknowledged')`)
  expect(processesOf(dataDir).length).toBeGreaterThan(3)
  kill(owner.pid)
  await waitForNoProcesses(dataDir)
  // Stopped by its guard, and not killed along with it.
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')

  const next = await start({ durable: true })
  expect(await query(next, 'SELECT text FROM note')).toEqual([{ text: 'acknowledged' }])
})

test('a start right after kill -9 waits for the Postgres that is ending', async (context) => {
  const { start, startProcess } = prepare(context)
  const owner = await startProcess(`INSERT INTO note VALUES ('acknowledged')`)
  process.kill(owner.pid, 'SIGKILL')
  const next = await start()
  expect(await query(next, 'SELECT text FROM note')).toEqual([{ text: 'acknowledged' }])
  expect(await staysUp(next)).toBe(true)
})

test('a Postgres without owner and guard is adopted, and ends with its new owner', async (context) => {
  const { dataDir, startProcess } = prepare(context)
  const owner = await startProcess(`INSERT INTO note VALUES ('adopted')`)
  const postmaster = findPostmaster(owner.report.dataDir ?? '')
  orphan(dataDir, owner)

  const adopter = await startProcess('SELECT text FROM note')
  expect(adopter.report.rows).toEqual([{ text: 'adopted' }])
  expect(findPostmaster(owner.report.dataDir ?? '')?.pid).toBe(postmaster?.pid)
  expect((await startProcess()).report).toMatchObject({ code: 'IN_USE', holderPid: adopter.pid })

  process.kill(adopter.pid, 'SIGKILL')
  await waitForNoProcesses(dataDir)
})

test('an adopted Postgres is stopped by stop()', async (context) => {
  const { dataDir, start, startProcess } = prepare(context)
  orphan(dataDir, await startProcess())
  const adopted = await start()
  await adopted.stop()
  expect(findPostmaster(adopted.dataDir)).toBeUndefined()
})

test('a Postgres that is killed is started again under the same address, and stays ours', async (context) => {
  const { start, startProcess } = prepare(context)
  const database = await start({ durable: true })
  await query(database, `CREATE TABLE note AS SELECT 'kept' AS text`)
  const killed = findPostmaster(database.dataDir)?.pid ?? 0
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(() => query(database, 'SELECT 1'), { timeout: 10_000 })
  expect(await query(database, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
  expect(findPostmaster(database.dataDir)?.pid).not.toBe(killed)
  expect((await startProcess()).report).toMatchObject({ code: 'IN_USE', holderPid: process.pid })
})

test('a left-over postmaster.pid whose number now belongs to another program does not stop the start', async (context) => {
  const { onCleanup, start } = prepare(context)
  const first = await start()
  const lockFile = join(first.dataDir, 'postmaster.pid')
  const content = readFileSync(lockFile, 'utf8')
  const { uid, gid } = statSync(first.dataDir)
  await first.stop()
  // A process of the same user, because Postgres ignores those of others.
  const other = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
  onCleanup(() => other.kill())
  writeFileSync(lockFile, content.replace(/^\d+/, String(other.pid)))
  const second = await start()
  expect(await query(second, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a half-made postgres.tmp of an interrupted start is cleared', async (context) => {
  const { dataDir, start } = prepare(context)
  const workshop = join(dataDir, 'postgres.tmp')
  mkdirSync(join(workshop, 'base'), { recursive: true })
  writeFileSync(join(workshop, 'PG_VERSION'), '18\n')
  mkdirSync(join(workshop, '999999999-abcdef'))
  const database = await start()
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  // Below a closed home folder of root a copy of the binaries is there too.
  const left = readdirSync(dataDir).filter((name) => name !== 'postgres-binaries')
  expect(left.sort()).toEqual(['postgres', 'postgres.log'])
})

test('a data folder with a long path, spaces and commas works', async (context) => {
  const { dataDir, start } = prepare(context)
  const longDir = join(dataDir, ...Array(6).fill('a folder with quite a long name, and a comma'))
  const database = await start({ dataDir: longDir })
  expect(database.dataDir.length).toBeGreaterThan(250)
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('a data folder that cannot be made is told in one sentence', async (context) => {
  const { dataDir, start } = prepare(context)
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  const error = await start({ dataDir: join(file, 'data') }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(EmbeddedPostgresError)
  expect(error).toMatchObject({ code: 'DATA_DIR_UNWRITABLE', message: expect.stringContaining(file) })
})

test('a cluster of another version, and a folder that is no cluster, are refused and left alone', async (context) => {
  const { dataDir, start } = prepare(context)
  const dir = join(dataDir, 'postgres')
  mkdirSync(dir, { mode: 0o755 })
  writeFileSync(join(dir, 'PG_VERSION'), '15\n')
  await expect(start()).rejects.toMatchObject({ code: 'DATA_DIR_DAMAGED' })
  writeFileSync(join(dir, 'everyday-ai.password'), 'secret\n')
  await expect(start()).rejects.toMatchObject({ code: 'VERSION_MISMATCH' })
  expect(readFileSync(join(dir, 'PG_VERSION'), 'utf8')).toBe('15\n')
})

test('a failed initdb leaves no cluster and is told with its last lines', async (context) => {
  const { dataDir: baseDir } = prepare(context)
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

serialTest.runIf(process.getuid?.() === 0)(
  'as root, a closed folder has its cluster elsewhere, now and later',
  (context) => {
    const closed = join(prepare(context).dataDir, 'closed')
    const systemDir = join(closed, '../system')
    mkdirSync(closed, { mode: 0o700 })
    const first = choosePlacement(closed, silent, systemDir)
    expect(first.baseDir).toMatch(new RegExp(`^${systemDir}/[0-9a-f]{12}$`))
    expect(first.runAs?.uid).toBeGreaterThan(0)

    mkdirSync(join(first.baseDir, 'postgres/base'), { recursive: true })
    chmodSync(closed, 0o711)
    expect(choosePlacement(closed, silent, systemDir).baseDir).toBe(first.baseDir)
  },
)

/** Helpers of one test, which stop everything they started when it ends. */
function prepare({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const cleanups: (() => unknown)[] = []
  onTestFinished(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }, 20_000)

  const dataDir = mkdtempSync(join(tmpdir(), 'everyday-ai-test-'))
  // For root: lets the user of Postgres through, which a folder of mkdtemp does not.
  chmodSync(dataDir, 0o711)
  const socketDirs = new Set<string>()
  cleanups.push(async () => {
    await waitForNoProcesses(dataDir)
    for (const path of [dataDir, ...socketDirs]) rmSync(path, { recursive: true, force: true })
  })

  async function start(options: { dataDir?: string; durable?: boolean } = {}) {
    const database = await startEmbeddedPostgres({ dataDir, log: silent, durable: false, ...options })
    socketDirs.add(socketFolderOf(database))
    cleanups.push(() => database.stop())
    return database
  }

  /** A real second process, leader of its own process group; it starts the database, runs a statement and stays. */
  async function startProcess(statement = 'SELECT 1') {
    const code = processCode(dataDir, statement)
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      cwd: import.meta.dirname,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    cleanups.push(() => child.kill('SIGKILL'))
    let output = ''
    const report = await new Promise<Report>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        output += chunk
        if (output.includes('\n')) resolve(JSON.parse(output))
      })
      child.once('close', () => reject(new Error(`The process ended without a report: ${output}`)))
    })
    if (report.connectionString) socketDirs.add(socketFolderOf(report))
    return { pid: child.pid ?? 0, report }
  }

  return { dataDir, start, startProcess, onCleanup: (cleanup: () => unknown) => cleanups.push(cleanup) }
}

type Report = {
  connectionString?: string
  dataDir?: string
  rows?: unknown[]
  code?: string
  message?: string
  holderPid?: number
}

function processCode(dataDir: string, statement: string) {
  const entry = new URL('./embedded-postgres.ts', import.meta.url).href
  return `
    import { Client } from 'pg'
    import { startEmbeddedPostgres } from ${JSON.stringify(entry)}
    const log = { info() {}, warn() {} }
    const tell = (report) => console.log(JSON.stringify(report))
    try {
      const database = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })
      const client = new Client(database.connectionString)
      client.on('error', () => {})
      await client.connect()
      await client.query('CREATE TABLE IF NOT EXISTS note (text text)')
      const { rows } = await client.query(${JSON.stringify(statement)})
      tell({ connectionString: database.connectionString, dataDir: database.dataDir, rows })
    } catch (error) {
      tell({ code: error.code ?? 'UNKNOWN', message: error.message, holderPid: error.holderPid })
      process.exit(1)
    }`
}

/** Leaves a Postgres without owner and guard. */
function orphan(dataDir: string, owner: { pid: number }) {
  // Stopped first, so that it cannot answer the death of its guard.
  process.kill(owner.pid, 'SIGSTOP')
  for (const { pid, commandLine } of processesOf(dataDir)) {
    if (commandLine.includes(guardName)) process.kill(pid, 'SIGKILL')
  }
  process.kill(owner.pid, 'SIGKILL')
}

/** Guards and Postgres of this folder; on Linux also the processes that Postgres has forked, by their folder. */
function processesOf(dataDir: string) {
  return listProcesses().filter(({ pid, commandLine }) => {
    return commandLine.includes(` ${dataDir}/postgres `) || findWorkingFolder(pid) === `${dataDir}/postgres`
  })
}

function waitForNoProcesses(dataDir: string) {
  return vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), { timeout: 10_000 })
}

function findWorkingFolder(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
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
  return vi.waitFor(
    async () => {
      const owners = await queryAsSuperuser(database, sql)
      expect(owners).toHaveLength(1)
      return owners
    },
    { timeout: 10_000 },
  )
}

async function staysUp(database: EmbeddedPostgres) {
  const pid = findPostmaster(database.dataDir)?.pid
  // Longer than the guard of the previous owner needs to send its signals.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  return pid !== undefined && findPostmaster(database.dataDir)?.pid === pid
}

function socketFolderOf({ connectionString = '' }: Pick<Report, 'connectionString'>) {
  return new URL(connectionString).searchParams.get('host') ?? ''
}
