import type { Feature } from '../manifest/feature.ts'
import { mediaPaths } from './contract/media-paths.ts'
import { mediaActions } from './server/actions.ts'
import { addFileRoutes } from './server/files/routes.ts'
import { addMediaRoutes } from './server/routes.ts'
import { sweepStored } from './server/stored-rows.ts'

export const media = {
  addresses: mediaPaths,
  routes: [addMediaRoutes, addFileRoutes],
  sweeps: [sweepStored],
  adminPaths: [mediaPaths.adminMedia],
  actions: mediaActions,
  subjects: { picture: { label: 'Image' }, file: { label: 'File' } },
} satisfies Feature
