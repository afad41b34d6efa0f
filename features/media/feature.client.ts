import { Image } from 'lucide-react'
import { mediaPaths } from './contract/media-paths.ts'
import { MediaScreen } from './web/admin/media-screen.tsx'

export const media = {
  screen: { path: mediaPaths.adminMedia, label: 'Media', icon: Image, Screen: MediaScreen },
}
