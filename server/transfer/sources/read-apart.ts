import { fileURLToPath } from 'node:url'
import { createSemaphore } from '../../http/limits/semaphore.ts'
import { createProcessRunner } from '../../processes/run-in-process.ts'
import { convertLimits } from './convert/convert-limits.ts'
import type { ConvertedText, ConvertTask } from './convert-text.ts'
import { type DataTask, type ParsedData, parseData } from './texts/parse-data.ts'

export type ApartTask = ConvertTask | DataTask

const program = fileURLToPath(new URL('./convert/convert-process.ts', import.meta.url))
const { run } = createProcessRunner<ApartTask, ConvertedText | { outcome: 'too-tangled' } | ParsedData>(
  program,
  convertLimits,
)

/** An import takes one core; the others keep the site answering. */
const converters = createSemaphore({ max: 1, maxWaiting: Number.POSITIVE_INFINITY })

/** Converts a text in a process with bounded time and memory. Undefined if it took too much. */
export async function convertApart(task: ConvertTask): Promise<ConvertedText | undefined> {
  const converted = await converters.run(() => run(task))
  return converted && 'html' in converted ? converted : undefined
}

/** Max characters that are parsed in this process, because they take a few milliseconds */
const maxHere = 4000

/** Parses a text that may be made to be slow, without holding up the site. Undefined if it cannot be parsed. */
export async function parseApart(task: DataTask): Promise<{ parsed: unknown } | undefined> {
  const read = task.data.length <= maxHere ? parseData(task) : await converters.run(() => run(task))
  return read && 'parsed' in read ? read : undefined
}
