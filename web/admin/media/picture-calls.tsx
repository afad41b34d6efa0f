import { createContext } from 'react'
import type { MediaItem } from '../../../contracts/media.ts'
import { paths } from '../../../contracts/paths.ts'
import { describePicture } from './media-calls.ts'

export type PictureCalls = {
  /** Where a picture is uploaded to. */
  uploadPath: string
  /** Changes what it shows, in words. */
  describe: (id: number, alt: string) => Promise<MediaItem>
  /** Whether every picture of the site can be chosen from. */
  hasLibrary: boolean
}

/** An admin's; around a guest's editor stand the guest's own. */
export const PictureCallsContext = createContext<PictureCalls>({
  uploadPath: paths.api.media,
  describe: describePicture,
  hasLibrary: true,
})
