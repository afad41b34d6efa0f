import { Download, Mic, Square, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Button, SmallButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { NeedsService, useAiServices } from '../ai-services.tsx'
import { formatSeconds, maxRecordingSeconds, type Recording } from './recorder.ts'
import { type RecordingProps, useRecording } from './use-recording.ts'

/** Records speech in the browser and lets the user send the recording to the speech service. */
export function RecorderCard(props: RecordingProps) {
  const { state, isStarting, isSending, problem, ...recorder } = useRecording(props)
  const services = useAiServices()
  const startButton = useRef<HTMLButtonElement>(null)
  const recording = state.phase === 'stopped' ? state.recording : undefined

  return (
    <Section id="recorder" title="Record yourself" className="card tool-card">
      <p>Talk the way you’d talk to a neighbor. We’ll transcribe it, organize it, and show it to you.</p>
      <div className="form-actions">
        {state.phase === 'recording' ? (
          <Button onClick={() => void recorder.stop()}>
            <Square aria-hidden="true" />
            Stop Recording
          </Button>
        ) : (
          <Button
            ref={startButton}
            className={recording ? 'btn btn-quiet' : 'btn'}
            busy={isStarting || isSending}
            onClick={recorder.start}
          >
            <Mic aria-hidden="true" />
            {isStarting ? 'Asking for the microphone...' : 'Start Recording'}
          </Button>
        )}
        <Button
          className={recording ? 'btn' : 'btn btn-quiet'}
          busy={isSending}
          onClick={() => void recorder.transcribe()}
        >
          {isSending ? 'Transcribing...' : 'Transcribe & Enhance'}
        </Button>
      </div>
      {state.phase === 'idle' && (
        <p className="field-hint">
          Up to {maxRecordingSeconds / 60} minutes. Nothing leaves this device until you click Transcribe.
        </p>
      )}
      {services && !services.speech && (
        <NeedsService>
          Transcribing needs a speech-to-text service, and none is connected yet. You can still record,
          listen, and download.
        </NeedsService>
      )}
      {state.phase === 'recording' && <Level seconds={state.seconds} level={state.level} />}
      {isSending && (
        <div className="recording-sending">
          <progress aria-label="Transcribing" />
          <SmallButton onClick={recorder.cancel}>Stop</SmallButton>
        </div>
      )}
      {recording && !isSending && (
        <HeldRecording
          recording={recording}
          problem={problem}
          onDiscard={() => {
            recorder.discard()
            // The button that was clicked is gone, so the focus would be lost.
            startButton.current?.focus()
          }}
        />
      )}
    </Section>
  )
}

function Level({ seconds, level }: { seconds: number; level: number }) {
  return (
    <div className="recording-level">
      <p>
        <strong>Recording</strong> <span role="timer">{formatSeconds(seconds)}</span>
      </p>
      {/* The square root makes the meter follow perceived loudness more closely. */}
      <meter aria-label="Input level" min={0} max={1} value={Math.min(1, Math.sqrt(level))} />
    </div>
  )
}

type HeldRecordingProps = { recording: Recording; problem: string; onDiscard: () => void }

/** A finished recording that is stored in this browser. */
function HeldRecording({ recording, problem, onDiscard }: HeldRecordingProps) {
  return (
    <div className="recording-held">
      <p>
        <strong>Recording of {formatSeconds(recording.seconds)}</strong>, kept on this device.
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
      {/* biome-ignore lint/a11y/useMediaCaption: the user has just said it */}
      <audio controls src={recording.url} aria-label="Your recording" />
      <p className="form-actions">
        <a className="text-button" href={recording.url} download="recording.wav">
          <Download aria-hidden="true" />
          Download
        </a>
        <TextButton onClick={() => confirm('Delete this recording?') && onDiscard()}>
          <Trash2 aria-hidden="true" />
          Delete
        </TextButton>
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
