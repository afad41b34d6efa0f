import { RequestProblem } from '../errors.ts'
import { readHtml } from '../posts/rendering/read-text.ts'
import { tooMuchFormatting } from '../posts/rendering/sanitize.ts'

/**
 * Cleans the HTML that a user sent to the assistant. Long texts are cleaned in a separate process, so that they do not
 * block the server.
 * @throws RequestProblem
 */
export async function readGivenHtml(html: string): Promise<string> {
  const read = await readHtml(html)
  if (read.outcome === 'busy') throw new RequestProblem('overloaded', { retryAfterSeconds: 5 })
  if (read.outcome === 'too-tangled') throw new RequestProblem('not-accepted', { detail: tooMuchFormatting })
  return read.html
}
