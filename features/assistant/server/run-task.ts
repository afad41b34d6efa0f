import type { AiService } from '../../../core/server/connected-services.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { hashWords, recordAction } from '../../posts/server/disclosure.ts'
import { readAiSettings } from './ai-settings.ts'
import { parseReply } from './clean-reply.ts'
import type { NameSources } from './privacy-guard/people-names.ts'
import { hideDetails } from './privacy-guard/privacy-guard.ts'
import type { CallService } from './service/call-service.ts'
import type { Deadlines } from './service/limits.ts'
import { askModel, type KnownService, type StreamListener } from './service/model.ts'
import { streamPlainText } from './service/partial-json.ts'
import { toReplyShape } from './service/reply-shape.ts'
import { budgetUsedUp, recordUsage } from './service/usage.ts'
import type { Task } from './writing-tasks.ts'

/** Maximum characters of material in one request to a service */
export const maxMaterialLength = 100_000

/** The user who sends the request. `keep`: personal details that may be sent unchanged. */
export type Requester = { userId: number; keep?: readonly string[] | undefined }

/** `actionId` is the id of the request's row in the ledger (the log of AI use). */
export type TaskResult<Result> = Result & { actionId: string }

/** Sends a task to the model without personal details, reads the reply, and records both in the ledger. */
export async function runTask<Reply, Result extends object>(
  {
    known,
    deadlines,
    callService,
    ...sources
  }: NameSources & { known: KnownService; deadlines: Deadlines; callService: CallService },
  { userId, keep = [] }: Requester,
  { action, prompt, material, schema, read, titlesOf }: Task<Reply, Result>,
  listener?: StreamListener,
): Promise<TaskResult<Result>> {
  if (Object.values(material).join('').length > maxMaterialLength) throw new RequestProblem('too-large')
  const { db } = sources
  const { service } = known
  return callService(userId, async () => {
    await checkBudget(db, service)
    const { houseStyle } = await readAiSettings(db)
    const { hidden, placeholders } = await hideDetails(
      sources,
      { ...material, ...(houseStyle && { houseStyle }) },
      keep,
    )
    const restore = (text: string) => placeholders.restore(text)
    const sent = prompt(hidden)
    const received = await askModel(known, sent, {
      deadlines,
      shape: toReplyShape(schema),
      onUsage: (usage) => recordUsage(db, usage),
      listener: listener && streamPlainText(listener, restore),
    })
    const result = await read(restoreAll(parseReply(schema, received), restore))
    const actionId = await recordAction(db, {
      action,
      userId,
      provider: service.provider,
      model: service.model,
      sent: `${sent.system}\n${sent.prompt}`,
      received,
      // Only a post that AI wrote from just a topic gets a fingerprint. Published unedited, it gets its own disclosure.
      textHash: 'topic' in material && 'content' in result ? hashWords(String(result.content)) : undefined,
      titles: titlesOf?.(result),
    })
    return { ...result, actionId }
  })
}

async function checkBudget(db: Queryable, service: AiService): Promise<void> {
  const retryAfterSeconds = await budgetUsedUp(db, service)
  if (retryAfterSeconds === undefined) return
  throw new RequestProblem('too-many-requests', {
    detail: `This month’s AI budget is used up. Wait for next month, or have it raised. ${
      service.origin === 'environment'
        ? 'For the person who runs your server: set AI_MONTHLY_BUDGET and restart.'
        : 'An owner can raise it in Settings > Connections.'
    }`,
    retryAfterSeconds,
  })
}

/** Puts the hidden personal details back into every string of a parsed reply. */
function restoreAll<Reply>(reply: Reply, restore: (text: string) => string): Reply {
  if (typeof reply === 'string') return restore(reply) as Reply
  if (Array.isArray(reply)) return reply.map((item) => restoreAll(item, restore)) as Reply
  if (typeof reply !== 'object' || reply === null) return reply
  return Object.fromEntries(
    Object.entries(reply).map(([key, value]) => [key, restoreAll(value, restore)]),
  ) as Reply
}
