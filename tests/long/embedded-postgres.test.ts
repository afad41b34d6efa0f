import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test as serialTest, vi } from 'vitest'
import { findPostmaster } from '../../core/server/db/embedded-postgres/postmaster.ts'
import { guardName } from '../../core/server/db/embedded-postgres/processes.ts'
import type { EmbeddedPostgres } from '../../core/server/db/embedded-postgres/supervise-cluster.ts'
import {
  prepareDataFolder,
  processesOf,
  query,
  socketFolderOf,
  waitForNoProcesses,
} from '../helpers/data-folder.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'

/** These tests spend most of their time waiting, so they run in parallel, each with its own data folder. */
const test = serialTest.concurrent

test('rows outlive a stop, and the cluster is private, checked and durable', async (context) => {
  const { start } = prepareDataFolder(context)
  const first = await start({ durable: true })
  await query(first, 'CREATE TABLE note (text text)')
  await query(first, `INSERT INTO note VALUES ('kept')`)
  await first.stop()
  await first.stop()
  expect(findPostmaster(first.dataDir)).toBeUndefined()
  // This reserve of disk space is freed when the disk is full, which tests/long/full-disk.test.ts tests.
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

test('a folder that another container uses is refused, and one that it has left is not', async (context) => {
  const { start } = prepareDataFolder(context)
  const first = await start()
  const lockFile = join(first.dataDir, 'postmaster.pid')
  const lines = readFileSync(lockFile, 'utf8').split('\n')
  await first.stop()
  // Processes of another container have no pid here, but its socket in a shared folder can be reached.
  const socketFolder = await temporaryFolder(context.onTestFinished)
  const server = createServer().listen(join(socketFolder, '.s.PGSQL.5432'))
  await once(server, 'listening')
  const pidOfNoProcess = 4_194_305
  writeFileSync(lockFile, [pidOfNoProcess, ...lines.slice(1, 4), socketFolder, ...lines.slice(5)].join('\n'))

  await expect(start()).rejects.toMatchObject({
    code: 'IN_USE',
    message: expect.stringContaining('another container'),
  })

  server.close()
  await once(server, 'close')
  expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a second process on the same folder is refused and told who holds it', async (context) => {
  const { start, startProcess } = prepareDataFolder(context)
  const holder = await start()
  const second = await startProcess()
  expect(second.report).toMatchObject({ code: 'IN_USE', holderPid: process.pid })
  expect(second.report.message).toContain(`process ${process.pid}`)
  expect(await query(holder, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('the lock alone refuses a second owner, also after its connection was cut', async (context) => {
  const { start } = prepareDataFolder(context)
  const holder = await start()
  const [before] = await waitForOwner(holder)
  await queryAsSuperuser(holder, `SELECT pg_terminate_backend(${before?.backend})`)
  const [after] = await waitForOwner(holder, before?.backend)
  expect(after?.backend).not.toBe(before?.backend)
  expect(await queryAsSuperuser(holder, 'SELECT pid FROM app_owner')).toEqual([{ pid: process.pid }])
  // This is the key of the advisory lock that the owner holds (`ownerLock` in connection.ts).
  expect(await queryAsSuperuser(holder, 'SELECT pg_try_advisory_lock(4739201588) AS taken')).toEqual([
    { taken: false },
  ])
})

test('of two processes that start on an empty folder at once one wins and the other is refused', async (context) => {
  const { startProcess } = prepareDataFolder(context)
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
  const { dataDir, start, startProcess } = prepareDataFolder(context)
  const owner = await startProcess(`INSERT INTO note VALUES ('acknowledged')`)
  expect(processesOf(dataDir).length).toBeGreaterThan(3)
  kill(owner.pid)
  await waitForNoProcesses(dataDir)
  // The log shows an orderly shutdown: the guard process stopped Postgres, which was not killed with its owner.
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain('database system is shut down')

  const next = await start({ durable: true })
  expect(await query(next, 'SELECT text FROM note')).toEqual([{ text: 'acknowledged' }])
})

test('a start right after kill -9 waits for the Postgres that is ending', async (context) => {
  const { start, startProcess } = prepareDataFolder(context)
  const owner = await startProcess(`INSERT INTO note VALUES ('acknowledged')`)
  process.kill(owner.pid, 'SIGKILL')
  const next = await start()
  expect(await query(next, 'SELECT text FROM note')).toEqual([{ text: 'acknowledged' }])
  expect(await staysUp(next)).toBe(true)
})

test('a Postgres without owner and guard is adopted, and ends with its new owner', async (context) => {
  const { dataDir, startProcess } = prepareDataFolder(context)
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
  const { dataDir, start, startProcess } = prepareDataFolder(context)
  orphan(dataDir, await startProcess())
  const adopted = await start()
  await adopted.stop()
  expect(findPostmaster(adopted.dataDir)).toBeUndefined()
})

test('a Postgres that is killed is started again under the same address, and stays ours', async (context) => {
  const { start, startProcess } = prepareDataFolder(context)
  const database = await start({ durable: true })
  await query(database, `CREATE TABLE note AS SELECT 'kept' AS text`)
  const killed = findPostmaster(database.dataDir)?.pid ?? 0
  process.kill(killed, 'SIGKILL')
  await vi.waitFor(() => query(database, 'SELECT 1'), { timeout: 10_000 })
  expect(await query(database, 'SELECT text FROM note')).toEqual([{ text: 'kept' }])
  expect(findPostmaster(database.dataDir)?.pid).not.toBe(killed)
  expect((await startProcess()).report).toMatchObject({ code: 'IN_USE', holderPid: process.pid })
})

/** Kills the owner and the guard process, and leaves their Postgres running. */
function orphan(dataDir: string, owner: { pid: number }) {
  // Suspend the owner first, so that it cannot react when its guard is killed.
  process.kill(owner.pid, 'SIGSTOP')
  for (const { pid, commandLine } of processesOf(dataDir)) {
    if (commandLine.includes(guardName)) process.kill(pid, 'SIGKILL')
  }
  process.kill(owner.pid, 'SIGKILL')
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
  // By then, the previous owner's guard would have sent its signals.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  return pid !== undefined && findPostmaster(database.dataDir)?.pid === pid
}
