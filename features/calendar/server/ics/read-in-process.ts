import { fileURLToPath } from 'node:url'
import { createSemaphore } from '../../../../core/server/http/limits/semaphore.ts'
import { createProcessRunner } from '../../../../core/server/processes/run-in-process.ts'
import type { CalendarUpload } from '../../contract/calendar.ts'

/** Limits for one file, as in core/server/processes/run-in-process.ts. Ten years of a full calendar take half of them. */
export const icsLimits = { work: 3000, wait: 12_000, memory: 256 }

/** Input of the process. Days from `from` to `to` are read, in the zone of the site. */
export type IcsTask = { text: string; timeZone: string; from: string; to: string; keepTitles: boolean }

export type FileDays =
  | {
      outcome: 'read'
      ranges: { firstDay: string; lastDay: string; title: string }[]
      /** Events that are broken, repeat too often or too long, or have no start */
      leftOut: number
      leftOutFirst: CalendarUpload['leftOutFirst']
    }
  | { outcome: 'not-calendar' }
  | { outcome: 'damaged' }

const program = fileURLToPath(new URL('./ics-process.ts', import.meta.url))
const { run } = createProcessRunner<IcsTask, FileDays>(program, icsLimits)

/** One file at a time, so that the other cores keep the site answering */
const readers = createSemaphore({ max: 1, maxWaiting: 5 })

/** Reads a calendar file in a separate process, which is killed if the file takes too much time or memory. */
export async function readInProcess(task: IcsTask): Promise<FileDays | { outcome: 'too-tangled' | 'busy' }> {
  const read = await readers.run(async () => (await run(task)) ?? ({ outcome: 'too-tangled' } as const))
  return read ?? { outcome: 'busy' }
}
