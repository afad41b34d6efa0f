import { z } from 'zod'
import type { LedgerAction } from '../../contracts/disclosure.ts'
import { excerptLength } from '../../contracts/excerpt.ts'
import { cleanTags, postLimits } from '../../contracts/posts.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'
import { countEvent } from '../http/limits/rate-counter.ts'
import { hashWords, recordAction } from '../posts/disclosure.ts'
import { readAiSettings } from '../settings/ai-settings.ts'
import { pickTags } from './built-in/enhance.ts'
import { pickExcerpt } from './built-in/excerpt.ts'
import { lineOf, shorten } from './built-in/plain-text.ts'
import { maxTitleLength, titleCount } from './built-in/titles.ts'
import { cleanHtml, parseReply, plainLine } from './clean-reply.ts'
import { hideDetails } from './privacy-guard/privacy-guard.ts'
import { Gate } from './service/circuit-breaker.ts'
import { problemOf, ServiceFault, type ServicePurpose } from './service/fault.ts'
import type { ServiceLimits } from './service/limits.ts'
import { askModel, type Prompt, type StreamListener } from './service/model.ts'
import { readTextSoFar } from './service/partial-json.ts'
import { type Material, prompts } from './service/prompts.ts'
import { defaultSpeechModel, hearRecording } from './service/speech.ts'
import { budgetUsedUp, recordUsage } from './service/usage.ts'

/** Calls to services that one person may cause in ten minutes. */
const callsPerUser = 60
const countingSeconds = 10 * 60
/** Longest text that is sent to a service, in characters. */
export const maxMaterialLength = 100_000

export type WrittenPost = { title: string; content: string; excerpt: string; tags: string[] }

/** Who asks. `keep`: personal details that may leave the server as they are. */
export type Requester = { userId: number; keep?: readonly string[] | undefined }

/** With the id under which the ledger has it. */
type Noted<Result> = Result & { actionId: string }

/** The configured services. All of its calls answer with what was asked for or throw a RequestProblem. */
export type Assistant = ReturnType<typeof createAssistant>

export function createAssistant({
  config,
  db,
  limits,
}: {
  config: Config
  db: Queryable
  limits: ServiceLimits
}) {
  const { ai, speech } = config
  const gates = { writing: new Gate(limits.rest), speech: new Gate(limits.rest) }

  /** Counts before it asks, so that parallel calls cannot slip by. */
  async function use<Result>(
    purpose: ServicePurpose,
    userId: number,
    call: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await gates[purpose].pass(async () => {
        const { count, retryAfterSeconds } = await countEvent(db, `assistant:${userId}`, countingSeconds)
        if (count > callsPerUser)
          throw new RequestProblem('too-many-requests', {
            detail: `You’ve used AI ${callsPerUser} times in 10 minutes, which is the limit. Wait a few minutes and try again.`,
            retryAfterSeconds,
          })
        return await call()
      })
    } catch (error) {
      throw error instanceof ServiceFault ? problemOf(error, purpose) : error
    }
  }

  /**
   * Asks the model, without personal details, and makes of its reply what `read` makes of it. The ledger notes it.
   */
  async function write<Schema extends z.ZodType, Result extends object>(
    { userId, keep = [] }: Requester,
    { action, prompt, material, schema, read, listener }: Task<Schema, Result>,
  ): Promise<Noted<Result>> {
    if (Object.values(material).join('').length > maxMaterialLength) throw new RequestProblem('too-large')
    return use('writing', userId, async () => {
      const retryAfterSeconds = await budgetUsedUp(db, ai)
      if (retryAfterSeconds !== undefined)
        throw new RequestProblem('too-many-requests', {
          detail:
            'This month’s AI budget is used up. Wait for next month, or have it raised. For the person who runs your server: set AI_MONTHLY_BUDGET and restart.',
          retryAfterSeconds,
        })
      const { houseStyle } = await readAiSettings(db)
      const { hidden, placeholders } = await hideDetails(
        db,
        { ...material, ...(houseStyle && { houseStyle }) },
        keep,
      )
      const sent = prompt(hidden)
      const restore = (text: string) => placeholders.restore(text)
      const received = await askModel(
        ai,
        limits.writing,
        sent,
        (usage) => recordUsage(db, usage),
        listener && showText(listener, restore),
      )
      const result = await read(restoreAll(parseReply(schema, received), restore))
      const actionId = await recordAction(db, {
        action,
        userId,
        provider: ai.provider ?? '',
        model: ai.model ?? '',
        sent: `${sent.system}\n${sent.prompt}`,
        received,
        // Of a text that came from a topic alone.
        textHash: 'topic' in material && 'content' in result ? hashWords(String(result.content)) : undefined,
      })
      return { ...result, actionId }
    })
  }

  const readPost = async (
    { title, content, excerpt, tags }: z.output<typeof postReply>,
    asked: string,
  ): Promise<WrittenPost> => {
    const html = await cleanHtml(content, asked)
    const line = plainLine(title)
    if (line === '') throw new ServiceFault('unusable')
    const found = cleanTags(tags.map((tag) => shorten(plainLine(tag), postLimits.tag))).slice(0, maxTags)
    return {
      title: shorten(line, maxPostTitleLength),
      content: html,
      excerpt: shorten(plainLine(excerpt) || pickExcerpt(html), excerptLength),
      tags:
        found.length < minTags
          ? cleanTags([...found, ...pickTags(lineOf(html, '; '), [line])]).slice(0, minTags)
          : found,
    }
  }

  return {
    /** The configured one; undefined where there is none. */
    provider: ai.provider,
    suggestTitles: (requester: Requester, subject: string) =>
      write(requester, {
        action: 'suggest-titles',
        prompt: prompts.suggestions,
        material: { subject },
        schema: titlesReply,
        read({ titles }) {
          const clean = titles
            .map((title) => shorten(bareTitle(title), maxTitleLength))
            .filter((title) => title !== '')
          const unique = [...new Map(clean.map((title) => [title.toLowerCase(), title])).values()]
          if (unique.length < titleCount) throw new ServiceFault('unusable')
          return { suggestions: unique.slice(0, titleCount) }
        },
      }),

    writeExcerpt: (requester: Requester, text: string, listener?: StreamListener) =>
      write(requester, {
        action: 'generate-excerpt',
        prompt: prompts.excerpt,
        material: { text },
        schema: excerptReply,
        read({ excerpt }) {
          const line = plainLine(excerpt)
          if (line === '') throw new ServiceFault('unusable')
          return { excerpt: shorten(line, excerptLength) }
        },
        listener,
      }),

    writePost: (
      requester: Requester,
      topic: string,
      {
        action = 'generate-post',
        listener,
      }: { action?: LedgerAction; listener?: StreamListener | undefined } = {},
    ) =>
      write(requester, {
        action,
        prompt: prompts.post,
        material: { topic },
        schema: postReply,
        read: (reply) => readPost(reply, topic),
        listener,
      }),

    enhance: (requester: Requester, text: string, style: string, listener?: StreamListener) =>
      write(requester, {
        action: 'enhance-content',
        prompt: prompts.enhance,
        material: { style, text },
        schema: postReply,
        read: (reply) => readPost(reply, text),
        listener,
      }),

    transcribe: (userId: number, recording: Uint8Array) =>
      use('speech', userId, async () => {
        const text = await hearRecording(speech, limits.speech, recording)
        const actionId = await recordAction(db, {
          action: 'transcribe',
          userId,
          provider: speechProvider,
          model: speech.model ?? defaultSpeechModel,
          sent: recording,
          received: text,
        })
        return { text, actionId }
      }),
  }
}

/** What the ledger and the answer call the speech service. */
export const speechProvider = 'openai-compatible'

type Task<Schema extends z.ZodType, Result> = {
  action: LedgerAction
  prompt: (material: Material) => Prompt
  material: Material
  schema: Schema
  read: (reply: z.output<Schema>) => Promise<Result> | Result
  listener?: StreamListener | undefined
}

/** Every text of a parsed reply with its details back. */
function restoreAll<Reply>(reply: Reply, restore: (text: string) => string): Reply {
  if (typeof reply === 'string') return restore(reply) as Reply
  if (Array.isArray(reply)) return reply.map((item) => restoreAll(item, restore)) as Reply
  if (typeof reply !== 'object' || reply === null) return reply
  return Object.fromEntries(
    Object.entries(reply).map(([key, value]) => [key, restoreAll(value, restore)]),
  ) as Reply
}

/** Ms between two looks at a reply that is being written. */
const lookInterval = 150

/** Somebody who is shown what can be read of a reply, now and then: reading takes a while, too. */
function showText({ onText, signal }: StreamListener, restore: (text: string) => string): StreamListener {
  let isReading = false
  let dueAt = 0
  const show = async (reply: string) => {
    const began = performance.now()
    if (isReading || began < dueAt) return
    isReading = true
    const text = restore(await readTextSoFar(reply))
    isReading = false
    const ended = performance.now()
    dueAt = ended + Math.max(lookInterval, 10 * (ended - began))
    if (text !== '') onText(text)
  }
  return { signal, onText: (reply) => void show(reply) }
}

const maxPostTitleLength = 120
const minTags = 3
const maxTags = 5

const titlesReply = z.object({ titles: z.array(z.string()).max(50) })
const excerptReply = z.object({ excerpt: z.string() })
const postReply = z.object({
  title: z.string(),
  content: z.string().max(postLimits.content),
  excerpt: z.string(),
  tags: z.array(z.string()).max(50),
})

/** Without the number, the bullet and the quotation marks that models put around titles. */
function bareTitle(title: string): string {
  return plainLine(title)
    .replace(/^(?:\d{1,2}[.):]\s+|[-*•]\s+)/, '')
    .replace(/^["“](.*)["”]$/, '$1')
    .trim()
}
