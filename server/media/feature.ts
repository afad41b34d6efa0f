import type { Feature } from '../feature.ts'
import { sweepMedia } from './delete-media.ts'
import { addMediaRoutes } from './routes.ts'

export const media = {
  routes: [addMediaRoutes],
  sweeps: [sweepMedia],
} satisfies Feature
