import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { mediaUpdate, mediaUpload } from '../../../contracts/media.ts'
import { call, urlOf } from '../../api.ts'
import { type PictureStore, PictureStoreContext } from '../../editing/pictures/picture-store.tsx'
import { uploadPicture } from '../../editing/pictures/upload.ts'
import { callSignedIn } from '../sign-in-again.ts'
import { allPictures } from './media-queries.ts'
import { PictureChooser } from './picture-chooser.tsx'

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
