import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { callSignedIn } from '../../../../core/web/admin/repeated-requests.ts'
import { call, urlOf } from '../../../../core/web/api.ts'
import { type MediaItem, mediaUpdate, mediaUpload } from '../../contract/media.ts'
import { type PictureStore, PictureStoreContext } from '../pictures/picture-store.tsx'
import { uploadPicture } from '../pictures/upload.ts'
import { MediaChooser } from './media-chooser.tsx'
import { allPictures, usePictures } from './media-queries.ts'

/** Gives all text editors and picture dialogs inside it access to the site's media library. */
export function AdminPictures({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [store] = useState(() => createStore(queries))
  return <PictureStoreContext value={store}>{children}</PictureStoreContext>
}

function createStore(queries: QueryClient): PictureStore {
  return {
    upload: (file, options) => callSignedIn(() => uploadPicture(urlOf(mediaUpload), file, options)),
    describe: (id, alt) => callSignedIn(() => call(mediaUpdate, { params: { id }, body: { alt } })),
    onAdded: () => void queries.invalidateQueries(allPictures),
    Library: PictureChooser,
  }
}

function PictureChooser({ onChoose }: { onChoose: (picture: MediaItem) => void }) {
  const [q, setQ] = useState('')
  const list = usePictures(q)
  return (
    <MediaChooser
      of="images"
      label="Images in Media"
      list={list}
      q={q}
      onSearch={setQ}
      onChoose={onChoose}
      className="picture-chooser"
    >
      {(picture) => (
        <img
          src={picture.src}
          srcSet={picture.srcset}
          sizes="9rem"
          width={picture.width}
          height={picture.height}
          alt={picture.alt || picture.originalName}
          loading="lazy"
        />
      )}
    </MediaChooser>
  )
}
