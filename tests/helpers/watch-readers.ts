import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/**
 * Does the work, and also returns how many child processes it started and the max number at the same time. In a server
 * without uploads only the readers of long texts are such processes.
 */
export async function watchReaders<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; started: number; max: number }> {
  const children: ChildProcess[] = []
  let max = 0
  const count = (message: unknown) => {
    children.push((message as { process: ChildProcess }).process)
    const running = children.filter((child) => !child.killed && child.exitCode === null)
    max = Math.max(max, running.length)
  }
  // Node publishes each new child process there.
  subscribe('child_process', count)
  try {
    const result = await work()
    return { result, started: children.length, max }
  } finally {
    unsubscribe('child_process', count)
  }
}
