import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type TestContext, vi } from 'vitest'
import { listProcesses } from '../../core/server/db/embedded-postgres/processes.ts'
import { startEmbeddedPostgres } from '../../core/server/db/embedded-postgres.ts'
import { withClient } from '../../features/backups/testing/backups.ts'

export const silentLog = { info() {}, warn() {} }

/** Creates a data folder for one test, and functions that start Postgres in it. All processes stop with the test. */
export function prepareDataFolder({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const cleanups: (() => unknown)[] = []
  onTestFinished(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }, 20_000)

  const dataDir = mkdtempSync(join(tmpdir(), 'everyday-ai-test-'))
  // If root runs the tests, Postgres runs as another user, who needs access to the folder.
  chmodSync(dataDir, 0o711)
  const socketDirs = new Set<string>()
  cleanups.push(async () => {
    await waitForNoProcesses(dataDir)
    for (const path of [dataDir, ...socketDirs]) rmSync(path, { recursive: true, force: true })
  })

  async function start(options: { dataDir?: string; durable?: boolean } = {}) {
    const database = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false, ...options })
    socketDirs.add(socketFolderOf(database))
    cleanups.push(() => database.stop())
    return database
  }

  /** Starts the database in a second process with its own process group. It runs one statement and keeps running. */
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

/** Result of the second process: the database, or the reason why it could not start */
type Report = {
  connectionString?: string
  dataDir?: string
  rows?: unknown[]
  code?: string
  message?: string
  holderPid?: number
}

function processCode(dataDir: string, statement: string) {
  const entry = new URL('../../core/server/db/embedded-postgres.ts', import.meta.url).href
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

/** The guards and Postgres of a data folder. On Linux, Postgres's child processes are found by their working folder. */
export function processesOf(dataDir: string) {
  return listProcesses().filter(({ pid, commandLine }) => {
    return commandLine.includes(` ${dataDir}/postgres `) || findWorkingFolder(pid) === `${dataDir}/postgres`
  })
}

export function waitForNoProcesses(dataDir: string) {
  return vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), { timeout: 10_000 })
}

function findWorkingFolder(pid: number) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

export const query = ({ connectionString }: { connectionString: string }, sql: string) =>
  withClient<Record<string, unknown>[]>(connectionString, async (client) => (await client.query(sql)).rows)

export function socketFolderOf({ connectionString = '' }: Pick<Report, 'connectionString'>) {
  return new URL(connectionString).searchParams.get('host') ?? ''
}
