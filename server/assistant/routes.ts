import type { FastifyError, FastifyRequest } from 'fastify'
import {
  assistantMessages,
  builtInProvider,
  defaultTopic,
  enhanceContentRequest,
  enhanceContentResponse,
  generateExcerptRequest,
  generateExcerptResponse,
  generatePostRequest,
  generatePostResponse,
  suggestionsRequest,
  suggestionsResponse,
  transcribeResponse,
} from '../../contracts/assistant.ts'
import { plainTextOf } from '../../contracts/excerpt.ts'
import { paths } from '../../contracts/paths.ts'
import { postLimits } from '../../contracts/posts.ts'
import { checkRequest, checkResponse } from '../../contracts/privacy-guard.ts'
import { RequestProblem } from '../errors.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { requireSession } from '../http/guards/session.ts'
import { hasTooManyTags, tooMuchFormatting } from '../posts/rendering/sanitize.ts'
import { type Assistant, speechProvider } from './assistant.ts'
import { enhanceText } from './built-in/enhance.ts'
import { suggestTitles } from './built-in/titles.ts'
import { makeExcerpt } from './excerpt.ts'
import { listFindings } from './privacy-guard/privacy-guard.ts'
import { readGivenHtml } from './read-given-html.ts'
import { noForm, readRecording, recordingLimit, recordingTooLarge } from './recording.ts'
import { maxMaterialLength } from './run-task.ts'
import { hasSpeechService } from './service/speech.ts'
import { isSilent } from './silence.ts'
import { sendWriting } from './text-stream.ts'

/** Maximum body in bytes: a long post as JSON */
const postLimit = 4 * 1024 * 1024

const streams =
  'With `Accept: text/event-stream` the text is sent while it is written (events `text` with `{text}`), then this response as the event `result`, or a problem as the event `problem`.'

/** The endpoints that help with writing */
export function addAssistantRoutes(app: App, { config, db }: RouteDeps, assistant: Assistant): void {
  const admin = { audience: 'admin', kind: 'call' } as const
  const { provider } = config.ai
  const canTranscribe = hasSpeechService(config.speech)
  const requesterOf = (request: FastifyRequest, { keep }: { keep?: string[] | undefined } = {}) => ({
    userId: requireSession(request).user.id,
    keep,
  })

  app.post(
    paths.api.aiSuggestions,
    {
      config: admin,
      schema: { summary: 'Suggest titles', body: suggestionsRequest, response: { 200: suggestionsResponse } },
    },
    async (request) => {
      const { prompt } = request.body
      if (!provider) return { suggestions: await suggestTitles(prompt), provider: builtInProvider }
      const requester = requesterOf(request, request.body)
      return { ...(await assistant.suggestTitles(requester, prompt.trim() || defaultTopic)), provider }
    },
  )

  app.post(
    paths.api.aiGenerateExcerpt,
    {
      config: admin,
      bodyLimit: postLimit,
      schema: {
        summary: 'Write an excerpt of a text',
        description: streams,
        body: generateExcerptRequest,
        response: { 200: generateExcerptResponse },
      },
    },
    async (request, reply) =>
      sendWriting(request, reply, (listener) =>
        makeExcerpt(assistant, requesterOf(request, request.body), request.body.content, listener),
      ),
  )

  app.post(
    paths.api.aiGeneratePost,
    {
      config: admin,
      schema: {
        summary: 'Write a post about a topic',
        description: streams,
        body: generatePostRequest,
        response: { 200: generatePostResponse },
      },
    },
    async (request, reply) => {
      if (!provider) throw new RequestProblem('no-assistant')
      const topic = request.body.topic.trim() || defaultTopic
      return sendWriting(request, reply, (listener) =>
        assistant.writePost(requesterOf(request, request.body), topic, { listener }),
      )
    },
  )

  app.post(
    paths.api.aiEnhanceContent,
    {
      config: admin,
      bodyLimit: postLimit,
      schema: {
        summary: 'Improve the structure and wording of a text',
        description: streams,
        body: enhanceContentRequest,
        response: { 200: enhanceContentResponse },
      },
    },
    async (request, reply) => {
      const { content: text, style = 'blog-post' } = request.body
      if (text.length > postLimits.content) throw new RequestProblem('too-large')
      if (hasTooManyTags(text)) throw new RequestProblem('not-accepted', { detail: tooMuchFormatting })
      if (plainTextOf(await readGivenHtml(text)) === '')
        throw new RequestProblem('bad-request', { detail: assistantMessages.enhanceBlank })
      return sendWriting(request, reply, async (listener) => {
        const enhanced = provider
          ? await assistant.enhance(requesterOf(request, request.body), text, style, listener)
          : await enhanceText(text)
        if (!enhanced)
          throw new RequestProblem('not-accepted', {
            detail: 'This text is too complex to read. Send it in smaller pieces.',
          })
        const { content, ...rest } = enhanced
        return { ...rest, enhanced_content: content, provider: provider ?? builtInProvider }
      })
    },
  )

  app.post(
    paths.api.aiCheck,
    {
      config: admin,
      bodyLimit: postLimit,
      schema: {
        summary: 'List the personal details that would be hidden from an AI service',
        description: 'The AI calls take `keep`, a list of such details that may be sent as they are.',
        body: checkRequest,
        response: { 200: checkResponse },
      },
    },
    async (request) => {
      // The built-in helper sends nothing to a service.
      if (!provider) return { findings: [] }
      const { text } = request.body
      if (text.length > maxMaterialLength) throw new RequestProblem('too-large')
      return { findings: await listFindings(db, text) }
    },
  )

  app.register(async (recordings: App) => {
    recordings.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: recordingLimit },
      async (_request: unknown, body: Buffer) => body,
    )
    recordings.setErrorHandler((error: FastifyError) => {
      // Errors of the body parser, worded for recordings. The app's error handler answers what is thrown here.
      if (error.statusCode === 413) throw recordingTooLarge()
      if (error.statusCode === 415 && !(error instanceof RequestProblem)) throw noForm()
      throw error
    })
    recordings.post(
      paths.api.aiTranscribe,
      {
        config: { ...admin, namesError: true },
        schema: {
          summary: 'Transcribe a recording',
          description: 'multipart/form-data with the field `audio`, a WAV file of up to 25 MB.',
          consumes: ['multipart/form-data'],
          response: { 200: transcribeResponse },
        },
      },
      async (request) => {
        const recording = await readRecording(request.headers['content-type'], request.body)
        if (!canTranscribe) return { text: '', provider: 'none' }
        const noSpeech = () => new RequestProblem('not-accepted', { detail: assistantMessages.noSpeech })
        if (isSilent(recording)) throw noSpeech()
        const { text, actionId } = await assistant.transcribe(requesterOf(request).userId, recording)
        if (text === '') throw noSpeech()
        return { text, provider: speechProvider, actionId }
      },
    )
  })
}
