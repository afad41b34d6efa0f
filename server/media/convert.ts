import { fork } from 'node:child_process'
import { z } from 'zod'
import { pictureTypes } from '../../contracts/media.ts'
import { createSemaphore } from '../http/limits/semaphore.ts'

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
/** Timeout for converting one picture, in ms */
const conversionTimeoutMs = 60_000
/** Signals of a decoder that crashes on a broken file */
const crashes = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE'])

/** Writes every size and format of the picture `source` into the new folder `target`, or only measures it without one. */
export async function convertPicture(
  source: string,
  target: string | undefined,
  signal?: AbortSignal,
): Promise<Conversion> {
  const result = await converters.run(async () => {
    signal?.throwIfAborted()
    return runInProcess({ source, target }, signal)
  })
  return result ?? { refused: 'busy' }
}

function runInProcess(task: Task, signal: AbortSignal | undefined): Promise<Conversion> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./convert-process.ts', import.meta.url), {
      // A process that reads untrusted files must not know our secrets.
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let result: Conversion | undefined
    let errorOutput = ''
    const stop = () => child.kill('SIGKILL')
    const timer = setTimeout(() => {
      result ??= { refused: 'too-slow' }
      stop()
    }, conversionTimeoutMs)
    signal?.addEventListener('abort', stop)
    child.stderr?.on('data', (chunk: Buffer) => {
      errorOutput = (errorOutput + chunk).slice(0, 4000)
    })
    child.on('message', (message) => {
      result ??= conversion.parse(message)
    })
    // Sending to a child that has already ended fails; its exit code says why.
    child.on('error', reject)
    child.on('close', (code, ended) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) reject(signal.reason)
      else if (result) resolve(result)
      else if (crashes.has(ended)) resolve({ refused: 'damaged' })
      else reject(new Error(`the conversion ended with ${ended ?? code}: ${errorOutput}`))
    })
    child.send(task, () => {})
  })
}
