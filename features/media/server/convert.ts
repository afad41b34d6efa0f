import { z } from 'zod'
import { createSemaphore } from '../../../core/server/http/limits/semaphore.ts'
import { createProcessRunner } from '../../../core/server/processes/run-in-process.ts'
import { pictureTypes } from '../contract/media.ts'

const convertedPicture = z.object({
  type: z.enum(pictureTypes),
  /** Widths of the sizes, smallest first */
  widths: z.array(z.number()),
  /** Width and height of the largest size */
  width: z.number(),
  height: z.number(),
  /** Average color, `#rrggbb` */
  color: z.string(),
})
export type ConvertedPicture = z.infer<typeof convertedPicture>

const conversion = z.union([
  z.object({ picture: convertedPicture }),
  z.object({ refused: z.enum(['unreadable', 'heic', 'damaged', 'too-many-pixels', 'too-slow', 'busy']) }),
])
/** The converted picture, or why it was refused. `busy` means that too many pictures are waiting. */
export type Conversion = z.infer<typeof conversion>

/** Without `target`, the picture is only decoded. */
export type Task = { source: string; target?: string | undefined }

/** Limits the pictures that are converted at the same time, and the pictures that wait for that */
const converters = createSemaphore({ max: 2, maxWaiting: 20 })
/** Signals of a decoder that crashes on a broken file */
const crashes = new Set<string | undefined>(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE'])

/** One process for each picture: the memory of a large one is freed when its process ends. */
const { run } = createProcessRunner<Task, unknown>(new URL('./convert-process.ts', import.meta.url), {
  wait: 60_000,
  isBackground: true,
  idle: 0,
})

/** Writes every size and format of the picture `source` into the new folder `target`, or only measures it without one. */
export async function convertPicture(
  source: string,
  target: string | undefined,
  signal?: AbortSignal,
): Promise<Conversion> {
  const result = await converters.run(() => runInProcess({ source, target }, signal))
  return result ?? { refused: 'busy' }
}

async function runInProcess(task: Task, signal: AbortSignal | undefined): Promise<Conversion> {
  signal?.throwIfAborted()
  try {
    const result = await run(task, signal)
    return result === undefined ? { refused: 'too-slow' } : conversion.parse(result)
  } catch (error) {
    if (crashes.has((error as { killedBy?: string }).killedBy)) return { refused: 'damaged' }
    throw error
  }
}
