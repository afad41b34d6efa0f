import { deletionDays } from '../../content/legal/retention.ts'
import type { Feature } from '../feature.ts'
import { forgetClickDetails } from './clicks.ts'
import { addViewRoutes } from './page-view-routes.ts'
import { addInsightsRoutes } from './routes.ts'

export const insights = {
  routes: [addViewRoutes, addInsightsRoutes],
  retention: [(db) => forgetClickDetails(db, deletionDays)],
} satisfies Feature
