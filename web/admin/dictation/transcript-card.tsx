import { Sparkles } from 'lucide-react'
import { postLimits } from '../../../contracts/posts.ts'
import { QuietButton, TextButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

type TranscriptCardProps = {
  transcript: string
  onChange: (transcript: string) => void
  onEnhance: () => void
  onRemove: () => void
  isBusy: boolean
}

/** The transcript of a recording, which the user can correct. */
export function TranscriptCard({ transcript, onChange, onEnhance, onRemove, isBusy }: TranscriptCardProps) {
  return (
    <section className="card tool-card" aria-labelledby="transcript-head">
      <h2 id="transcript-head">What you said</h2>
      <TextField
        label="Transcript"
        hint="Fix anything we misheard. It’s saved with the post, where only your team can see it."
        rows={6}
        maxLength={postLimits.transcript}
        value={transcript}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className="form-actions">
        <QuietButton busy={isBusy} onClick={onEnhance}>
          <Sparkles aria-hidden="true" />
          Enhance the transcript
        </QuietButton>
        <TextButton
          onClick={() => {
            if (transcript.trim() === '' || confirm('Remove this transcript?')) onRemove()
          }}
        >
          Remove the transcript
        </TextButton>
      </p>
    </section>
  )
}
