import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { paths } from '../../core/contract/paths.ts'
import { type ReadinessResponse, readinessResponse } from '../../core/contract/readiness.ts'
import { StartError } from '../../core/server/start-error.ts'

/** The folder of one version of the app: its sources, packages, and built files */
export type VersionFolder = { path: string; version: string; node: string; entry: string; flags: string[] }

const packageFile = z.object({ version: z.string(), scripts: z.record(z.string(), z.string()) })
const startFlags = z.object({ serverEntry: z.string(), serverFlags: z.array(z.string()) })

/** @throws StartError if the folder has no version of this app that can be rehearsed */
export async function readVersionFolder(folder: string): Promise<VersionFolder> {
  const path = resolve(folder)
  const file = join(path, 'package.json')
  if (!existsSync(file)) throw new StartError(`There’s no version of this app in ${path}.`)
  const { version, scripts } = packageFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  // Without its own rehearsal mode, a copy would send emails.
  if (!scripts.rehearse) throw new StartError(`Version ${version} in ${path} can’t be rehearsed yet.`)
  const flags = startFlags.parse(await import(pathToFileURL(join(path, 'bin/start-flags.js')).href))
  if (!existsSync(join(path, flags.serverEntry)))
    throw new StartError(`Version ${version} in ${path} is not built. Run this there first: npm run build`)
  const pinned = join(path, 'node_modules/.bin/node')
  return {
    path,
    version,
    node: existsSync(pinned) ? pinned : process.execPath,
    entry: flags.serverEntry,
    flags: flags.serverFlags,
  }
}

/**
 * Runs a command of a version, such as its restore, which applies its own migrations.
 * @throws StartError with what the command says if it fails
 */
export async function runCommandOf(
  { path, node }: VersionFolder,
  [script, ...args]: [string, ...string[]],
  { env, signal }: { env: NodeJS.Dict<string>; signal: AbortSignal },
): Promise<void> {
  // In older versions, commands are elsewhere.
  const commands = existsSync(join(path, 'app/cli')) ? 'app/cli' : 'server/cli'
  const child = spawn(node, [join(commands, script), ...args], {
    cwd: path,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  const code = await new Promise((done) => child.once('error', () => {}).once('close', done))
  signal.throwIfAborted()
  if (code !== 0) throw new StartError(lastLines(said))
}

export type RunningVersion = {
  origin: string
  pid: number
  hasEnded(): boolean
  /** Messages of errors in its log */
  errors(): string[]
  stop(): Promise<void>
}

const startTimeoutMs = 180_000
const stopTimeoutMs = 25_000

/**
 * Starts a version as `npm start` does, on a free port of this machine. It ends with this process, because it watches the
 * channel to it.
 * @throws StartError with the message of the version if it does not start
 */
export async function startVersion(
  version: VersionFolder,
  { env, logFile, signal }: { env: NodeJS.Dict<string>; logFile: string; signal: AbortSignal },
): Promise<RunningVersion> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const log = openSync(logFile, 'w', 0o600)
  const child = spawn(version.node, [...version.flags, version.entry], {
    cwd: version.path,
    env: {
      ...env,
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '2',
      LOG_LEVEL: 'warn',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
    },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const running = {
    origin,
    pid: child.pid ?? 0,
    hasEnded: () => hasEnded(child),
    errors: () => readErrors(logFile),
    stop: () => stopChild(child),
  }
  try {
    await waitUntilReady(origin, child, signal)
  } catch (error) {
    await running.stop()
    if (signal.aborted || error instanceof StartError) throw error
    throw new StartError(lastLines(readFileSync(logFile, 'utf8')) || (error as Error).message)
  }
  return running
}

async function waitUntilReady(origin: string, child: ChildProcess, signal: AbortSignal): Promise<void> {
  const end = Date.now() + startTimeoutMs
  for (;;) {
    const readiness = await readReadiness(origin)
    if (readiness?.isRehearsal) return
    // It may already have sent emails, so this is only a second line of defense, after `readVersionFolder`.
    if (readiness) throw new StartError('It does not run as a rehearsal, so it was stopped.')
    signal.throwIfAborted()
    if (hasEnded(child)) throw new Error(`It ended at once (${child.exitCode ?? child.signalCode}).`)
    if (Date.now() > end) throw new Error('It was not ready after three minutes.')
    await sleep(50)
  }
}

/** Undefined while the version is not ready */
function readReadiness(origin: string): Promise<ReadinessResponse | undefined> {
  return fetch(origin + paths.readyz).then(
    async (response) => (response.ok ? readinessResponse.parse(await response.json()) : undefined),
    () => undefined,
  )
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Messages of the errors in a log, each once, without numbers and ids */
function readErrors(logFile: string): string[] {
  const lines = readFileSync(logFile, 'utf8').split('\n')
  const messages = lines.flatMap((line) => {
    const [, level = '', message = ''] = /^\{"level":(\d+).*?"msg":"((?:[^"\\]|\\.)*)"/.exec(line) ?? []
    return Number(level) >= 50 ? [message.replaceAll(/[0-9a-f-]{36}|\d+/g, '…')] : []
  })
  return [...new Set(messages)]
}

/** The end of what a process has printed for people, without its log */
function lastLines(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(\{|at |Node\.js v)/.test(line))
  return lines.slice(-3).join(' ').slice(0, 400)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (!address || typeof address === 'string') throw new Error('this machine has no free port')
  return address.port
}
