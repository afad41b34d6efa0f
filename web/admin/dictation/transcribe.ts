import * as z from 'zod/mini'
import { assistantMessages, transcribeResponse } from '../../../contracts/assistant.ts'
import { paths } from '../../../contracts/paths.ts'
import { ApiError } from '../../api.ts'
import { explainAiFailure } from '../posts/ai-calls.ts'

/** Longer than the server's timeout for the speech service */
const timeoutSeconds = 150

const failure = z.object({ error: z.string() })

export async function transcribeRecording(
  wav: Blob,
  signal: AbortSignal,
): Promise<z.infer<typeof transcribeResponse>> {
  const form = new FormData()
  form.set('audio', wav, 'recording.wav')
  const response = await fetch(paths.api.aiTranscribe, {
    method: 'POST',
    credentials: 'include',
    body: form,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1000)]),
  })
  if (!response.ok) throw new ApiError(response, await response.text())
  return z.parse(transcribeResponse, await response.json())
}

/** The server's error message, or our own message with the reason */
export function explainTranscription(error: unknown): { title: string; description?: string } {
  const parsed = error instanceof ApiError ? z.safeParse(failure, error.body) : undefined
  if (parsed?.data?.error) return { title: parsed.data.error }
  return { title: assistantMessages.transcribeFailed, description: explainAiFailure(error) }
}

/** Without a service the text is empty, or says that a key is needed. */
export function needsService(text: string): boolean {
  return text.trim() === '' || /(?:speech|voice)[ -]to[ -]text\b[^.]{0,80}\bkey\b/i.test(text)
}
