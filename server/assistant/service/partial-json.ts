import { z } from 'zod'
import { hasTooManyTags, sanitizePost, textOf } from '../../posts/sanitize.ts'
import { withoutThoughts } from './strip-reasoning.ts'

/**
 * What a person can read of a reply that is still being written: title and text, or the excerpt, up to the last
 * whole word. It only ever grows.
 */
export async function readTextSoFar(reply: string): Promise<string> {
  const said = withoutThoughts(reply)
  const from = said.indexOf('{')
  if (from < 0) return ''
  const { parsePartialJson } = await import('ai')
  const reading = begunReply.safeParse((await parsePartialJson(said.slice(from))).value)
  if (!reading.success) return ''
  const { title, content, excerpt } = reading.data
  const parts = title === undefined && content === undefined ? [excerpt] : [title, content]
  const text = parts.map((part) => toPlainText(part ?? '')).join('\n\n')
  return text.replace(/\s*\S*$/, '').trimStart()
}

const begunReply = z.object({ title: z.string(), content: z.string(), excerpt: z.string() }).partial()

/** Paragraphs apart from each other, without what has been begun of a tag. */
function toPlainText(html: string): string {
  if (hasTooManyTags(html)) return ''
  const sanitized = sanitizePost(html.replace(/<[^>]*$/, ''))
  const apart = sanitized.replaceAll(/<\/(?:p|h[1-3]|blockquote|pre|ul|ol)>|<br[^>]*>/g, '\n\n')
  return textOf(apart.replaceAll(/<li>/g, '\n- '))
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/\s*\n\s*\n\s*/g, '\n\n')
    .trim()
}
