import { isEnoughForExcerpt, plainTextOf } from '../../../core/contract/excerpt.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { builtInProvider } from '../../posts/contract/disclosure.ts'
import { readGivenHtml } from '../../posts/server/rendering/read-text.ts'
import { assistantMessages } from '../contract/assistant.ts'
import type { Assistant } from './assistant.ts'
import { pickExcerpt } from './built-in/excerpt.ts'
import type { Requester } from './run-task.ts'
import type { StreamListener } from './service/model.ts'
import { excerptTask } from './writing-tasks.ts'

/**
 * Writes an excerpt of a post's HTML with the AI service or, if none is connected, the built-in helper.
 * @throws RequestProblem if there is too little text, or the service fails
 */
export async function makeExcerpt(
  assistant: Assistant,
  requester: Requester,
  html: string,
  listener?: StreamListener,
): Promise<{ excerpt: string; provider: string; actionId?: string }> {
  const content = await readGivenHtml(html)
  if (!isEnoughForExcerpt(content))
    throw new RequestProblem('bad-request', { detail: assistantMessages.notEnoughContent })
  const writer = await assistant.findWriter()
  if (!writer) return { excerpt: pickExcerpt(content), provider: builtInProvider }
  const written = await writer.write(requester, excerptTask(plainTextOf(content)), listener)
  return { ...written, provider: writer.provider }
}
