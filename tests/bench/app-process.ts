import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../../bin/prepare.js'
import { serverEntry, serverEnvironment, serverFlags } from '../../bin/start-flags.js'
import { paths } from '../../core/contract/paths.ts'
import { atEnd } from '../helpers/clean-up.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

export type AppProcess = { url: string; port: number; pid: number; stop: () => Promise<void> }

/** Starts the server with the same flags as `npm start`, in a separate process that logs to a file. */
export async function launchApp(env: Record<string, string>): Promise<AppProcess> {
  const logFile = join(await makeTemporaryFolder(), 'app.log')
  const log = openSync(logFile, 'a')
  const address = await freeAddress()
  const child = spawn(process.execPath, [...serverFlags, serverEntry], {
    cwd: root,
    // The IPC channel closes when this process ends for any reason, and then the server stops.
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...serverEnvironment(), ...address.env, ...env },
  })
  const stop = atEnd(() => stopChild(child, 'SIGTERM'))
  if (!child.pid) throw new Error('the server could not be started')
  await waitUntilReady(address.url, child, () => readFileSync(logFile, 'utf8'))
  return { url: address.url, port: address.port, pid: child.pid, stop }
}

/** Finds a free port, and returns the environment variables for a server on it. They take precedence over `.env`. */
export async function freeAddress(): Promise<{ url: string; port: number; env: Record<string, string> }> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('no free port')
  const { port } = address
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    port,
    env: { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url, LOG_LEVEL: 'info', SEED: 'none' },
  }
}

export async function waitUntilReady(url: string, child: ChildProcess, readLog: () => string): Promise<void> {
  const deadline = performance.now() + 60_000
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended (${child.exitCode}): ${readLog()}`)
    if (performance.now() > deadline) throw new Error(`the server is not ready after a minute: ${readLog()}`)
    await wait(10)
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}${paths.readyz}`)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

export async function stopChild(
  child: ChildProcess,
  signal: NodeJS.Signals,
  send: () => void = () => child.kill(signal),
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  send()
  await ended
}
