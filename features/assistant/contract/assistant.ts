import * as z from 'zod/mini'
import { endpoint } from '../../../core/contract/endpoint.ts'
import { post } from '../../posts/contract/posts.ts'
import { keepList } from './privacy-guard.ts'

/** Topic of a generated post if the title is empty */
export const defaultTopic = 'AI productivity tips'

/**
 * Id of the AI action: the row of the AI ledger that records this response. Only responses from an AI service have one.
 * When the post is saved, the client reports how much of the response was used (features/posts/contract/disclosure.ts).
 */
const actionId = z.optional(z.uuid())

/** Progress of a draft that an AI service writes in a background job */
const draftJob = z.discriminatedUnion('status', [
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

const streams =
  'With `Accept: text/event-stream` the text is sent while it is written (events `text` with `{text}`), then this response as the event `result`, or a problem as the event `problem`.'

export const titleSuggest = endpoint('POST', '/api/ai/suggestions', {
  summary: 'Suggest titles',
  body: z.strictObject({ prompt: z.string(), keep: z.optional(keepList) }),
  response: z.object({ suggestions: z.array(z.string()), provider: z.optional(z.string()), actionId }),
})

export const excerptGenerate = endpoint('POST', '/api/ai/generate-excerpt', {
  summary: 'Write an excerpt of a text',
  description: streams,
  body: z.strictObject({ content: z.string(), keep: z.optional(keepList) }),
  response: z.object({ excerpt: z.string(), provider: z.optional(z.string()), actionId }),
})

export const postGenerate = endpoint('POST', '/api/ai/generate-post', {
  summary: 'Write a post about a topic',
  description: streams,
  body: z.strictObject({ topic: z.string(), keep: z.optional(keepList) }),
  response: z.object({
    title: z.string(),
    content: z.string(),
    excerpt: z.string(),
    tags: z.array(z.string()),
    actionId,
  }),
})

export const contentEnhance = endpoint('POST', '/api/ai/enhance-content', {
  summary: 'Improve the structure and wording of a text',
  description: streams,
  body: z.strictObject({ content: z.string(), style: z.optional(z.string()), keep: z.optional(keepList) }),
  response: z.object({
    title: z.string(),
    enhanced_content: z.string(),
    excerpt: z.string(),
    tags: z.array(z.string()),
    provider: z.optional(z.string()),
    actionId,
  }),
})

export const recordingTranscribe = endpoint('POST', '/api/ai/transcribe', {
  summary: 'Transcribe a recording',
  description: 'multipart/form-data with the field `audio`, a WAV file of up to 25 MB.',
  response: z.object({ text: z.string(), provider: z.string(), actionId }),
})

export const draftJobStart = endpoint('POST', '/api/blog/generate-ai-content', {
  summary: 'Write and keep a draft on one of the topics',
  response: { 201: draftJob, 202: draftJob },
})

export const draftJobRead = endpoint('GET', '/api/blog/generate-ai-content/:jobId', {
  summary: 'Read the progress of a draft',
  params: z.object({ jobId: z.string() }),
  response: draftJob,
})
