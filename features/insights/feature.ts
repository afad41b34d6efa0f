import { paths } from '../../core/contract/paths.ts'
import type { Feature } from '../manifest/feature.ts'
import { addInsightsRoutes, insightsActions } from './server/routes.ts'

export const insights = {
  routes: [addInsightsRoutes],
  adminPaths: [paths.adminInsights],
  actions: insightsActions,
} satisfies Feature
