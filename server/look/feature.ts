import type { Feature } from '../feature.ts'
import { addLookRoutes } from './routes.ts'

export const look = {
  routes: [addLookRoutes],
} satisfies Feature
