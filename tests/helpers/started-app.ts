import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { expect, onTestFinished, vi } from 'vitest'
import { root } from '../../bin/prepare.js'
import { serverEntry } from '../../bin/start-flags.js'
import { paths } from '../../core/contract/paths.ts'
import { freePort } from './free-port.ts'

export type StartedApp = {
  url: string
  port: number
  output(): string
  /** Leader of its own process group, as if started in a terminal */
  process: ChildProcess
  ended: Promise<number | null>
  /** Waits until the app is ready for visitors */
  isReady(): Promise<void>
  /** Sends a signal to the app and all its child processes */
  killGroup(signal: NodeJS.Signals): void
}

const startedByNpm = ['npm', 'start']
/** The command that `npm start` runs. Without npm, a signal reaches only the app, and its exit code is visible. */
export const startedByNode = [process.execPath, 'bin/start.js']

/**
 * Starts the whole app of the version in `folder` in separate processes, and stops them when the test ends, or when
 * `whenDone` says so.
 */
export async function startApp(
  env: Record<string, string>,
  command = startedByNpm,
  whenDone: (stop: () => Promise<void>) => void = onTestFinished,
  folder = root,
): Promise<StartedApp> {
  const port = Number(env.PORT ?? (await freePort()))
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: folder,
    detached: true,
    env: { ...cleanEnvironment(), ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  whenDone(async () => {
    killGroup(child, 'SIGTERM')
    await ended
  })
  const url = `http://localhost:${port}`
  return {
    url,
    port,
    output: () => output,
    process: child,
    ended,
    isReady: () => isReady(url),
    killGroup: (signal) => killGroup(child, signal),
  }
}

/** The environment without the variables that Vitest and npm add */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, DATABASE_URL: __, NODE_OPTIONS: ___, ...rest } = process.env
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !/^(VITEST|npm_)/.test(name)))
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  // Without an id, `kill` would get 0, which means our own process group.
  if (!child.pid) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The process has already ended.
  }
}

async function isReady(url: string): Promise<void> {
  const status = () =>
    fetch(url + paths.readyz).then(
      (response) => response.status,
      () => 0,
    )
  await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 30_000, interval: 50 })
}

/** Lists the processes whose command line contains a text. */
export function listProcessesWith(text: string): string[] {
  return execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(text) && !line.includes('ps -eo'))
}

/** Lists the Postgres processes of a data folder. */
export const processesOf = (folder: string) =>
  listProcessesWith(folder).filter((line) => line.includes('postgres'))

/** Finds the process id of the server, which is a child process of the start script. */
export function serverOf(app: StartedApp): number {
  const lines = execFileSync('ps', ['-eo', 'pid,pgid,args'], { encoding: 'utf8' }).split('\n')
  const fields = lines.map((line) => line.trim().split(/\s+/))
  const found = fields.find(
    ([, group, ...args]) => Number(group) === app.process.pid && args.includes(serverEntry),
  )
  if (!found) throw new Error('the server is not running')
  return Number(found[0])
}
