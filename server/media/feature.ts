import { paths } from '../../contracts/paths.ts'
import type { Feature } from '../feature.ts'
import { mediaActions } from './actions.ts'
import { sweepMedia } from './delete-media.ts'
import { addMediaRoutes } from './routes.ts'

export const media = {
  routes: [addMediaRoutes],
  sweeps: [sweepMedia],
  adminPaths: [paths.adminMedia],
  actions: mediaActions,
  subjects: { picture: { label: 'Image' }, file: { label: 'File' } },
} satisfies Feature
