import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Limits for one task: `work` is CPU time in ms, `wait` is total time in ms, `memory` is in MB. The site's visitors come
 * before a process with `isBackground`.
 */
export type ProcessLimits = { work: number; wait: number; memory: number; isBackground?: boolean }

/** A process for several tasks, one at a time, which share what it has loaded */
export type OpenProcess<Task, Reply> = {
  /** Resolves to undefined if a limit was exceeded. Later tasks do so, too, because the process is gone. */
  run(task: Task): Promise<Reply | undefined>
  close(): void
}

const idleTimeoutMs = 10_000

/** Sign of a process that used up its limits */
const exceeded = Symbol('exceeded')

/**
 * Runs tasks with untrusted input in separate processes, which are killed if a task takes too much time or memory. The
 * program calls `serveTasks` (serve-tasks.ts) with the same limits.
 */
export function createProcessRunner<Task extends object, Reply>(program: string, limits: ProcessLimits) {
  /** Idle processes. Starting one takes longer than most tasks, so each waits a while for the next task. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  /** Runs one task. Resolves to undefined if a limit was exceeded. */
  async function run(task: Task): Promise<Reply | undefined> {
    const opened = await open()
    try {
      return await opened.run(task)
    } finally {
      opened.close()
    }
  }

  /** Takes a process for several tasks. When the signal aborts, the task rejects at once, and `close` kills the process. */
  async function open(signal?: AbortSignal): Promise<OpenProcess<Task, Reply>> {
    const child = takeIdle() ?? (await start())
    /** False while a task runs, and after one that did not end */
    let isFree = true
    return {
      async run(task) {
        signal?.throwIfAborted()
        if (!isFree || !child.connected) return undefined
        isFree = false
        // A process that has just ended cannot take the task, and its end is seen below.
        child.send(task, (error) => error && child.kill('SIGKILL'))
        const reply = await receive(child, limits.wait, signal)
        if (reply === exceeded) return undefined
        isFree = true
        return reply as Reply
      },
      close() {
        if (isFree && child.connected) keepIdle(child)
        else child.kill('SIGKILL')
      },
    }
  }

  async function start(): Promise<ChildProcess> {
    const child = fork(program, {
      execArgv: [`--max-old-space-size=${limits.memory}`],
      // A process that reads untrusted text must not know our secrets.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.once('exit', () => idle.delete(child))
    // Without a listener, a process that cannot be killed would end the server.
    child.on('error', () => {})
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
      // Its `exit` event comes only later, and a task that came before that would be lost.
      idle.delete(child)
      child.kill('SIGKILL')
    }
    idle.set(child, setTimeout(end, idleTimeoutMs).unref())
    // An idle process does not keep the server from exiting, and it exits with the server.
    child.unref()
    child.channel?.unref()
  }

  return { run, open }
}

/** Waits for the next message of the process: the reply to a task, or a sign that the process is ready. */
async function receive(child: ChildProcess, timeout?: number, stop?: AbortSignal): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  const message = once(child, 'message', { signal }).then(([reply]): unknown => reply)
  const exit = once(child, 'exit', { signal }).then(([code, killedBy]): unknown => {
    // Signs that Node ran out of memory, or that the process ended itself after its time limit
    if (killedBy === 'SIGABRT' || code === 134 || killedBy === 'SIGKILL') return exceeded
    throw new Error(`the process that reads texts ended with ${killedBy ?? code}`)
  })
  const tooLate = timeout && sleep(timeout, exceeded, { signal })
  const stopped = stop && once(stop, 'abort', { signal }).then(() => Promise.reject(stop.reason))
  try {
    return await Promise.race([message, exit, ...(tooLate ? [tooLate] : []), ...(stopped ? [stopped] : [])])
  } finally {
    settled.abort()
  }
}
