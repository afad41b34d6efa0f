import type { SpeechService } from '../../../../core/server/connected-services.ts'
import { boundRequest } from './bounded-fetch.ts'
import { ServiceFault } from './fault.ts'
import type { Deadlines } from './limits.ts'
import { addressOf } from './model.ts'

/**
 * Transcribes a WAV recording with any service that has OpenAI's `/audio/transcriptions`. Returns an empty text if no
 * one speaks.
 * @throws ServiceFault for every failure of the service
 */
export async function transcribeRecording(
  speech: SpeechService,
  deadlines: Deadlines,
  recording: Uint8Array,
): Promise<string> {
  const call = boundRequest(deadlines)
  try {
    const [{ transcribe }, { createOpenAI }] = await Promise.all([import('ai'), import('@ai-sdk/openai')])
    globalThis.AI_SDK_LOG_WARNINGS = false
    const service = createOpenAI({
      baseURL: addressOf(speech),
      // The SDK requires a key, but a local service accepts any.
      apiKey: speech.apiKey ?? 'none',
      fetch: call.fetch,
    })
    const { text } = await transcribe({
      model: service.transcription(speech.model),
      audio: recording,
      maxRetries: 0,
    })
    return text.trim()
  } catch {
    throw call.fault ?? new ServiceFault('unusable')
  } finally {
    call.end()
  }
}
