import { type ComponentType, createContext, useContext } from 'react'
import type { MediaItem } from '../../../contracts/media.ts'
import type { UploadOptions } from './upload.ts'

/** The requests that upload pictures and save their descriptions */
export type PictureStore = {
  upload: (file: File, options: UploadOptions) => Promise<MediaItem>
  describe: (id: number, alt: string) => Promise<MediaItem>
  /** Runs once a picture has its description. */
  onAdded?: () => void
  /** Lists the pictures of the site to choose from. Guests have none. */
  Library?: ComponentType<{ onChoose: (picture: MediaItem) => void }>
}

export const PictureStoreContext = createContext<PictureStore | undefined>(undefined)

export function usePictureStore(): PictureStore {
  const store = useContext(PictureStoreContext)
  if (!store) throw new Error('a picture dialog is outside a PictureStoreContext')
  return store
}
