import type { Feature } from '../feature.ts'
import { addConnectionRoutes } from './routes.ts'

export const connections = {
  routes: [addConnectionRoutes],
} satisfies Feature
