import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { MediaItem } from '../../../contracts/media.ts'
import { explainFailure } from '../../api-failures.ts'
import { EditPictureDialog } from '../../editing/pictures/edit-picture-dialog.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.ts'
import { callSignedIn } from '../sign-in.tsx'
import { deletePicture, describePicture, mediaListKey } from './media-calls.ts'

/** One picture of the list. `onGone`: it is deleted, and the focus with it. */
export function MediaCard({ picture, onGone }: { picture: MediaItem; onGone: () => void }) {
  const [open, setOpen] = useState<'words' | 'deleting'>()
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const { id, originalName, alt, uses } = picture
  const titleId = `picture-${id}`
  const usesId = `picture-${id}-uses`

  async function save(words: string) {
    setBusy(true)
    try {
      await callSignedIn(() => describePicture(id, words))
      await queries.invalidateQueries({ queryKey: [mediaListKey] })
      setOpen(undefined)
      showToast({ title: 'Saved', description: originalName })
    } catch (error) {
      showToast({
        title: 'The description couldn’t be saved.',
        description: explainFailure(error),
        tone: 'destructive',
      })
    }
    setBusy(false)
  }

  return (
    <article className="media-card" aria-labelledby={titleId}>
      <img
        src={picture.src}
        srcSet={picture.srcset}
        sizes="(min-width: 40rem) 16rem, 92vw"
        width={picture.width}
        height={picture.height}
        alt={alt}
        loading="lazy"
        className="media-card-picture"
      />
      <h2 id={titleId} dir="auto">
        {originalName}
      </h2>
      <p className={alt === '' ? 'media-card-alt media-card-decoration' : 'media-card-alt'} dir="auto">
        {alt === '' ? 'Decorative (no description)' : alt}
      </p>
      <p className="post-row-facts">
        <span id={usesId}>
          {uses === 0 ? 'Not used' : uses === 1 ? 'Used in 1 post' : `Used in ${uses} posts`}
        </span>
        <span>
          {picture.width} × {picture.height} pixels
        </span>
      </p>
      <p className="media-card-actions">
        <button type="button" className="text-button" onClick={() => setOpen('words')}>
          <Pencil aria-hidden="true" /> Edit description<span className="sr-only"> {originalName}</span>
        </button>
        <button
          type="button"
          className="text-button"
          aria-disabled={uses > 0 || undefined}
          aria-describedby={uses > 0 ? usesId : undefined}
          onClick={() => uses === 0 && setOpen('deleting')}
        >
          <Trash2 aria-hidden="true" /> Delete<span className="sr-only"> {originalName}</span>
        </button>
      </p>
      {open === 'words' && (
        <EditPictureDialog
          picture={picture}
          busy={busy}
          onSave={(words) => void save(words)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'deleting' && (
        <DeleteDialog
          picture={picture}
          onClose={() => setOpen(undefined)}
          onDeleted={() => {
            setOpen(undefined)
            onGone()
            showToast({ title: 'Image deleted', description: originalName })
            void queries.invalidateQueries({ queryKey: [mediaListKey] })
          }}
        />
      )}
    </article>
  )
}

type DeleteDialogProps = { picture: MediaItem; onClose: () => void; onDeleted: () => void }

function DeleteDialog({ picture, onClose, onDeleted }: DeleteDialogProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function remove() {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      await callSignedIn(() => deletePicture(picture.id))
      onDeleted()
    } catch (error) {
      setProblem(explainFailure(error))
      setBusy(false)
    }
  }

  return (
    <Modal title="Delete this image?" onClose={onClose}>
      {problem ? (
        <Notice tone="problem">{problem}</Notice>
      ) : (
        <p>
          {picture.originalName} will be deleted permanently. Images used in a post can’t be deleted. If a
          post in the trash uses it, that post comes back without it.
        </p>
      )}
      <p className="form-actions">
        <button type="button" className="btn" aria-disabled={busy || undefined} onClick={() => void remove()}>
          {busy ? 'Deleting...' : 'Delete'}
        </button>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Keep
        </button>
      </p>
    </Modal>
  )
}
