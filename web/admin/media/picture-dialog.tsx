import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import type { MediaItem } from '../../../contracts/media.ts'
import { Notice } from '../../ui/notice.tsx'
import { explainFailure } from '../api.ts'
import { Modal } from '../modal.tsx'
import { callSignedIn } from '../sign-in.tsx'
import { AltForm } from './alt-form.tsx'
import { FileChooser } from './file-chooser.tsx'
import { mediaListKey } from './media-calls.ts'
import { PictureCallsContext } from './picture-calls.tsx'
import { PictureChooser } from './picture-chooser.tsx'
import { type Upload, useUpload } from './use-upload.ts'

type PictureDialogProps = {
  /** Dropped or pasted; one after the other. */
  files?: File[]
  /** Offers the pictures that are there already. */
  withLibrary: boolean
  /** What the last button says. */
  button: string
  onPicture: (picture: MediaItem) => void
  onClose: () => void
}

/** A picture is chosen, and told in words while it is on its way. `onPicture` comes once for each. */
export function PictureDialog({ files = [], withLibrary, button, onPicture, onClose }: PictureDialogProps) {
  const chooser = useRef<HTMLButtonElement>(null)
  const { hasLibrary } = useContext(PictureCallsContext)
  const [queue, setQueue] = useState(files)
  const [done, setDone] = useState(0)
  const [taken, setTaken] = useState<MediaItem>()
  const file = queue[done]
  const count = queue.length > 1 ? ` (${done + 1} of ${queue.length})` : ''

  function finish(picture: MediaItem) {
    onPicture(picture)
    if (done + 1 < queue.length) setDone(done + 1)
    else onClose()
  }

  return (
    <Modal title={`Add an image${count}`} onClose={onClose} first={chooser} wide>
      {taken ? (
        <DescribePicture key={taken.id} taken={taken} button={button} onPicture={finish} />
      ) : file ? (
        <DescribePicture
          key={done}
          file={file}
          button={button}
          onPicture={finish}
          onOther={() => setQueue(queue.filter((one) => one !== file))}
        />
      ) : (
        <>
          <FileChooser ref={chooser} onFiles={(chosen) => setQueue([...queue, ...chosen])} />
          {withLibrary && hasLibrary && <PictureChooser onChoose={setTaken} />}
        </>
      )}
    </Modal>
  )
}

type DescribePictureProps = {
  file?: File
  taken?: MediaItem
  button: string
  onPicture: (picture: MediaItem) => void
  /** The person wants another file instead. */
  onOther?: () => void
}

function DescribePicture({ file, taken, button, onPicture, onOther }: DescribePictureProps) {
  const { upload, retry } = useUpload(file)
  const { describe } = useContext(PictureCallsContext)
  const [wanted, setWanted] = useState<string>()
  const [problem, setProblem] = useState('')
  const preview = usePreview(file)
  const first = useRef<HTMLTextAreaElement>(null)
  const queries = useQueryClient()
  const item = taken ?? (upload.state === 'done' ? upload.item : undefined)

  const isAdding = wanted !== undefined && upload.state !== 'failed'

  // The words may be there before the picture is, so both are waited for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when both are there, and not when a callback changes
  useEffect(() => {
    if (!item || wanted === undefined) return
    const keep = async () => {
      try {
        const kept = wanted === item.alt ? item : await callSignedIn(() => describe(item.id, wanted))
        void queries.invalidateQueries({ queryKey: [mediaListKey] })
        onPicture(kept)
      } catch (error) {
        setProblem(`The description couldn’t be saved. ${explainFailure(error)}`)
        setWanted(undefined)
      }
    }
    void keep()
  }, [item, wanted])

  // What somebody has just chosen is described next.
  useEffect(() => first.current?.focus(), [])

  return (
    <div className="describe-picture">
      <div className="describe-preview">
        <img src={taken?.src ?? preview} alt="" />
        {file && <Progress upload={upload} name={file.name} />}
      </div>
      <div>
        {problem && <Notice tone="problem">{problem}</Notice>}
        {upload.state === 'failed' ? (
          <Notice tone="problem">
            <p>{upload.problem}</p>
            <p className="form-actions">
              <button type="button" className="btn btn-quiet btn-small" onClick={retry}>
                Try again
              </button>
              <button type="button" className="btn btn-quiet btn-small" onClick={onOther}>
                Choose another image
              </button>
            </p>
          </Notice>
        ) : null}
        <AltForm
          initial={taken?.alt || undefined}
          first={first}
          busy={isAdding}
          button={isAdding ? 'Adding...' : button}
          onSubmit={(alt) => {
            setProblem('')
            setWanted(alt)
            if (upload.state === 'failed') retry()
          }}
        />
      </div>
    </div>
  )
}

function Progress({ upload, name }: { upload: Upload; name: string }) {
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
              : 'Processing the image...'
            : ''}
      </p>
    </>
  )
}

/** An address of the file on this device. */
function usePreview(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()

  // The browser holds the file until it is told that the address is not needed any more.
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  return address
}
