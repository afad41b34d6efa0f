import type { Feature } from '../feature.ts'
import { addViewRoutes } from './page-view-routes.ts'
import { addInsightsRoutes } from './routes.ts'

export const insights = {
  routes: [addViewRoutes, addInsightsRoutes],
} satisfies Feature
