import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createSemaphore } from '../../http/limits/semaphore.ts'
import { countLostText } from './lost-text.ts'
import { sanitizePost } from './sanitize.ts'

/**
 * What one text may cost, in milliseconds of a processor (server/posts/rendering/read-text-process.ts keeps to it), milliseconds
 * of waiting, and megabytes. A million characters of somebody's own need half a second; 20,000 that are made to be slow
 * would need three, and some would fill gigabytes. A busy machine makes a text late, not tangled.
 */
export const limits = { work: 1800, wait: 12_000, memory: 128 }

export type ReadText =
  | {
      outcome: 'read'
      html: string
      /** Characters that cleaning took away, where that is much. */
      lostText?: number
    }
  | { outcome: 'too-tangled' }
/** Busy: as many texts as may wait are waiting already. Trying again in a few seconds makes sense. */
export type ReadOrBusy = ReadText | { outcome: 'busy' }

/** A process takes up to 128 MB and a whole core, so that an unlimited number of them stops the site for everyone. */
const readers = createSemaphore({ max: 2, maxWaiting: 8 })

const reader = fileURLToPath(new URL('./read-text-process.ts', import.meta.url))

/** What the process is sent. */
export type Task = { text: string; as: 'markdown' | 'html' }

/** The clean HTML of a text that someone wrote as Markdown or as HTML. */
export async function readMarkdown(text: string): Promise<ReadOrBusy> {
  return (await readers.run(() => readInProcess({ text, as: 'markdown' }))) ?? { outcome: 'busy' }
}

/** Characters of HTML that are cleaned right here: at most 0.1 s. A megabyte can be written to take four times that. */
const longHtml = 200_000

/** Whether reading it starts a child process. */
export const isLongHtml = (html: string) => html.length > longHtml

/** The clean HTML of HTML of any length. */
export async function readHtml(html: string): Promise<ReadOrBusy> {
  if (isLongHtml(html))
    return (await readers.run(() => readInProcess({ text: html, as: 'html' }))) ?? { outcome: 'busy' }
  const cleaned = sanitizePost(html)
  const lostText = countLostText(html, cleaned)
  return { outcome: 'read', html: cleaned, ...(lostText > 0 && { lostText }) }
}

/** The same for a text that must not be turned away, such as an answer that was paid for. It waits for its turn. */
export async function readMarkdownInTurn(text: string): Promise<ReadText> {
  const read = await readers.run(() => readInProcess({ text, as: 'markdown' }), {
    maxWaiting: Number.POSITIVE_INFINITY,
  })
  if (!read) throw new Error('a text was turned away from a queue without an end')
  return read
}

async function readInProcess(task: Task): Promise<ReadText> {
  const child = fork(reader, {
    execArgv: [`--max-old-space-size=${limits.memory}`],
    // What reads a stranger's text needs to know nothing.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  try {
    return await ask(child, task)
  } finally {
    child.kill('SIGKILL')
  }
}

function ask(child: ChildProcess, task: Task): Promise<ReadText> {
  return new Promise((resolve, reject) => {
    let deadline: NodeJS.Timeout | undefined
    const end = (result: ReadText) => {
      clearTimeout(deadline)
      resolve(result)
    }
    child.on('error', reject)
    child.once('message', () => {
      child.once('message', (result: ReadText) => end(result))
      deadline = setTimeout(() => end({ outcome: 'too-tangled' }), limits.wait)
      child.send(task)
    })
    child.once('exit', (code, signal) => {
      // How Node ends when its memory is full, and how it ends itself when it has worked too long.
      if (signal === 'SIGABRT' || code === 134 || signal === 'SIGKILL') return end({ outcome: 'too-tangled' })
      clearTimeout(deadline)
      reject(new Error(`the reader of Markdown ended with ${signal ?? code}`))
    })
  })
}
