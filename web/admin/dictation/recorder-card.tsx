import { Download, Mic, Square, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { assistantMessages as words } from '../../../contracts/assistant.ts'
import { showToast } from '../../ui/toast.ts'
import { howToConnect, NeedsService, useAiServices } from '../posts/ai-services.tsx'
import { callSignedIn } from '../sign-in.tsx'
import { explainMicrophone } from './microphone.ts'
import { maxRecordingMs, Recorder, type Recording } from './recorder.ts'
import { explainTranscription, needsService, transcribeRecording } from './transcribe.ts'

type RecorderCardProps = {
  /** True if there is one, which may have been edited by hand. */
  hasTranscript: boolean
  /** Takes the transcript. Resolves when it has been enhanced, or enhancing has failed. */
  onTranscript: (text: string, actionId: string | undefined) => Promise<void>
}

/** Records speech in the browser; the configured service transcribes it. */
export function RecorderCard({ hasTranscript, onTranscript }: RecorderCardProps) {
  const [recorder] = useState(() => new Recorder(() => void stop.current()))
  const state = useSyncExternalStore(recorder.subscribe, recorder.read)
  const [asking, setAsking] = useState(false)
  const [sending, setSending] = useState<AbortController>()
  const [problem, setProblem] = useState('')
  const services = useAiServices()
  const leaving = useRef<AbortController>(undefined)
  const startButton = useRef<HTMLButtonElement>(null)
  const recording = state.phase === 'stopped' ? state.recording : undefined

  useEffect(() => {
    void recorder.find()
    // A recording that is running when the person leaves is kept.
    return () => {
      void recorder.leave()
      // No one would see the transcript; the recording stays.
      leaving.current?.abort()
    }
  }, [recorder])

  async function start() {
    if (asking) return
    if (recording && !confirm('Record again? This replaces your current recording.')) return
    setAsking(true)
    setProblem('')
    try {
      if (await recorder.start()) showToast({ title: words.recordingStarted })
    } catch (error) {
      showToast({
        title: words.microphoneDenied,
        description: explainMicrophone(error),
        tone: 'destructive',
      })
    }
    setAsking(false)
  }

  async function stopRecording() {
    if (await recorder.stop()) showToast({ title: words.recordingStopped })
  }
  const stop = useRef(stopRecording)
  stop.current = stopRecording

  async function transcribe() {
    if (sending) return
    if (recorder.state.phase === 'recording') await stopRecording()
    const held = recorder.state.phase === 'stopped' ? recorder.state.recording : undefined
    if (!held) return showToast({ title: words.noRecording, tone: 'destructive' })
    if (held.finding === 'silent' && !confirm('We can’t hear anything in this recording. Send it anyway?'))
      return
    if (hasTranscript && !confirm('Transcribe again? This replaces your current transcript.')) return
    const stopping = new AbortController()
    leaving.current = stopping
    setSending(stopping)
    setProblem('')
    try {
      const { text, actionId } = await callSignedIn(() => transcribeRecording(held.wav, stopping.signal))
      setSending(undefined)
      if (needsService(text)) {
        setProblem(words.serviceNeeded)
        const actions = [howToConnect]
        return showToast({ title: words.serviceNeeded, tone: 'destructive', stays: true, actions })
      }
      showToast({ title: words.transcribed })
      await onTranscript(text, actionId)
    } catch (error) {
      setSending(undefined)
      if (stopping.signal.aborted) return
      const { title, description } = explainTranscription(error)
      setProblem([title, description].filter(Boolean).join(' '))
      showToast({ title, description, tone: 'destructive', stays: true })
    }
  }

  return (
    <section className="card tool-card" aria-labelledby="recorder">
      <h2 id="recorder">Record yourself</h2>
      <p>Talk the way you’d talk to a neighbor. We’ll transcribe it, organize it, and show it to you.</p>
      <div className="form-actions">
        {state.phase === 'recording' ? (
          <button type="button" className="btn" onClick={() => void stopRecording()}>
            <Square aria-hidden="true" />
            Stop Recording
          </button>
        ) : (
          <button
            ref={startButton}
            type="button"
            className={recording ? 'btn btn-quiet' : 'btn'}
            aria-disabled={asking || sending !== undefined || undefined}
            onClick={() => !sending && void start()}
          >
            <Mic aria-hidden="true" />
            {asking ? 'Asking for the microphone...' : 'Start Recording'}
          </button>
        )}
        <button
          type="button"
          className={recording ? 'btn' : 'btn btn-quiet'}
          aria-disabled={sending !== undefined || undefined}
          onClick={() => void transcribe()}
        >
          {sending ? 'Transcribing...' : 'Transcribe & Enhance'}
        </button>
      </div>
      {state.phase === 'idle' && (
        <p className="field-hint">
          Up to {maxRecordingMs / 60} minutes. Nothing leaves this device until you click Transcribe.
        </p>
      )}
      {services && !services.speech && (
        <NeedsService>
          Transcribing needs a speech-to-text service, and none is connected yet. You can still record,
          listen, and download.
        </NeedsService>
      )}
      {state.phase === 'recording' && <Level seconds={state.seconds} level={state.level} />}
      {sending && (
        <div className="recording-sending">
          <progress aria-label="Transcribing" />
          <button type="button" className="btn btn-quiet btn-small" onClick={() => sending.abort()}>
            Stop
          </button>
        </div>
      )}
      {recording && !sending && (
        <HeldRecording
          recording={recording}
          problem={problem}
          onDiscard={() => {
            recorder.discard()
            // The button that was clicked is gone.
            startButton.current?.focus()
          }}
        />
      )}
    </section>
  )
}

function Level({ seconds, level }: { seconds: number; level: number }) {
  return (
    <div className="recording-level">
      <p>
        <strong>Recording</strong> <span role="timer">{clock(seconds)}</span>
      </p>
      {/* By the ear's measure: half of the way is a tenth of the loudness. */}
      <meter aria-label="Input level" min={0} max={1} value={Math.min(1, Math.sqrt(level))} />
    </div>
  )
}

function HeldRecording({
  recording,
  problem,
  onDiscard,
}: {
  recording: Recording
  problem: string
  onDiscard: () => void
}) {
  return (
    <div className="recording-held">
      <p>
        <strong>Recording of {clock(recording.seconds)}</strong>, kept on this device.
      </p>
      {recording.finding && (
        <p className="notice admin-notice" role="status">
          {findings[recording.finding]}
        </p>
      )}
      {problem && (
        <p className="notice notice-problem" role="status">
          {problem} Your recording is still here: try again, or download it.
        </p>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: it is what the person has just said */}
      <audio controls src={recording.url} aria-label="Your recording" />
      <p className="form-actions">
        <a className="text-button" href={recording.url} download="recording.wav">
          <Download aria-hidden="true" />
          Download
        </a>
        <button
          type="button"
          className="text-button"
          onClick={() => confirm('Delete this recording?') && onDiscard()}
        >
          <Trash2 aria-hidden="true" />
          Delete
        </button>
      </p>
    </div>
  )
}

const findings = {
  silent:
    'We can’t hear anything in this recording. Check that the right microphone is on, and record again.',
  clipped:
    'The sound is distorted in places. It may still work. If not, move back from the microphone and record again.',
} as const

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
