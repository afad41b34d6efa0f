import { Image } from 'lucide-react'
import { lazyScreen } from '../../core/web/admin/lazy-screen.tsx'
import { mediaPaths } from './contract/media-paths.ts'

export const media = {
  screen: {
    path: mediaPaths.adminMedia,
    label: 'Media',
    icon: Image,
    place: 'in writing' as const,
    Screen: lazyScreen(() => import('./web/admin/media-screen.tsx'), 'MediaScreen'),
  },
}
