import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { ApiError, call } from '../../../../../core/web/api.ts'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { assistantMessages as messages, recordingTranscribe } from '../../../contract/assistant.ts'
import { explainAiFailure } from '../ai-calls.ts'
import { waysToConnect } from '../ai-services.tsx'
import { explainMicrophone } from './microphone.ts'
import { Recorder, type Recording } from './recorder.ts'

export type RecordingProps = {
  /** True if there is a transcript. The user is then asked before a new transcript replaces it. */
  hasTranscript: boolean
  onTranscript: (text: string, actionId: string | undefined) => void
}

/** Records from the microphone and sends recordings to the speech service. Messages appear as toasts. */
export function useRecording({ hasTranscript, onTranscript }: RecordingProps) {
  const [recorder] = useState(createRecorder)
  const state = useSyncExternalStore(recorder.store.subscribe, recorder.store.read)
  const [problem, setProblem] = useState('')
  const abort = useRef<AbortController>(undefined)
  const starting = useApiMutation(() => recorder.start(), {
    onSuccess(isStarted) {
      if (isStarted) showToast({ title: messages.recordingStarted })
    },
    onError: (error) =>
      showToast({
        title: messages.microphoneDenied,
        description: explainMicrophone(error),
        tone: 'destructive',
      }),
  })
  const transcribing = useApiMutation(transcribeRecording, {
    onSuccess({ text, actionId }) {
      if (needsService(text)) {
        setProblem(messages.serviceNeeded)
        const actions = waysToConnect()
        return showToast({ title: messages.serviceNeeded, tone: 'destructive', stays: true, actions })
      }
      showToast({ title: messages.transcribed })
      onTranscript(text, actionId)
    },
    onError(error, { signal }) {
      if (signal.aborted) return
      const { title, description } = explainTranscription(error)
      setProblem([title, description].filter(Boolean).join(' '))
      showToast({ title, description, tone: 'destructive', stays: true })
    },
  })
  const isSending = transcribing.busy

  useEffect(() => {
    void recorder.find()
    // When the user leaves, a running recording is kept. A running transcription is canceled, because no one would see
    // its result.
    return () => {
      void recorder.leave()
      abort.current?.abort()
    }
  }, [recorder])

  function start() {
    if (starting.busy || isSending) return
    if (state.phase === 'stopped' && !confirm('Record again? This replaces your current recording.')) return
    setProblem('')
    starting.run()
  }

  async function transcribe() {
    if (isSending) return
    if (recorder.store.read().phase === 'recording') await stopRecorder(recorder)
    const current = recorder.store.read()
    const recording = current.phase === 'stopped' ? current.recording : undefined
    if (!recording) return showToast({ title: messages.noRecording, tone: 'destructive' })
    if (!confirmSending(recording, hasTranscript)) return
    setProblem('')
    abort.current = new AbortController()
    transcribing.run({ wav: recording.wav, signal: abort.current.signal })
  }

  return {
    state,
    isStarting: starting.busy,
    isSending,
    /** Why the last recording could not be transcribed; empty if it could */
    problem,
    start,
    stop: () => stopRecorder(recorder),
    transcribe,
    cancel: () => abort.current?.abort(),
    discard: () => void recorder.discard(),
  }
}

function createRecorder(): Recorder {
  const recorder: Recorder = new Recorder(() => void stopRecorder(recorder))
  return recorder
}

async function stopRecorder(recorder: Recorder): Promise<void> {
  if (await recorder.stop()) showToast({ title: messages.recordingStopped })
}

const confirmSending = ({ finding }: Recording, hasTranscript: boolean) =>
  (finding !== 'silent' || confirm('We can’t hear anything in this recording. Send it anyway?')) &&
  (!hasTranscript || confirm('Transcribe again? This replaces your current transcript.'))

/** Longer than the server's timeout for the speech service, so that the server's error message arrives */
const timeoutSeconds = 150

const failure = z.object({ error: z.string() })

function transcribeRecording({ wav, signal }: { wav: Blob; signal: AbortSignal }) {
  const form = new FormData()
  form.set('audio', wav, 'recording.wav')
  return call(recordingTranscribe, { form, signal, timeoutSeconds })
}

/** The server's error message, or our own message with the reason */
function explainTranscription(error: unknown): { title: string; description?: string } {
  const parsed = error instanceof ApiError ? z.safeParse(failure, error.body) : undefined
  if (parsed?.data?.error) return { title: parsed.data.error }
  return { title: messages.transcribeFailed, description: explainAiFailure(error) }
}

/** True if the transcript is empty or asks for an API key. Either means that no speech service is connected. */
function needsService(text: string): boolean {
  return text.trim() === '' || /(?:speech|voice)[ -]to[ -]text\b[^.]{0,80}\bkey\b/i.test(text)
}
