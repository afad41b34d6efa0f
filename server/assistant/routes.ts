import {
  assistantMessages,
  enhanceContentAnswer,
  enhanceContentCall,
  generateExcerptAnswer,
  generateExcerptCall,
  generatePostAnswer,
  generatePostCall,
  suggestionsAnswer,
  suggestionsCall,
} from '../../contracts/assistant.ts'
import { excerptMinimumContent } from '../../contracts/excerpt.ts'
import { paths } from '../../contracts/paths.ts'
import type { App, AppDeps } from '../app.ts'
import { RequestProblem } from '../errors.ts'
import { sanitizePost, textOf } from '../posts/sanitize.ts'
import { checkRecording, recordingLimit } from './recording.ts'

/** A long post as JSON, in bytes. */
const postLimit = 4 * 1024 * 1024

/** The calls for help with writing. No AI service can be reached yet, and each says so once its input is right. */
export function addAssistantRoutes(app: App, { config }: AppDeps): void {
  const admin = { audience: 'admin', kind: 'call' } as const
  const noWriter = () =>
    new RequestProblem('no-assistant', config.ai.provider ? { detail: notYet('AI_PROVIDER') } : {})

  app.post(
    paths.api.aiSuggestions,
    {
      config: admin,
      schema: { summary: 'Suggest titles', body: suggestionsCall, response: { 200: suggestionsAnswer } },
    },
    async () => {
      throw noWriter()
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
      if (countCharacters(request.body.content) < excerptMinimumContent)
        throw new RequestProblem('bad-request', { detail: assistantMessages.notEnoughContent })
      throw noWriter()
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
    async () => {
      throw noWriter()
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
      if (countCharacters(request.body.content) === 0)
        throw new RequestProblem('bad-request', { detail: assistantMessages.enhanceBlank })
      throw noWriter()
    },
  )

  app.post(
    paths.api.generateAiContent,
    { config: admin, schema: { summary: 'Write and keep a draft on one of the topics' } },
    async () => {
      throw noWriter()
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
        },
      },
      async (request) => {
        await checkRecording(request.headers['content-type'], request.body)
        throw new RequestProblem('no-assistant', {
          detail: config.speech.baseUrl
            ? notYet('STT_BASE_URL')
            : 'No speech service is configured. Set STT_BASE_URL, STT_API_KEY and STT_MODEL and start the server again.',
        })
      },
    )
  })
}

const notYet = (setting: string) =>
  `${setting} is set, but this version cannot use an AI service yet. Please write this text by hand for now.`

/** Of the text that a person reads in HTML. */
function countCharacters(html: string): number {
  return [...textOf(sanitizePost(html)).replaceAll(/\s+/g, ' ').trim()].length
}
