import * as z from 'zod/mini'
import { assistantMessages, recordingTranscribe } from '../../../contracts/assistant.ts'
import { ApiError, call } from '../../api.ts'
import { explainAiFailure } from '../posts/ai-calls.ts'

/** Longer than the server's timeout for the speech service, so that the server's error message arrives */
const timeoutSeconds = 150

const failure = z.object({ error: z.string() })

export function transcribeRecording({ wav, signal }: { wav: Blob; signal: AbortSignal }) {
  const form = new FormData()
  form.set('audio', wav, 'recording.wav')
  return call(recordingTranscribe, { form, signal, timeoutSeconds })
}

/** The server's error message, or our own message with the reason */
export function explainTranscription(error: unknown): { title: string; description?: string } {
  const parsed = error instanceof ApiError ? z.safeParse(failure, error.body) : undefined
  if (parsed?.data?.error) return { title: parsed.data.error }
  return { title: assistantMessages.transcribeFailed, description: explainAiFailure(error) }
}

/** True if the transcript is empty or asks for an API key. Either means that no speech service is connected. */
export function needsService(text: string): boolean {
  return text.trim() === '' || /(?:speech|voice)[ -]to[ -]text\b[^.]{0,80}\bkey\b/i.test(text)
}
