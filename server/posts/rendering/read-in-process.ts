import { type ChildProcess, fork } from 'node:child_process'
import { tracingChannel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * Limits of reading one text: milliseconds of processor time (kept by read-text-process.ts), milliseconds of waiting, and
 * megabytes. A million characters of an honest text need half a second; 20,000 that are made to be slow would need
 * three, and some would fill gigabytes. A busy machine makes a text late, not tangled.
 */
export const limits = { work: 1800, wait: 12_000, memory: 128 }

/** Input of the process */
export type Task = { text: string; as: 'markdown' | 'html' }

export type ReadText =
  | {
      outcome: 'read'
      html: string
      /** Characters that cleaning took away, where that is much. */
      lostText?: number
    }
  | { outcome: 'too-tangled' }

const program = fileURLToPath(new URL('./read-text-process.ts', import.meta.url))

/** Processes without a text. Starting one takes longer than reading most texts, so each waits a while for the next. */
const idle = new Map<ChildProcess, NodeJS.Timeout>()
const idleTimeoutMs = 10_000

/** Publishes when a process starts and finishes a text. */
const reading = tracingChannel('everyday-ai.read-text')

/** Reads a text in a process of its own, which ends with the text if that is too much for it. */
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
  idle.set(child, setTimeout(() => child.kill('SIGKILL'), idleTimeoutMs).unref())
  // The server does not wait for it when it ends, and it ends with the server.
  child.unref()
  child.channel?.unref()
}

/** The next message of the process: a text, or that it is ready */
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
