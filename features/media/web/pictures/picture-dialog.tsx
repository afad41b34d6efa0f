import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { explainFailure } from '../../../../core/web/api-failures.ts'
import { Modal } from '../../../../core/web/ui/modal.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { type MediaItem, mediaLimits, mediaMessages, pictureTypes } from '../../contract/media.ts'
import { AltForm } from './alt-form.tsx'
import { FileChooser } from './file-chooser.tsx'
import { usePictureStore } from './picture-store.tsx'
import { UploadProblem, UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

type PictureDialogProps = {
  /** Dropped or pasted files. The dialog handles them one after the other. */
  files?: File[]
  /** True to also offer pictures that are already uploaded */
  withLibrary: boolean
  /** Label of the button that confirms */
  button: string
  /** A description that fits whatever is uploaded, so that the user need not write one */
  alt?: string | undefined
  onPicture: (picture: MediaItem) => void
  onClose: () => void
}

/** Lets the user choose a picture, and describe it during the upload. Calls `onPicture` once for each picture. */
export function PictureDialog({
  files = [],
  withLibrary,
  button,
  alt,
  onPicture,
  onClose,
}: PictureDialogProps) {
  const chooser = useRef<HTMLButtonElement>(null)
  const { Library } = usePictureStore()
  const [queue, setQueue] = useState(files)
  const [done, setDone] = useState(0)
  const [chosen, setChosen] = useState<MediaItem>()
  const file = queue[done]
  const count = queue.length > 1 ? ` (${done + 1} of ${queue.length})` : ''

  function finish(picture: MediaItem) {
    onPicture(picture)
    if (done + 1 < queue.length) setDone(done + 1)
    else onClose()
  }

  return (
    <Modal title={`Add an image${count}`} onClose={onClose} first={chooser} wide>
      {chosen ? (
        <DescribePicture key={chosen.id} chosen={chosen} button={button} onPicture={finish} />
      ) : file ? (
        <DescribePicture
          key={done}
          file={file}
          button={button}
          alt={alt}
          onPicture={finish}
          onOther={() => setQueue(queue.filter((other) => other !== file))}
        />
      ) : (
        <>
          <FileChooser
            ref={chooser}
            button="Choose an image"
            hint="Or drop one here. JPEG, PNG, WebP, GIF, or AVIF, up to 25 MB."
            label="Image file"
            accept={pictureTypes.join(',')}
            multiple
            onFiles={(added) => setQueue([...queue, ...added])}
          />
          {withLibrary && Library && <Library onChoose={setChosen} />}
        </>
      )}
    </Modal>
  )
}

/** How an upload of a picture is limited before it starts */
const pictureLimit = { bytes: mediaLimits.bytes, tooLarge: mediaMessages.tooLarge }

type DescribePictureProps = {
  /** Set to either `file`, a file to upload, or `chosen`, a picture from the library. */
  file?: File
  chosen?: MediaItem
  button: string
  alt?: string | undefined
  onPicture: (picture: MediaItem) => void
  /** Lets the user choose another file. */
  onOther?: () => void
}

function DescribePicture({ file, chosen, button, alt: given, onPicture, onOther }: DescribePictureProps) {
  const { upload: send, describe, onAdded } = usePictureStore()
  const { upload, retry } = useUpload(file, send, pictureLimit)
  const [alt, setAlt] = useState(given)
  const [problem, setProblem] = useState('')
  const preview = usePreview(file)
  const first = useRef<HTMLTextAreaElement>(null)
  const item = chosen ?? (upload.state === 'done' ? upload.item : undefined)
  const isAdding = alt !== undefined && upload.state !== 'failed'

  const add = useEffectEvent(async (picture: MediaItem, description: string) => {
    try {
      const described = description === picture.alt ? picture : await describe(picture.id, description)
      onAdded?.()
      onPicture(described)
    } catch (error) {
      setProblem(`The description couldn’t be saved. ${explainFailure(error)}`)
      setAlt(undefined)
    }
  })
  // An effect, because the upload may end before or after the user submits the description.
  useEffect(() => {
    if (item && alt !== undefined) void add(item, alt)
  }, [item, alt])

  // After choosing a picture, the user describes it next.
  useEffect(() => first.current?.focus(), [])

  return (
    <div className="describe-picture">
      <div className="describe-preview">
        <img src={chosen?.src ?? preview} alt="" />
        {file && <UploadProgress upload={upload} name={file.name} processing="Processing the image..." />}
      </div>
      <div>
        {problem && <Notice tone="problem">{problem}</Notice>}
        <UploadProblem upload={upload} onRetry={retry} other="Choose another image" onOther={onOther} />
        <AltForm
          initial={given ?? (chosen?.alt || undefined)}
          first={first}
          busy={isAdding}
          button={isAdding ? 'Adding...' : button}
          onSubmit={(description) => {
            setProblem('')
            setAlt(description)
            if (upload.state === 'failed') retry()
          }}
        />
      </div>
    </div>
  )
}

/** Object URL for a preview of the file before it is uploaded */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()

  // The browser keeps the file in memory until its URL is revoked.
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  return url
}
