import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { describeFile } from '../../../../core/contract/file-size.ts'
import { explainFailure, hasStatus } from '../../../../core/web/api-failures.ts'
import { SmallButton } from '../../../../core/web/ui/button.tsx'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { fileLimits, fileMessages, pdfType, type StoredFile } from '../../contract/files.ts'
import { FileChooser } from '../pictures/file-chooser.tsx'
import { UploadProblem, UploadProgress } from '../pictures/upload-progress.tsx'
import { useUpload } from '../pictures/use-upload.ts'
import type { FileStore } from './file-store.tsx'
import { FileTitleForm } from './file-title-form.tsx'

type FileDialogProps = {
  store: FileStore
  /** A dropped or pasted file */
  file?: File | undefined
  /** Called with the title that readers see */
  onFile: (file: StoredFile, title: string) => void
  onClose: () => void
}

/** Lets the user upload a PDF or choose an uploaded one, and give it a title for readers. */
export function FileDialog({ store, file: given, onFile, onClose }: FileDialogProps) {
  const chooser = useRef<HTMLButtonElement>(null)
  const [file, setFile] = useState(given)
  const [chosen, setChosen] = useState<StoredFile>()
  const startAgain = () => {
    flushSync(() => {
      setFile(undefined)
      setChosen(undefined)
    })
    chooser.current?.focus()
  }
  return (
    <Modal title="Add a PDF file" onClose={onClose} first={chooser} wide>
      {chosen || file ? (
        <NameFile
          key={chosen?.id}
          store={store}
          file={file}
          chosen={chosen}
          onFile={onFile}
          onOther={startAgain}
        />
      ) : (
        <>
          <PdfChooser ref={chooser} onFile={setFile} />
          <store.Library onChoose={setChosen} />
        </>
      )}
    </Modal>
  )
}

/** A drop zone with a button that opens the file picker */
export const PdfChooser = ({
  ref,
  onFile,
}: {
  ref: Parameters<typeof FileChooser>[0]['ref']
  onFile: (file: File) => void
}) => (
  <FileChooser
    ref={ref}
    button="Choose a PDF"
    hint="Or drop one here, up to 20 MB."
    label="PDF file"
    accept={`${pdfType},.pdf`}
    onFiles={([file]) => file && onFile(file)}
  />
)

/** How an upload of a file is limited before it starts */
export const pdfLimit = { bytes: fileLimits.bytes, tooLarge: fileMessages.tooLarge }

type NameFileProps = Pick<FileDialogProps, 'store' | 'onFile'> & {
  /** Either a file to upload, or one that is already uploaded */
  file: File | undefined
  chosen: StoredFile | undefined
  onOther: () => void
}

function NameFile({ store, file, chosen, onFile, onOther }: NameFileProps) {
  const { upload, retry } = useUpload(chosen ? undefined : file, store.upload, pdfLimit)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const item = chosen ?? (upload.state === 'done' ? upload.item : undefined)
  const name = chosen?.originalName ?? file?.name ?? ''

  async function insert(title: string) {
    if (busy) return
    if (!item)
      return setProblem(
        upload.state === 'failed' ? '' : 'The file is still being uploaded. Try again in a moment.',
      )
    setBusy(true)
    try {
      // The list may have been loaded before someone deleted the file.
      const found = chosen ? await store.find(chosen.id) : item
      if (!chosen) store.onAdded?.()
      onFile(found, title)
    } catch (error) {
      setProblem(hasStatus(error, 404) ? fileMessages.missing : explainFailure(error))
      setBusy(false)
    }
  }

  return (
    <div className="name-file">
      {problem && (
        <Notice tone="problem">
          <p>{problem}</p>
          {chosen && (
            <p className="form-actions">
              <SmallButton onClick={onOther}>Choose another file</SmallButton>
            </p>
          )}
        </Notice>
      )}
      <UploadProblem upload={upload} onRetry={retry} other="Choose another file" onOther={onOther} />
      {chosen ? (
        <p className="describe-name">
          {name} <span className="field-hint">{describeFile(chosen.bytes)}</span>
        </p>
      ) : (
        <UploadProgress upload={upload} name={name} processing="Checking the file..." />
      )}
      <FileTitleForm
        initial={titleOf(name)}
        button={busy ? 'Inserting...' : 'Insert'}
        busy={busy}
        first={first}
        onSubmit={insert}
      />
    </div>
  )
}

/** A title for readers from the name of a file */
const titleOf = (name: string) =>
  name
    .replace(/\.pdf$/i, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .slice(0, fileLimits.title)
