import { z } from 'zod'
import { excerptLength } from '../../contracts/excerpt.ts'
import { cleanTags, postLimits } from '../../contracts/posts.ts'
import type { Config } from '../config.ts'
import type { Queryable } from '../db/connect.ts'
import { RequestProblem } from '../errors.ts'
import { countEvent } from '../http/rate-counter.ts'
import { pickTags } from './built-in/enhance.ts'
import { pickExcerpt } from './built-in/excerpt.ts'
import { lineOf, shorten } from './built-in/plain-text.ts'
import { longestTitle, titleCount } from './built-in/titles.ts'
import { cleanHtml, parseReply, plainLine } from './clean-reply.ts'
import { problemOf, ServiceFault, type ServicePurpose } from './service/fault.ts'
import { Gate } from './service/gate.ts'
import type { ServiceLimits } from './service/limits.ts'
import { askModel, type Prompt } from './service/model.ts'
import { prompts } from './service/prompts.ts'
import { hearRecording } from './service/speech.ts'
import { budgetUsedUp, recordUsage } from './service/usage.ts'

/** Calls to services that one person may cause in ten minutes. */
const callsPerUser = 60
const countingSeconds = 10 * 60
/** Longest text that is sent to a service, in characters. */
const longestMaterial = 100_000

export type WrittenPost = { title: string; content: string; excerpt: string; tags: string[] }

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
            detail: `An AI service was asked ${callsPerUser} times in ten minutes. Please wait a little and try again.`,
            retryAfterSeconds,
          })
        return await call()
      })
    } catch (error) {
      throw error instanceof ServiceFault ? problemOf(error, purpose) : error
    }
  }

  /** Asks the model, and makes of its reply what `read` makes of it. */
  function write<Schema extends z.ZodType, Result>(
    userId: number,
    prompt: Prompt,
    schema: Schema,
    read: (reply: z.output<Schema>) => Promise<Result> | Result,
  ): Promise<Result> {
    if (prompt.prompt.length > longestMaterial) throw new RequestProblem('too-large')
    return use('writing', userId, async () => {
      const retryAfterSeconds = await budgetUsedUp(db, ai)
      if (retryAfterSeconds !== undefined)
        throw new RequestProblem('too-many-requests', {
          detail:
            'The AI budget of this month is used up. Raise AI_MONTHLY_BUDGET and start the server again, or wait for next month.',
          retryAfterSeconds,
        })
      const reply = await askModel(ai, limits.writing, prompt, (usage) => recordUsage(db, usage))
      return read(parseReply(schema, reply))
    })
  }

  const readPost = async (
    { title, content, excerpt, tags }: z.output<typeof postReply>,
    asked: string,
  ): Promise<WrittenPost> => {
    const html = await cleanHtml(content, asked)
    const line = plainLine(title)
    if (line === '') throw new ServiceFault('unusable')
    const found = cleanTags(tags.map((tag) => shorten(plainLine(tag), postLimits.tag))).slice(0, mostTags)
    return {
      title: shorten(line, longestPostTitle),
      content: html,
      excerpt: shorten(plainLine(excerpt) || pickExcerpt(html), excerptLength),
      tags:
        found.length < fewestTags
          ? cleanTags([...found, ...pickTags(lineOf(html, '; '), [line])]).slice(0, fewestTags)
          : found,
    }
  }

  return {
    /** The configured one; undefined where there is none. */
    provider: ai.provider,
    suggestTitles: (userId: number, subject: string) =>
      write(userId, prompts.suggestions(subject), titlesReply, ({ titles }) => {
        const clean = titles
          .map((title) => shorten(bareTitle(title), longestTitle))
          .filter((title) => title !== '')
        const unique = [...new Map(clean.map((title) => [title.toLowerCase(), title])).values()]
        if (unique.length < titleCount) throw new ServiceFault('unusable')
        return unique.slice(0, titleCount)
      }),

    writeExcerpt: (userId: number, text: string) =>
      write(userId, prompts.excerpt(text), excerptReply, ({ excerpt }) => {
        const line = plainLine(excerpt)
        if (line === '') throw new ServiceFault('unusable')
        return shorten(line, excerptLength)
      }),

    writePost: (userId: number, topic: string) =>
      write(userId, prompts.post(topic), postReply, (reply) => readPost(reply, topic)),

    enhance: (userId: number, text: string, style: string) =>
      write(userId, prompts.enhance(text, style), postReply, (reply) => readPost(reply, text)),

    hear: (userId: number, recording: Uint8Array) =>
      use('speech', userId, () => hearRecording(speech, limits.speech, recording)),
  }
}

const longestPostTitle = 120
const fewestTags = 3
const mostTags = 5

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
