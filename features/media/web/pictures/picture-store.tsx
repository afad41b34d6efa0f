import { type ComponentType, createContext, useContext } from 'react'
import type { MediaItem } from '../../contract/media.ts'
import type { UploadOptions } from './upload.ts'

/** The requests that upload pictures and save their descriptions */
export type PictureStore = {
  upload: (file: File, options: UploadOptions) => Promise<MediaItem>
  describe: (id: number, alt: string) => Promise<MediaItem>
  /** Runs after a picture was uploaded and described */
  onAdded?: () => void
  /** Lets the user choose an uploaded picture of the site. Undefined for guests, who may not see those. */
  Library?: ComponentType<{ onChoose: (picture: MediaItem) => void }>
}

export const PictureStoreContext = createContext<PictureStore | undefined>(undefined)

export function usePictureStore(): PictureStore {
  const store = useContext(PictureStoreContext)
  if (!store) throw new Error('a picture dialog is outside a PictureStoreContext')
  return store
}
