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
  transcribeAnswer,
} from '../../contracts/assistant.ts'
import { excerptMinimumContent } from '../../contracts/excerpt.ts'
import { paths } from '../../contracts/paths.ts'
import type { App, AppDeps } from '../app.ts'
import { RequestProblem } from '../errors.ts'
import { sanitizePost, textOf } from '../posts/sanitize.ts'
import { enhanceText } from './built-in/enhance.ts'
import { pickExcerpt } from './built-in/excerpt.ts'
import { suggestTitles } from './built-in/titles.ts'
import { checkRecording, recordingLimit } from './recording.ts'

/** A long post as JSON, in bytes. */
const postLimit = 4 * 1024 * 1024

/** What an answer says that no AI service made. */
const builtIn = 'built-in'

/** The calls for help with writing. */
export function addAssistantRoutes(app: App, { config }: AppDeps): void {
  const admin = { audience: 'admin', kind: 'call' } as const
  const noWriter = () => new RequestProblem('no-assistant', config.ai.provider ? { detail: notYet } : {})

  app.post(
    paths.api.aiSuggestions,
    {
      config: admin,
      schema: { summary: 'Suggest titles', body: suggestionsCall, response: { 200: suggestionsAnswer } },
    },
    async (request) => ({ suggestions: suggestTitles(request.body.prompt), provider: builtIn }),
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
      return { excerpt: pickExcerpt(sanitizePost(request.body.content)), provider: builtIn }
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
      const enhanced = await enhanceText(request.body.content)
      if (!enhanced)
        throw new RequestProblem('not-accepted', {
          detail: 'This text is too tangled to read. Please send it in smaller pieces.',
        })
      const { content, ...rest } = enhanced
      return { ...rest, enhanced_content: content, provider: builtIn }
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
          response: { 200: transcribeAnswer },
        },
      },
      async (request) => {
        await checkRecording(request.headers['content-type'], request.body)
        return { text: '', provider: 'none' }
      },
    )
  })
}

const notYet =
  'AI_PROVIDER is set, but this version cannot use an AI service yet. Please write this text by hand for now.'

/** Of the text that a person reads in HTML. */
function countCharacters(html: string): number {
  return [...textOf(sanitizePost(html)).replaceAll(/\s+/g, ' ').trim()].length
}
