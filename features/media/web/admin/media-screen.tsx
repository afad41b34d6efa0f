import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { Tabs } from '../../../../core/web/admin/tab-list.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { call } from '../../../../core/web/api.ts'
import { TextButton } from '../../../../core/web/ui/button.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { type MediaItem, mediaDelete, mediaRefusal, mediaUpdate } from '../../contract/media.ts'
import { mediaPaths } from '../../contract/media-paths.ts'
import { EditPictureDialog } from '../pictures/edit-picture-dialog.tsx'
import { PictureDialog } from '../pictures/lazy-picture-dialog.ts'
import { FilesPanel } from './files/files-panel.tsx'
import { MediaPanel } from './media-panel.tsx'
import { allPictures, usePictures } from './media-queries.ts'
import { StoredActions, UseCount } from './stored-actions.tsx'

export function MediaScreen({ query }: { query: URLSearchParams }) {
  const tab = query.get('tab') === 'files' ? 'files' : 'images'
  return (
    <Tabs
      label="Media"
      open={tab}
      tabs={[
        { id: 'images', label: 'Images', href: mediaPaths.adminMedia },
        { id: 'files', label: 'Files', href: mediaPaths.adminFiles },
      ]}
      className="admin-page"
    >
      {tab === 'files' ? <FilesPanel query={query} /> : <PicturesPanel query={query} />}
    </Tabs>
  )
}

function PicturesPanel({ query }: { query: URLSearchParams }) {
  const q = query.get('q') ?? ''
  const list = usePictures(q)
  return (
    <MediaPanel
      headline="Media"
      unit={['image', 'images']}
      list={list}
      q={q}
      invitation="Add one here, or drop it into a post. Photos of your own people work best."
      add={{ label: 'Add an image', icon: ImagePlus, dialog: (close) => <AddPicture onClose={close} /> }}
      className="media-list"
    >
      {(picture, onGone) => <MediaCard picture={picture} onGone={onGone} />}
    </MediaPanel>
  )
}

function AddPicture({ onClose }: { onClose: () => void }) {
  return (
    <PictureDialog
      withLibrary={false}
      button="Save"
      onPicture={({ originalName }) => showToast({ title: 'Image added', description: originalName })}
      onClose={onClose}
    />
  )
}

/** One picture in the list. `onGone` runs after the picture was deleted, so that the list can take the focus. */
function MediaCard({ picture, onGone }: { picture: MediaItem; onGone: () => void }) {
  const [isDescribing, setIsDescribing] = useState(false)
  const queries = useQueryClient()
  const { id, originalName, alt } = picture
  const titleId = `picture-${id}`
  const usesId = `picture-${id}-uses`
  const refusal = mediaRefusal('image', useCurrentUser(), picture)
  const describing = useApiMutation(mediaUpdate, {
    failure: 'The description couldn’t be saved.',
    async onSuccess() {
      await queries.invalidateQueries(allPictures)
      setIsDescribing(false)
      showToast({ title: 'Saved', description: originalName })
    },
  })

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
        <UseCount id={usesId} uses={picture.uses} />
        <span>
          {picture.width} × {picture.height} pixels
        </span>
      </p>
      {refusal ? (
        <p className="field-hint">{refusal}</p>
      ) : (
        <StoredActions
          noun="image"
          item={picture}
          usesId={usesId}
          remove={() => call(mediaDelete, { params: { id } })}
          lists={allPictures}
          onGone={onGone}
          consequences={`${originalName} will be deleted permanently. Images used in a post or page can’t be deleted. If one in the trash uses it, it comes back without the image.`}
        >
          <TextButton onClick={() => setIsDescribing(true)}>
            <Pencil aria-hidden="true" /> Edit description<span className="sr-only"> {originalName}</span>
          </TextButton>
        </StoredActions>
      )}
      {isDescribing && (
        <EditPictureDialog
          picture={picture}
          busy={describing.busy}
          onSave={(alt) => describing.run({ params: { id }, body: { alt } })}
          onClose={() => setIsDescribing(false)}
        />
      )}
    </article>
  )
}
