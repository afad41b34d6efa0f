import { fork } from 'node:child_process'
import { z } from 'zod'
import { pictureTypes } from '../../contracts/media.ts'

const convertedPicture = z.object({
  type: z.enum(pictureTypes),
  /** Of the sizes that were made, smallest first. */
  widths: z.array(z.number()),
  /** Of the largest. */
  width: z.number(),
  height: z.number(),
  /** Average, `#rrggbb`. */
  color: z.string(),
})
export type ConvertedPicture = z.infer<typeof convertedPicture>

const conversion = z.union([
  z.object({ picture: convertedPicture }),
  z.object({ refused: z.enum(['unreadable', 'heic', 'damaged', 'too-many-pixels', 'too-slow', 'busy']) }),
])
/** The picture, or why it was refused; `busy`: too many are waiting already. */
export type Conversion = z.infer<typeof conversion>

/** Pictures that are made at the same time, and that may wait for it. */
const most = { running: 2, waiting: 20 }
/** Ms for one picture. */
const deadline = 60_000
/** How a decoder ends that a file has broken. */
const crashes = new Set<NodeJS.Signals | null>(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE'])

let running = 0
const waiting: (() => void)[] = []

/** Writes every size and format of the picture `source` into the new folder `target`. */
export async function convertPicture(
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<Conversion> {
  if (running >= most.running) {
    if (waiting.length >= most.waiting) return { refused: 'busy' }
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    signal?.throwIfAborted()
    return await convertApart(source, target, signal)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function convertApart(source: string, target: string, signal: AbortSignal | undefined): Promise<Conversion> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./convert-process.ts', import.meta.url), {
      // What reads strangers' files knows none of our secrets.
      env: {},
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let answer: Conversion | undefined
    let complaint = ''
    const stop = () => child.kill('SIGKILL')
    const timer = setTimeout(() => {
      answer ??= { refused: 'too-slow' }
      stop()
    }, deadline)
    signal?.addEventListener('abort', stop)
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk).slice(0, 4000)
    })
    child.on('message', (message) => {
      answer ??= conversion.parse(message)
    })
    // A child that has ended already cannot be written to; its end tells why.
    child.on('error', reject)
    child.on('close', (code, ended) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) reject(signal.reason)
      else if (answer) resolve(answer)
      else if (crashes.has(ended)) resolve({ refused: 'damaged' })
      else reject(new Error(`the conversion ended with ${ended ?? code}: ${complaint}`))
    })
    child.send({ source, target }, () => {})
  })
}
