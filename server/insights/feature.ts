import { deletionDays } from '../../content/legal/retention.ts'
import { paths } from '../../contracts/paths.ts'
import type { Feature } from '../feature.ts'
import { forgetClickDetails } from './clicks.ts'
import { addViewRoutes } from './page-view-routes.ts'
import { addInsightsRoutes } from './routes.ts'

export const insights = {
  routes: [addViewRoutes, addInsightsRoutes],
  adminPaths: [paths.adminInsights],
  retention: [(db) => forgetClickDetails(db, deletionDays)],
} satisfies Feature
