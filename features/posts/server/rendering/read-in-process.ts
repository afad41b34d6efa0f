import { tracingChannel } from 'node:diagnostics_channel'
import { fileURLToPath } from 'node:url'
import { createProcessRunner } from '../../../../core/server/processes/run-in-process.ts'

/**
 * Limits for one text: `work` is CPU time in ms (enforced by core/server/processes/serve-tasks.ts), `wait` is total time in ms,
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
const { run } = createProcessRunner<Task, ReadText>(program, limits)

/** Publishes when a process starts and finishes a text. */
const reading = tracingChannel('everyday-ai.read-text')

/** Reads a text in a separate process, which is killed if the text takes too much time or memory. */
export function readInProcess(task: Task): Promise<ReadText> {
  return reading.tracePromise(async (): Promise<ReadText> => (await run(task)) ?? { outcome: 'too-tangled' })
}
