import { paths } from '../../contracts/paths.ts'
import type { Feature } from '../feature.ts'
import { mediaActions } from '../media/actions.ts'
import { addMediaRoutes } from '../media/routes.ts'
import { sweepStored } from '../media/stored-rows.ts'
import { addFileRoutes } from './routes.ts'

export const media = {
  routes: [addMediaRoutes, addFileRoutes],
  sweeps: [sweepStored],
  adminPaths: [paths.adminMedia],
  actions: mediaActions,
  subjects: { picture: { label: 'Image' }, file: { label: 'File' } },
} satisfies Feature
