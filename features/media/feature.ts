import { paths } from '../../core/contract/paths.ts'
import type { Feature } from '../manifest/feature.ts'
import { mediaActions } from './server/actions.ts'
import { addFileRoutes } from './server/files/routes.ts'
import { addMediaRoutes } from './server/routes.ts'
import { sweepStored } from './server/stored-rows.ts'

export const media = {
  routes: [addMediaRoutes, addFileRoutes],
  sweeps: [sweepStored],
  adminPaths: [paths.adminMedia],
  actions: mediaActions,
  subjects: { picture: { label: 'Image' }, file: { label: 'File' } },
} satisfies Feature
