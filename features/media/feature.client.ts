import { Image } from 'lucide-react'
import { paths } from '../../core/contract/paths.ts'
import { MediaScreen } from './web/admin/media-screen.tsx'

export const media = {
  screen: { path: paths.adminMedia, label: 'Media', icon: Image, Screen: MediaScreen },
}
