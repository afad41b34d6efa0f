import { assistantMessages } from '../../contracts/assistant.ts'
import { excerptMinimumContent } from '../../contracts/excerpt.ts'
import { RequestProblem } from '../errors.ts'
import { hasTooManyTags, sanitizePost, textOf } from '../posts/sanitize.ts'
import type { Assistant } from './assistant.ts'
import { pickExcerpt } from './built-in/excerpt.ts'
import { lineOf } from './built-in/plain-text.ts'

/** What an answer says that no AI service made. */
export const builtIn = 'built-in'

/**
 * An excerpt of a post's HTML, by the AI service or, without one, by the built-in helper. Throws a problem in the
 * words of the product where there is too little text, or where the service fails.
 */
export async function makeExcerpt(
  assistant: Assistant,
  userId: number,
  html: string,
): Promise<{ excerpt: string; provider: string }> {
  const content = hasTooManyTags(html) ? '' : sanitizePost(html)
  if (countCharacters(content) < excerptMinimumContent)
    throw new RequestProblem('bad-request', { detail: assistantMessages.notEnoughContent })
  const { provider } = assistant
  if (!provider) return { excerpt: pickExcerpt(content), provider: builtIn }
  return { excerpt: await assistant.writeExcerpt(userId, lineOf(content)), provider }
}

/** Of the text that a reader sees, spaces counted once. */
export function countCharacters(sanitized: string): number {
  return [...textOf(sanitized).replaceAll(/\s+/g, ' ').trim()].length
}
