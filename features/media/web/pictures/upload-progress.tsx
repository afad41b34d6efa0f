import { SmallButton } from '../../../../core/web/ui/button.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import type { Upload } from './use-upload.ts'

type UploadProgressProps = {
  upload: Upload<unknown>
  name: string
  /** Shown while the server works on the uploaded file */
  processing: string
}

export function UploadProgress({ upload, name, processing }: UploadProgressProps) {
  const isSending = upload.state === 'running' && upload.sent < 1
  return (
    <>
      <p className="describe-name">{name}</p>
      {upload.state === 'running' && (
        <progress aria-label={`Upload of ${name}`} {...(isSending && { value: upload.sent })} max={1} />
      )}
      <p className="field-hint" role="status">
        {upload.state === 'done'
          ? 'Uploaded.'
          : upload.state === 'running'
            ? isSending
              ? 'Uploading...'
              : processing
            : ''}
      </p>
    </>
  )
}

type UploadProblemProps = {
  upload: Upload<unknown>
  onRetry: () => void
  /** Label of the button that lets the user choose another file */
  other: string
  onOther: (() => void) | undefined
}

/** Why an upload failed, and what to do; nothing otherwise */
export function UploadProblem({ upload, onRetry, other, onOther }: UploadProblemProps) {
  if (upload.state !== 'failed') return null
  return (
    <Notice tone="problem">
      <p>{upload.problem}</p>
      <p className="form-actions">
        <SmallButton onClick={onRetry}>Try again</SmallButton>
        <SmallButton onClick={onOther}>{other}</SmallButton>
      </p>
    </Notice>
  )
}
