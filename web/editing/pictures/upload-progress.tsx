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
