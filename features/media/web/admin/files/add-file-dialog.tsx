import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Modal } from '../../../../../core/web/ui/modal.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import type { StoredFile } from '../../../contract/files.ts'
import { PdfChooser, pdfLimit } from '../../files/file-dialog.tsx'
import type { FileStore } from '../../files/file-store.tsx'
import { UploadProblem, UploadProgress } from '../../pictures/upload-progress.tsx'
import { useUpload } from '../../pictures/use-upload.ts'

export function AddFileDialog({ store, onClose }: { store: FileStore; onClose: () => void }) {
  const chooser = useRef<HTMLButtonElement>(null)
  const [file, setFile] = useState<File>()
  return (
    <Modal title="Add a PDF file" onClose={onClose} first={chooser}>
      {file ? (
        <UploadFile
          store={store}
          file={file}
          onOther={() => {
            flushSync(() => setFile(undefined))
            chooser.current?.focus()
          }}
          onDone={({ originalName }) => {
            store.onAdded?.()
            onClose()
            showToast({ title: 'File added', description: originalName })
          }}
        />
      ) : (
        <PdfChooser ref={chooser} onFile={setFile} />
      )}
    </Modal>
  )
}

type UploadFileProps = {
  store: FileStore
  file: File
  onOther: () => void
  onDone: (file: StoredFile) => void
}

function UploadFile({ store, file, onOther, onDone }: UploadFileProps) {
  const { upload, retry } = useUpload(file, store.upload, pdfLimit)
  const finish = useEffectEvent(onDone)
  const item = upload.state === 'done' ? upload.item : undefined

  // An effect, because the upload ends on its own.
  useEffect(() => {
    if (item) finish(item)
  }, [item])

  return (
    <div className="name-file">
      <UploadProblem upload={upload} onRetry={retry} other="Choose another file" onOther={onOther} />
      <UploadProgress upload={upload} name={file.name} processing="Checking the file..." />
    </div>
  )
}
