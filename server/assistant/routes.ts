import type { FastifyRequest } from 'fastify'
import {
  assistantMessages,
  defaultTopic,
  enhanceContentAnswer,
  enhanceContentCall,
  generateExcerptAnswer,
  generateExcerptCall,
  generatePostAnswer,
  generatePostCall,
  suggestionsAnswer,
  suggestionsCall,
  transcribeAnswer,
} from '../../contracts/assistant.ts'
import { paths } from '../../contracts/paths.ts'
import type { App, AppDeps } from '../app.ts'
import { RequestProblem } from '../errors.ts'
import { requireSession } from '../http/session.ts'
import { sanitizePost } from '../posts/sanitize.ts'
import type { Assistant } from './assistant.ts'
import { enhanceText } from './built-in/enhance.ts'
import { suggestTitles } from './built-in/titles.ts'
import { builtIn, countCharacters, makeExcerpt } from './excerpt.ts'
import { readRecording, recordingLimit } from './recording.ts'

/** A long post as JSON, in bytes. */
const postLimit = 4 * 1024 * 1024

/** The calls for help with writing. */
export function addAssistantRoutes(app: App, { config }: AppDeps, assistant: Assistant): void {
  const admin = { audience: 'admin', kind: 'call' } as const
  const { provider } = config.ai
  const hears = config.speech.baseUrl !== undefined || config.speech.apiKey !== undefined
  const userOf = (request: FastifyRequest) => requireSession(request).user.id

  app.post(
    paths.api.aiSuggestions,
    {
      config: admin,
      schema: { summary: 'Suggest titles', body: suggestionsCall, response: { 200: suggestionsAnswer } },
    },
    async (request) => {
      const { prompt } = request.body
      if (!provider) return { suggestions: suggestTitles(prompt), provider: builtIn }
      return {
        suggestions: await assistant.suggestTitles(userOf(request), prompt.trim() || defaultTopic),
        provider,
      }
    },
  )

  app.post(
    paths.api.aiGenerateExcerpt,
    {
      config: admin,
      bodyLimit: postLimit,
      schema: {
        summary: 'Write an excerpt of a text',
        body: generateExcerptCall,
        response: { 200: generateExcerptAnswer },
      },
    },
    async (request) => {
      return makeExcerpt(assistant, userOf(request), request.body.content)
    },
  )

  app.post(
    paths.api.aiGeneratePost,
    {
      config: admin,
      schema: {
        summary: 'Write a post about a topic',
        body: generatePostCall,
        response: { 200: generatePostAnswer },
      },
    },
    async (request) => {
      if (!provider) throw new RequestProblem('no-assistant')
      return assistant.writePost(userOf(request), request.body.topic.trim() || defaultTopic)
    },
  )

  app.post(
    paths.api.aiEnhanceContent,
    {
      config: admin,
      bodyLimit: postLimit,
      schema: {
        summary: 'Give a text structure and polish',
        body: enhanceContentCall,
        response: { 200: enhanceContentAnswer },
      },
    },
    async (request) => {
      if (countCharacters(sanitizePost(request.body.content)) === 0)
        throw new RequestProblem('bad-request', { detail: assistantMessages.enhanceBlank })
      const { content: text, style = 'blog-post' } = request.body
      const enhanced = provider
        ? await assistant.enhance(userOf(request), text, style)
        : await enhanceText(text)
      if (!enhanced)
        throw new RequestProblem('not-accepted', {
          detail: 'This text is too tangled to read. Please send it in smaller pieces.',
        })
      const { content, ...rest } = enhanced
      return { ...rest, enhanced_content: content, provider: provider ?? builtIn }
    },
  )

  app.register(async (recordings: App) => {
    recordings.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: recordingLimit },
      async (_request: unknown, body: Buffer) => body,
    )
    recordings.post(
      paths.api.aiTranscribe,
      {
        config: { ...admin, namesError: true },
        schema: {
          summary: 'Write down what a recording says',
          description: 'multipart/form-data with the field `audio`, a WAV file of at most 25 MB.',
          consumes: ['multipart/form-data'],
          response: { 200: transcribeAnswer },
        },
      },
      async (request) => {
        const recording = await readRecording(request.headers['content-type'], request.body)
        if (!hears) return { text: '', provider: 'none' }
        const text = await assistant.hear(userOf(request), recording)
        if (text === '') throw new RequestProblem('not-accepted', { detail: assistantMessages.noSpeech })
        return { text, provider: 'openai-compatible' }
      },
    )
  })
}
