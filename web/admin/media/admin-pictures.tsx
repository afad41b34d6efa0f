import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { type PictureStore, PictureStoreContext } from '../../editing/pictures/picture-store.tsx'
import { uploadPicture } from '../../editing/pictures/upload.ts'
import { callSignedIn } from '../sign-in.tsx'
import { describePicture, mediaListKey } from './media-calls.ts'
import { PictureChooser } from './picture-chooser.tsx'

/** Lets every editor and picture dialog inside use the site's media library. */
export function AdminPictures({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const [store] = useState(() => createStore(queries))
  return <PictureStoreContext value={store}>{children}</PictureStoreContext>
}

function createStore(queries: QueryClient): PictureStore {
  return {
    upload: (file, options) => callSignedIn(() => uploadPicture(paths.api.media, file, options)),
    describe: (id, alt) => callSignedIn(() => describePicture(id, alt)),
    onAdded: () => void queries.invalidateQueries({ queryKey: [mediaListKey] }),
    Library: PictureChooser,
  }
}
