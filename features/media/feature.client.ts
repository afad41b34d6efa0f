import { Image } from 'lucide-react'
import { lazyPart } from '../../core/web/ui/lazy-part.ts'
import { mediaPaths } from './contract/media-paths.ts'

export const media = {
  screen: {
    path: mediaPaths.adminMedia,
    label: 'Media',
    icon: Image,
    Screen: lazyPart(() => import('./web/admin/media-screen.tsx'), 'MediaScreen'),
  },
}
