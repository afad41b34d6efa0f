import { paths } from '../../contracts/paths.ts'
import type { Feature } from '../feature.ts'
import { addInsightsRoutes, insightsActions } from './routes.ts'

export const insights = {
  routes: [addInsightsRoutes],
  adminPaths: [paths.adminInsights],
  actions: insightsActions,
} satisfies Feature
