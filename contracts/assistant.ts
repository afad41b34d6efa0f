import * as z from 'zod/mini'
import { post } from './posts.ts'

/** What generation is about when the title is empty (spec section 9). */
export const defaultTopic = 'AI productivity tips'

export const suggestionsCall = z.strictObject({ prompt: z.string() })
export const suggestionsAnswer = z.object({
  suggestions: z.array(z.string()),
  provider: z.optional(z.string()),
})

export const generateExcerptCall = z.strictObject({ content: z.string() })
export const generateExcerptAnswer = z.object({ excerpt: z.string(), provider: z.optional(z.string()) })

export const generatePostCall = z.strictObject({ topic: z.string() })
export const generatePostAnswer = z.object({
  title: z.string(),
  content: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
})

export const enhanceContentCall = z.strictObject({ content: z.string(), style: z.optional(z.string()) })
export const enhanceContentAnswer = z.object({
  title: z.string(),
  enhanced_content: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  provider: z.optional(z.string()),
})

export const transcribeAnswer = z.object({ text: z.string(), provider: z.string() })

/** A draft that an AI service writes by itself. `GET` says how far it is. */
export const draftJob = z.discriminatedUnion('status', [
  z.object({ status: z.literal('running'), jobId: z.string() }),
  z.object({ status: z.literal('completed'), jobId: z.string(), posts: z.array(post) }),
  z.object({ status: z.literal('failed'), jobId: z.string(), detail: z.string() }),
])
export type DraftJob = z.infer<typeof draftJob>

export const assistantMessages = {
  generateFailed: 'Failed to generate AI content.',
  excerptFailed: 'Generation failed. Could not generate excerpt. Please try again.',
  notEnoughContent: 'Not enough content. Please write some content first before generating an excerpt.',
  enhanceFailed: 'Failed to enhance content.',
  enhanceBlank: 'Please provide content to enhance.',
  noSpeech: 'No speech was detected in the recording.',
  started: 'AI content generation started!',
} as const
