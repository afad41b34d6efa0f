import { paths } from '../../contracts/paths.ts'
import type { Feature } from '../feature.ts'
import { mediaActions } from '../media/actions.ts'
import { sweepMedia } from '../media/delete-media.ts'
import { addMediaRoutes } from '../media/routes.ts'
import { sweepFiles } from './files.ts'
import { addFileRoutes } from './routes.ts'

export const media = {
  routes: [addMediaRoutes, addFileRoutes],
  sweeps: [sweepFiles, sweepMedia],
  adminPaths: [paths.adminMedia],
  actions: mediaActions,
  subjects: { picture: { label: 'Image' }, file: { label: 'File' } },
} satisfies Feature
