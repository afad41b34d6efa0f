import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ProcessMessage, ProcessOptions } from './run-in-process.ts'

/**
 * Niceness of processes for which no visitor waits. Beside two busy processes of a visitor on each core, Linux gives such a
 * process a seventh of the core (weights 335 and 1,024 in kernel/sched/core.c), so a large picture takes about 10 seconds.
 * A niceness of 19 would give it a 137th, and the picture would exceed its 60 seconds.
 */
export const backgroundNiceness = 5

/**
 * Runs in a separate process that `createProcessRunner` started: replies to each task. A separate process can be killed,
 * and a text that exhausts its memory crashes nothing else. (A thread is not enough: one that reached its memory limit
 * crashed the whole process.)
 */
export function serveTasks<Task, Reply>(run: (task: Task) => Reply | Promise<Reply>): void {
  const { isBackground, work, wait }: ProcessOptions = JSON.parse(process.argv[2] ?? '')
  if (isBackground) setPriority(backgroundNiceness)
  const watchdog = work === undefined ? undefined : startWatchdog(work, wait)
  process.on('message', async (task: Task) => {
    watchdog?.postMessage(true)
    let message: ProcessMessage<Reply>
    try {
      message = { reply: await run(task) }
    } catch (error) {
      const { stack = String(error), code } = error as NodeJS.ErrnoException
      message = { failed: stack, ...(code && { code }) }
    }
    watchdog?.postMessage(false)
    process.send?.(message)
  })
  // The server has ended.
  process.on('disconnect', () => process.exit())
  process.send?.('ready')
}

/**
 * A thread that kills the process if it works too long on one task, or if the server that waits for the reply has ended.
 * It is a thread because the task may block the main thread for hours.
 */
function startWatchdog(work: number, wait: number): Worker {
  const watchdog = new Worker(
    `let task
     require('node:worker_threads').parentPort.on('message', (isRunning) => {
       task = isRunning && { usage: process.cpuUsage(), startedAt: performance.now() }
     })
     setInterval(() => {
       if (!task) return
       const { user, system } = process.cpuUsage(task.usage)
       const waited = performance.now() - task.startedAt
       if (user + system > ${work * 1000} || waited > ${wait + 5000}) process.kill(process.pid, 'SIGKILL')
     }, 50)`,
    { eval: true },
  )
  watchdog.unref()
  return watchdog
}
