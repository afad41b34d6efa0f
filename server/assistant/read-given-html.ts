import { RequestProblem } from '../errors.ts'
import { readHtml } from '../posts/markdown.ts'
import { tooMuchFormatting } from '../posts/sanitize.ts'

/**
 * The clean HTML of a text that someone sent to have something made of it. A long one is cleaned in a process of its
 * own, so that it does not hold up the server.
 * @throws RequestProblem
 */
export async function readGivenHtml(html: string): Promise<string> {
  const read = await readHtml(html)
  if (read.outcome === 'busy') throw new RequestProblem('overloaded', { retryAfterSeconds: 5 })
  if (read.outcome === 'too-tangled') throw new RequestProblem('not-accepted', { detail: tooMuchFormatting })
  return read.html
}
