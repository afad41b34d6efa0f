import * as z from 'zod/mini'
import { post } from './posts.ts'
import { keepList } from './privacy-guard.ts'

/** The topic if the title is empty */
export const defaultTopic = 'AI productivity tips'

/** Id of an AI response. A save reports with it how much of the text was used (contracts/disclosure.ts). */
const actionId = z.optional(z.uuid())

export const suggestionsRequest = z.strictObject({ prompt: z.string(), keep: z.optional(keepList) })
export const suggestionsResponse = z.object({
  suggestions: z.array(z.string()),
  provider: z.optional(z.string()),
  actionId,
})

export const generateExcerptRequest = z.strictObject({ content: z.string(), keep: z.optional(keepList) })
export const generateExcerptResponse = z.object({
  excerpt: z.string(),
  provider: z.optional(z.string()),
  actionId,
})

export const generatePostRequest = z.strictObject({ topic: z.string(), keep: z.optional(keepList) })
export const generatePostResponse = z.object({
  title: z.string(),
  content: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  actionId,
})

export const enhanceContentRequest = z.strictObject({
  content: z.string(),
  style: z.optional(z.string()),
  keep: z.optional(keepList),
})
export const enhanceContentResponse = z.object({
  title: z.string(),
  enhanced_content: z.string(),
  excerpt: z.string(),
  tags: z.array(z.string()),
  provider: z.optional(z.string()),
  actionId,
})

/** The requests for help with a post, answered by an AI service or the built-in helper */
export const assistantActions = [
  'suggest-titles',
  'generate-excerpt',
  'generate-post',
  'enhance-content',
] as const
export type AssistantAction = (typeof assistantActions)[number]

/** The `provider` of a response by the built-in helper */
export const builtInProvider = 'built-in'

export const transcribeResponse = z.object({ text: z.string(), provider: z.string(), actionId })

/** A draft that an AI service writes on its own. `GET` returns its progress. */
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
  enhanced: 'Content Enhanced',
  recordingStarted: 'Recording Started',
  recordingStopped: 'Recording Stopped',
  transcribed: 'Audio Transcribed',
  microphoneDenied: 'Could not access microphone.',
  noRecording: 'No audio recording found.',
  transcribeFailed: 'Failed to transcribe audio.',
  serviceNeeded:
    'Service Configuration Needed. Please configure a voice-to-text service API key to enable audio transcription.',
  fileType: 'Please upload a text file (.txt, .md).',
  fileFailed: 'Failed to read file.',
} as const
