import type { FastifyError } from 'fastify'
import { plainTextOf } from '../../../core/contract/excerpt.ts'
import { rights } from '../../../core/contract/roles.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import type { Session } from '../../../core/server/http/guards/session.ts'
import { route } from '../../../core/server/http/route.ts'
import { builtInProvider } from '../../posts/contract/disclosure.ts'
import { postLimits } from '../../posts/contract/posts.ts'
import { readGivenHtml } from '../../posts/server/rendering/read-text.ts'
import {
  assistantMessages,
  contentEnhance,
  defaultTopic,
  excerptGenerate,
  postGenerate,
  recordingTranscribe,
  titleSuggest,
} from '../contract/assistant.ts'
import { detailCheck } from '../contract/privacy-guard.ts'
import { type Assistant, speechProvider } from './assistant.ts'
import { enhanceText } from './built-in/enhance.ts'
import { suggestTitles } from './built-in/titles.ts'
import { makeExcerpt } from './excerpt.ts'
import type { NameSources } from './privacy-guard/people-names.ts'
import { listFindings } from './privacy-guard/privacy-guard.ts'
import { maxMaterialLength } from './run-task.ts'
import { isSilent } from './silence.ts'
import { sendWriting } from './text-stream.ts'
import { enhanceTask, postTask, titlesTask } from './writing-tasks.ts'

/** Max bytes of a request that contains a long post */
const bodyLimit = 4 * 1024 * 1024

/** Routes for AI help with writing and for transcribing recordings. */
export function addAssistantRoutes(
  app: App,
  { assistant, ...sources }: RouteDeps & NameSources & { assistant: Assistant },
): void {
  const admin = { audience: 'admin', role: rights.work } as const

  route(app, titleSuggest, admin, async ({ body, session }) => {
    const { prompt } = body
    const writer = await assistant.findWriter()
    if (!writer) return { suggestions: await suggestTitles(prompt), provider: builtInProvider }
    const topic = prompt.trim() || defaultTopic
    return {
      ...(await writer.write(requesterOf(session, body), titlesTask(topic))),
      provider: writer.provider,
    }
  })

  route(app, excerptGenerate, { ...admin, bodyLimit }, ({ body, session, request, reply }) =>
    sendWriting(request, reply, (listener) =>
      makeExcerpt(assistant, requesterOf(session, body), body.content, listener),
    ),
  )

  route(app, postGenerate, admin, async ({ body, session, request, reply }) => {
    const writer = await assistant.findWriter()
    if (!writer) throw new RequestProblem('no-assistant')
    const topic = body.topic.trim() || defaultTopic
    return sendWriting(request, reply, (listener) =>
      writer.write(requesterOf(session, body), postTask(topic), listener),
    )
  })

  route(app, contentEnhance, { ...admin, bodyLimit }, async ({ body, session, request, reply }) => {
    const { content: text, style = 'blog-post' } = body
    if (text.length > postLimits.content) throw new RequestProblem('too-large')
    if (plainTextOf(await readGivenHtml(text)) === '')
      throw new RequestProblem('bad-request', { detail: assistantMessages.enhanceBlank })
    const writer = await assistant.findWriter()
    return sendWriting(request, reply, async (listener) => {
      const enhanced = writer
        ? await writer.write(requesterOf(session, body), enhanceTask(text, style), listener)
        : await enhanceText(text)
      if (!enhanced)
        throw new RequestProblem('not-accepted', {
          detail: 'This text is too complex to read. Send it in smaller pieces.',
        })
      const { content, ...rest } = enhanced
      return { ...rest, enhanced_content: content, provider: writer?.provider ?? builtInProvider }
    })
  })

  route(app, detailCheck, { ...admin, bodyLimit }, async ({ body: { text } }) => {
    // Without an AI service, no text leaves the server, so there is nothing to check.
    if (!(await assistant.findWriter())) return { findings: [] }
    if (text.length > maxMaterialLength) throw new RequestProblem('too-large')
    return { findings: await listFindings(sources, text) }
  })

  addTranscription(app, assistant)
}

function addTranscription(app: App, assistant: Assistant): void {
  const options = {
    audience: 'admin',
    role: rights.work,
    consumes: ['multipart/form-data'],
    config: { namesError: true },
  } as const

  app.register(async (recordings: App) => {
    recordings.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: recordingLimit },
      async (_request: unknown, body: Buffer) => body,
    )
    recordings.setErrorHandler((error: FastifyError) => {
      // Errors of the multipart parser get messages about recordings. The app's error handler then sends the response.
      if (error.statusCode === 413) throw recordingTooLarge()
      if (error.statusCode === 415 && !(error instanceof RequestProblem)) throw noForm()
      throw error
    })
    route(recordings, recordingTranscribe, options, async ({ request, session }) => {
      const recording = await readRecording(request.headers['content-type'], request.body)
      const transcriber = await assistant.findTranscriber()
      if (!transcriber) return { text: '', provider: 'none' }
      const noSpeech = () => new RequestProblem('not-accepted', { detail: assistantMessages.noSpeech })
      if (isSilent(recording)) throw noSpeech()
      const { text, actionId } = await transcriber.transcribe(session.user.id, recording)
      if (text === '') throw noSpeech()
      return { text, provider: speechProvider, actionId }
    })
  })
}

const requesterOf = (session: Session, { keep }: { keep?: string[] | undefined }) => ({
  userId: session.user.id,
  keep,
})

/** Maximum upload in bytes */
export const recordingLimit = 25 * 1024 * 1024

/**
 * Reads the WAV file in the field `audio` of a multipart upload. The file is recognized by its first bytes
 * (RIFF....WAVE), not by its name.
 * @throws RequestProblem if there is no WAV file
 */
export async function readRecording(contentType: string | undefined, body: unknown): Promise<Uint8Array> {
  if (!Buffer.isBuffer(body)) throw noForm()
  const file = await findAudio(contentType ?? '', body)
  if (!file)
    throw new RequestProblem('bad-request', {
      detail: 'There’s no recording in the upload. Record again and retry.',
    })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const word = (from: number) => String.fromCharCode(...bytes.subarray(from, from + 4))
  if (word(0) !== 'RIFF' || word(8) !== 'WAVE')
    throw new RequestProblem('unsupported-media-type', {
      detail: 'This isn’t a WAV recording. Record again and retry.',
    })
  return bytes
}

export const recordingTooLarge = () =>
  new RequestProblem('too-large', {
    detail: 'Recordings can be up to 25 MB, about 13 minutes. Record a shorter one.',
  })
export const noForm = () =>
  new RequestProblem('unsupported-media-type', {
    detail: 'Send the recording as a form with the field “audio”.',
  })

async function findAudio(contentType: string, body: Buffer): Promise<File | undefined> {
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData()
    const audio = form.get('audio')
    return audio instanceof File && audio.size > 0 ? audio : undefined
  } catch {
    // undici throws a TypeError for malformed multipart.
    return
  }
}
