import { Download, Trash2 } from 'lucide-react'
import { TextButton } from '../../ui/button.tsx'
import { formatSeconds, type Recording } from './recorder.ts'

type HeldRecordingProps = { recording: Recording; problem: string; onDiscard: () => void }

/** A finished recording that is stored in this browser. */
export function HeldRecording({ recording, problem, onDiscard }: HeldRecordingProps) {
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
