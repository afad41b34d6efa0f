import type { Feature } from '../feature.ts'
import { sweepFiles } from './files.ts'
import { addFileRoutes } from './routes.ts'

export const files = {
  routes: [addFileRoutes],
  sweeps: [sweepFiles],
} satisfies Feature
