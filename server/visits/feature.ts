import type { Feature } from '../feature.ts'
import { addClickRoutes, addViewRoutes } from './routes.ts'

export const visits = {
  routes: [addViewRoutes, addClickRoutes],
} satisfies Feature
