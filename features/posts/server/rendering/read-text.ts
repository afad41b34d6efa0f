import { RequestProblem } from '../../../../core/server/errors.ts'
import { createSemaphore } from '../../../../core/server/http/limits/semaphore.ts'
import { countLostText } from './lost-text.ts'
import { type ReadText, readInProcess } from './read-in-process.ts'
import { hasTooManyTags, sanitizePost, tooMuchFormatting } from './sanitize.ts'

/** `busy`: the queue for the processes is full. Trying again in a few seconds makes sense. */
export type ReadOrBusy = ReadText | { outcome: 'busy' }

/** Each process takes up to 128 MB and a whole core, so an unlimited number would stop the site. */
const readers = createSemaphore({ max: 2, maxWaiting: 8 })

/** Returns the clean HTML of a text that someone wrote as Markdown or as HTML. */
export async function readMarkdown(text: string): Promise<ReadOrBusy> {
  return (await readers.run(() => readInProcess({ text, as: 'markdown' }))) ?? { outcome: 'busy' }
}

/** Max length of HTML that is sanitized in this process, which takes at most 0.1 s */
const longHtml = 200_000

/** True if reading this HTML starts a child process. */
export const isLongHtml = (html: string) => html.length > longHtml

/** Sanitizes HTML of any length. */
export async function readHtml(html: string): Promise<ReadOrBusy> {
  if (isLongHtml(html))
    return (await readers.run(() => readInProcess({ text: html, as: 'html' }))) ?? { outcome: 'busy' }
  const cleaned = sanitizePost(html)
  const lostText = countLostText(html, cleaned)
  return { outcome: 'read', html: cleaned, ...(lostText > 0 && { lostText }) }
}

/** Like `readMarkdown`, but waits instead of refusing. For texts that must not be lost, such as paid AI replies. */
export async function readMarkdownInTurn(text: string): Promise<ReadText> {
  const read = await readers.run(() => readInProcess({ text, as: 'markdown' }), {
    maxWaiting: Number.POSITIVE_INFINITY,
  })
  if (!read) throw new Error('a text was turned away from a queue without an end')
  return read
}

/**
 * Sanitizes the HTML that someone sent.
 * @throws RequestProblem if the processes for long texts are busy
 */
export async function readSentHtml(html: string): Promise<ReadText> {
  if (hasTooManyTags(html)) return { outcome: 'too-tangled' }
  const read = await readHtml(html)
  if (read.outcome === 'busy') throw new RequestProblem('overloaded', { retryAfterSeconds: 5 })
  return read
}

/**
 * Like `readSentHtml`, and returns the clean HTML.
 * @throws RequestProblem also if the HTML has too many tags
 */
export async function readGivenHtml(html: string): Promise<string> {
  const read = await readSentHtml(html)
  if (read.outcome === 'too-tangled') throw new RequestProblem('not-accepted', { detail: tooMuchFormatting })
  return read.html
}
