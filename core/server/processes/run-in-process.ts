import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export type ProcessOptions = {
  /** Limit for one task in ms */
  wait: number
  /** Limit of CPU time for one task in ms */
  work?: number
  /** Limit of the JavaScript heap in MB */
  memory?: number
  /** True for work that no visitor waits for: visitors come first. */
  isBackground?: boolean
  /** Ms that an idle process waits for the next task, because starting one takes longer than most tasks */
  idle?: number
  /** True if tasks or replies contain bytes. Only for programs whose replies can be trusted. */
  hasBytes?: boolean
}

/** A process for several tasks, one at a time, which share what it has loaded */
export type OpenProcess<Task, Reply> = {
  /** Resolves to undefined if a limit was exceeded. Later tasks do so, too, because the process is gone. */
  run(task: Task): Promise<Reply | undefined>
  /** Keeps the process for the next task if it is idle. Otherwise, waits until it has ended. */
  close(): Promise<void>
}

/** A message from the program (serve-tasks.ts) */
export type ProcessMessage<Reply> = { reply: Reply } | { failed: string; code?: string }

/** Sign of a process that used up its limits */
const exceeded = Symbol('exceeded')

/**
 * Runs tasks with untrusted input in separate processes, which are killed if a task takes too much time or memory. The
 * program calls `serveTasks` (serve-tasks.ts). Long, because its parts share the idle processes.
 */
export function createProcessRunner<Task extends object, Reply>(
  program: string | URL,
  options: ProcessOptions,
) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  /** Runs one task. Resolves to undefined if a limit was exceeded. */
  async function run(task: Task, signal?: AbortSignal): Promise<Reply | undefined> {
    const opened = await open(signal)
    try {
      return await opened.run(task)
    } finally {
      await opened.close()
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
        if (!isFree || !child.connected || hasEnded(child)) return undefined
        isFree = false
        // A process that has just ended cannot take the task, and its end is seen below.
        child.send(task, (error) => error && child.kill('SIGKILL'))
        const message = await receive(child, options, signal)
        if (message === exceeded) return undefined
        isFree = true
        const result = message as ProcessMessage<Reply>
        if ('reply' in result) return result.reply
        throw Object.assign(new Error(result.failed), result.code && { code: result.code })
      },
      async close() {
        if (isFree && child.connected && options.idle !== 0) return keepIdle(child)
        const end = hasEnded(child) || once(child, 'exit')
        child.kill('SIGKILL')
        await end
      },
    }
  }

  async function start(): Promise<ChildProcess> {
    const child = fork(program, [JSON.stringify(options)], {
      execArgv: options.memory === undefined ? [] : [`--max-old-space-size=${options.memory}`],
      // A process that reads untrusted input must not know our secrets.
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: options.hasBytes ? 'advanced' : 'json',
    })
    child.once('exit', () => idle.delete(child))
    // Without a listener, a process that cannot be killed would end the server.
    child.on('error', () => {})
    await receive(child, { memory: options.memory })
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
    idle.set(child, setTimeout(end, options.idle ?? 10_000).unref())
    // An idle process does not keep the server from exiting, and it exits with the server.
    child.unref()
    child.channel?.unref()
  }

  return { run, open }
}

/**
 * Waits for the next message of the process: the reply to a task, or a sign that the process is ready.
 * @throws an error with the signal in `killedBy` if the program crashed
 */
async function receive(
  child: ChildProcess,
  { wait, memory }: Partial<ProcessOptions>,
  stop?: AbortSignal,
): Promise<unknown> {
  const settled = new AbortController()
  const { signal } = settled
  const message = once(child, 'message', { signal }).then(([sent]): unknown => sent)
  const exit = once(child, 'exit', { signal }).then(([code, killedBy]): unknown => {
    // The process was killed after its time limit, or Node ran out of memory.
    if (killedBy === 'SIGKILL' || (memory && (killedBy === 'SIGABRT' || code === 134))) return exceeded
    throw Object.assign(new Error(`a process for untrusted input ended with ${killedBy ?? code}`), {
      killedBy,
    })
  })
  const tooLate = wait && sleep(wait, exceeded, { signal })
  const stopped = stop && once(stop, 'abort', { signal }).then(() => Promise.reject(stop.reason))
  try {
    return await Promise.race([message, exit, ...(tooLate ? [tooLate] : []), ...(stopped ? [stopped] : [])])
  } finally {
    settled.abort()
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null
