import { Image } from 'lucide-react'
import { paths } from '../../../contracts/paths.ts'
import { MediaScreen } from './media-screen.tsx'

export const media = {
  screen: { path: paths.adminMedia, label: 'Media', icon: Image, Screen: MediaScreen },
}
