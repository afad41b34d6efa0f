import type { Feature } from '../manifest/feature.ts'
import { insightsPaths } from './contract/insights-paths.ts'
import { addInsightsRoutes, insightsActions } from './server/routes.ts'

export const insights = {
  routes: [addInsightsRoutes],
  adminPaths: [insightsPaths.adminInsights],
  actions: insightsActions,
} satisfies Feature
