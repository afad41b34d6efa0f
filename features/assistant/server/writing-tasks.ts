import { z } from 'zod'
import { excerptLength } from '../../../core/contract/excerpt.ts'
import type { LedgerAction } from '../../posts/contract/disclosure.ts'
import { cleanTags, postLimits } from '../../posts/contract/posts.ts'
import { pickTags } from './built-in/enhance.ts'
import { pickExcerpt } from './built-in/excerpt.ts'
import { lineOf, shorten } from './built-in/plain-text.ts'
import { maxTitleLength, titleCount } from './built-in/titles.ts'
import { cleanHtml, plainLine } from './clean-reply.ts'
import { ServiceFault } from './service/fault.ts'
import type { Prompt } from './service/model.ts'
import { type Material, prompts } from './service/prompts.ts'

/** A request to the model: what is sent, and how the reply is read. `read` throws a ServiceFault. */
export type Task<Reply, Result> = {
  action: LedgerAction
  prompt: (material: Material) => Prompt
  material: Material
  schema: z.ZodType<Reply>
  read: (reply: Reply) => Promise<Result> | Result
  /** The titles in the result, for the ledger */
  titlesOf?: (result: Result) => readonly string[]
}

export type WrittenPost = { title: string; content: string; excerpt: string; tags: string[] }

const maxPostTitleLength = 120
const minTags = 3
const maxTags = 5

const postReply = z.object({
  title: z.string(),
  content: z.string().max(postLimits.content),
  excerpt: z.string(),
  tags: z.array(z.string()).max(50),
})
type PostReply = z.output<typeof postReply>

export const titlesTask = (subject: string): Task<{ titles: string[] }, { suggestions: string[] }> => ({
  action: 'suggest-titles',
  prompt: prompts.suggestions,
  material: { subject },
  schema: z.object({ titles: z.array(z.string()).max(50) }),
  read({ titles }) {
    const clean = titles
      .map((title) => shorten(bareTitle(title), maxTitleLength))
      .filter((title) => title !== '')
    const unique = [...new Map(clean.map((title) => [title.toLowerCase(), title])).values()]
    if (unique.length < titleCount) throw new ServiceFault('unusable')
    return { suggestions: unique.slice(0, titleCount) }
  },
  titlesOf: ({ suggestions }) => suggestions,
})

export const excerptTask = (text: string): Task<{ excerpt: string }, { excerpt: string }> => ({
  action: 'generate-excerpt',
  prompt: prompts.excerpt,
  material: { text },
  schema: z.object({ excerpt: z.string() }),
  read({ excerpt }) {
    const line = plainLine(excerpt)
    if (line === '') throw new ServiceFault('unusable')
    return { excerpt: shorten(line, excerptLength) }
  },
})

export const postTask = (
  topic: string,
  action: LedgerAction = 'generate-post',
): Task<PostReply, WrittenPost> => ({
  action,
  prompt: prompts.post,
  material: { topic },
  schema: postReply,
  read: (reply) => readPost(reply, topic),
  titlesOf: ({ title }) => [title],
})

export const enhanceTask = (text: string, style: string): Task<PostReply, WrittenPost> => ({
  action: 'enhance-content',
  prompt: prompts.enhance,
  material: { style, text },
  schema: postReply,
  read: (reply) => readPost(reply, text),
  titlesOf: ({ title }) => [title],
})

async function readPost(
  { title, content, excerpt, tags }: PostReply,
  requestText: string,
): Promise<WrittenPost> {
  const html = await cleanHtml(content, requestText)
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

/** Removes the number, bullet, or quotation marks that models put around titles. */
function bareTitle(title: string): string {
  return plainLine(title)
    .replace(/^(?:\d{1,2}[.):]\s+|[-*•]\s+)/, '')
    .replace(/^["“](.*)["”]$/, '$1')
    .trim()
}
