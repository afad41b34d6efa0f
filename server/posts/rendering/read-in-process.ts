import { type ChildProcess, fork } from 'node:child_process'
import { tracingChannel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * Limits for one text: `work` is CPU time in ms (enforced by read-text-process.ts), `wait` is total time in ms,
 * `memory` is in MB. A million characters of an ordinary text need half a second, but 20,000 malicious characters can
 * need three seconds or gigabytes. `wait` is long, because a busy machine takes longer even for an ordinary text.
 */
export const limits = { work: 1800, wait: 12_000, memory: 128 }

/** Input of the process */
export type Task = { text: string; as: 'markdown' | 'html' }

export type ReadText =
  | {
      outcome: 'read'
      html: string
      /** Number of characters that sanitizing removed, if there are many */
      lostText?: number
    }
  | { outcome: 'too-tangled' }

const program = fileURLToPath(new URL('./read-text-process.ts', import.meta.url))

/** Idle processes. Starting one takes longer than reading most texts, so each waits a while for the next text. */
const idle = new Map<ChildProcess, NodeJS.Timeout>()
const idleTimeoutMs = 10_000

/** Publishes when a process starts and finishes a text. */
const reading = tracingChannel('everyday-ai.read-text')

/** Reads a text in a separate process, which is killed if the text takes too much time or memory. */
export function readInProcess(task: Task): Promise<ReadText> {
  return reading.tracePromise(async () => {
    const child = takeIdle() ?? (await start())
    child.send(task)
    const text = await receive(child, limits.wait)
    if (text.outcome === 'read') keepIdle(child)
    else child.kill('SIGKILL')
    return text
  })
}

async function start(): Promise<ChildProcess> {
  const child = fork(program, {
    execArgv: [`--max-old-space-size=${limits.memory}`],
    // A process that reads untrusted text must not know our secrets.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.once('exit', () => idle.delete(child))
  await receive(child)
  return child
}

function takeIdle(): ChildProcess | undefined {
  for (const [child, timer] of idle) {
    clearTimeout(timer)
    idle.delete(child)
    child.ref()
    child.channel?.ref()
    return child
  }
  return undefined
}

function keepIdle(child: ChildProcess): void {
  const end = () => {
    // Its `exit` event comes only later, and a text that came before that would be lost.
    idle.delete(child)
    child.kill('SIGKILL')
  }
  idle.set(child, setTimeout(end, idleTimeoutMs).unref())
  // An idle process does not keep the server from exiting, and it exits with the server.
  child.unref()
  child.channel?.unref()
}

/** Waits for the next message of the process: the result for a text, or a sign that the process is ready. */
async function receive(child: ChildProcess, timeout?: number): Promise<ReadText> {
  const settled = new AbortController()
  const { signal } = settled
  const message = once(child, 'message', { signal }).then(([text]): ReadText => text)
  const exit = once(child, 'exit', { signal }).then(([code, killedBy]): ReadText => {
    // Signs that Node ran out of memory, or that the process ended itself after its time limit
    if (killedBy === 'SIGABRT' || code === 134 || killedBy === 'SIGKILL') return { outcome: 'too-tangled' }
    throw new Error(`the process that reads texts ended with ${killedBy ?? code}`)
  })
  const tooLate = timeout && sleep(timeout, { outcome: 'too-tangled' } as const, { signal })
  try {
    return await Promise.race([message, exit, ...(tooLate ? [tooLate] : [])])
  } finally {
    settled.abort()
  }
}
