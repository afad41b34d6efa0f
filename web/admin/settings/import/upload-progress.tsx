import { QuietButton } from '../../../ui/button.tsx'
import type { UploadState } from './use-upload.ts'

export function UploadProgress({ name, sent, bytes, onStop }: UploadState & { onStop: () => void }) {
  const percent = Math.floor((100 * sent) / bytes)
  return (
    <>
      <p>
        <bdi>{name}</bdi>: {percent}%. Keep this page open. If it closes, choose the same files again, and the
        upload goes on from here.
      </p>
      <progress className="issue-progress" max={bytes} value={sent} aria-label="Uploaded" />
      <p>
        <QuietButton onClick={onStop}>Pause</QuietButton>
      </p>
    </>
  )
}
