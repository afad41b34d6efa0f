import { z } from 'zod'
import { hasTooManyTags, sanitizePost, textOf } from '../../../posts/server/rendering/sanitize.ts'
import type { StreamListener } from './model.ts'
import { stripReasoning } from './strip-reasoning.ts'

/** Min ms between two parses of a partial reply */
const readInterval = 150

/**
 * Wraps a listener for plain text into one for the model's partial JSON. Parsing a long reply takes time, so the next
 * parse waits ten times as long as the last one took.
 */
export function streamPlainText(
  { onText, signal }: StreamListener,
  restore: (text: string) => string,
): StreamListener {
  let isReading = false
  let dueAt = 0
  const show = async (reply: string) => {
    const startedAt = performance.now()
    if (isReading || startedAt < dueAt) return
    isReading = true
    const text = restore(await readPartialReply(reply))
    isReading = false
    const endedAt = performance.now()
    dueAt = endedAt + Math.max(readInterval, 10 * (endedAt - startedAt))
    if (text !== '') onText(text)
  }
  return { signal, onText: (reply) => void show(reply) }
}

/**
 * The readable text of a partial reply: title and content, subject and body, or the excerpt, up to the last whole word.
 * Each later result starts with the previous one.
 */
export async function readPartialReply(reply: string): Promise<string> {
  const answer = stripReasoning(reply)
  const start = answer.indexOf('{')
  if (start < 0) return ''
  const { parsePartialJson } = await import('ai')
  const partial = partialReply.safeParse((await parsePartialJson(answer.slice(start))).value)
  if (!partial.success) return ''
  const { title, content, excerpt, subject, body } = partial.data
  const isPost = title !== undefined || content !== undefined
  const parts = isPost ? [title, content] : subject !== undefined ? [subject, body] : [excerpt]
  const text = parts.map((part) => toPlainText(part ?? '')).join('\n\n')
  return text.replace(/\s*\S*$/, '').trimStart()
}

const partialReply = z
  .object({
    title: z.string(),
    content: z.string(),
    excerpt: z.string(),
    subject: z.string(),
    body: z.string(),
  })
  .partial()

/** Separates paragraphs by blank lines and drops an incomplete tag at the end. */
function toPlainText(html: string): string {
  if (hasTooManyTags(html)) return ''
  const sanitized = sanitizePost(html.replace(/<[^>]*$/, ''))
  const separated = sanitized.replaceAll(/<\/(?:p|h[1-3]|blockquote|pre|ul|ol)>|<br[^>]*>/g, '\n\n')
  return textOf(separated.replaceAll(/<li>/g, '\n- '))
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\s*\n\s*\n\s*/g, '\n\n')
    .trim()
}
