import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Limits for one task: `work` is CPU time in ms, `wait` is total time in ms, `memory` is in MB. */
export type ProcessLimits = { work: number; wait: number; memory: number }

const idleTimeoutMs = 10_000

/** Sign of a process that used up its limits */
const exceeded = Symbol('exceeded')

/**
 * Runs tasks with untrusted input in separate processes, which are killed if a task takes too much time or memory. The
 * program calls `serveTasks` (serve-tasks.ts) with the same limits. Resolves to undefined if a limit was exceeded.
 */
export function createProcessRunner<Task extends object, Reply>(
  program: string,
  limits: ProcessLimits,
): (task: Task) => Promise<Reply | undefined> {
  /** Idle processes. Starting one takes longer than most tasks, so each waits a while for the next task. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  return async (task) => {
    const child = takeIdle() ?? (await start())
    child.send(task)
    const reply = await receive(child, limits.wait)
    if (reply === exceeded) child.kill('SIGKILL')
    else keepIdle(child)
    return reply === exceeded ? undefined : (reply as Reply)
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
      // Its `exit` event comes only later, and a task that came before that would be lost.
      idle.delete(child)
      child.kill('SIGKILL')
    }
    idle.set(child, setTimeout(end, idleTimeoutMs).unref())
    // An idle process does not keep the server from exiting, and it exits with the server.
    child.unref()
    child.channel?.unref()
  }
}

/** Waits for the next message of the process: the reply to a task, or a sign that the process is ready. */
async function receive(child: ChildProcess, timeout?: number): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  const message = once(child, 'message', { signal }).then(([reply]): unknown => reply)
  const exit = once(child, 'exit', { signal }).then(([code, killedBy]): unknown => {
    // Signs that Node ran out of memory, or that the process ended itself after its time limit
    if (killedBy === 'SIGABRT' || code === 134 || killedBy === 'SIGKILL') return exceeded
    throw new Error(`the process that reads texts ended with ${killedBy ?? code}`)
  })
  const tooLate = timeout && sleep(timeout, exceeded, { signal })
  try {
    return await Promise.race([message, exit, ...(tooLate ? [tooLate] : [])])
  } finally {
    settled.abort()
  }
}
